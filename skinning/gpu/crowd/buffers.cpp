// Adds up the sizes of buffer lists, and creates the buffers of a crowd.
#include "skinning/gpu/crowd/buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/frame_ring.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/vertex.h"

namespace sinew {
namespace {

bool writtenByCpu(const BufferRow& row) {
    return row.writer == WrittenBy::cpuPose || row.writer == WrittenBy::cpuMethod;
}

/// True if frames with motion vectors also read the previous frame's data of this buffer.
bool keepsPrevious(const BufferRow& row) {
    switch (*row.buffer) {
        case CrowdBuffer::morphWeights:
        case CrowdBuffer::boxes:
        case CrowdBuffer::palettes:
        case CrowdBuffer::skinned:
        case CrowdBuffer::bakedStates:
            return true;
        default:
            return false;
    }
}

}  // namespace

BufferRow modelRow(const char* name, uint64_t bytes) {
    return {.name = name,
            .buffer = std::nullopt,
            .bytes = bytes,
            .per = Per::model,
            .writer = WrittenBy::once};
}

static_assert(kPhases % kFramesInFlight == 0 && kPhases % (kFramesInFlight + 1) == 0);

uint32_t copiesOf(const BufferRow& row, bool motion) {
    if (row.writer == WrittenBy::once || row.keptByKernels) return 1;
    return (writtenByCpu(row) ? kFramesInFlight : 1) + (motion && keepsPrevious(row) ? 1 : 0);
}

uint64_t bytesOf(const BufferRow& row, uint64_t instances) {
    if (row.per == Per::crowd) return row.bytes;
    if (row.budget == 0) return row.bytes * instances;
    return row.least * instances + std::min(row.budget, (row.bytes - row.least) * instances);
}

uint64_t BufferSums::within(uint64_t bytes) const {
    const uint64_t alone = bytes / (bytesPerInstance + budgetPerInstance);
    if (budgetPerInstance * alone <= budget) return alone;
    return (bytes - std::min(bytes, budget)) / bytesPerInstance;
}

BufferSums sumOf(std::span<const BufferRow> rows, bool motion) {
    BufferSums sums;
    for (const BufferRow& row : rows) {
        if (row.per == Per::crowd) continue;
        const uint64_t own = row.budget > 0 ? row.least : row.bytes;
        const uint64_t bytes = own * copiesOf(row, motion);
        if (row.per == Per::model) {
            sums.modelBytes += bytes;
            continue;
        }
        sums.bytesPerInstance += bytes;
        sums.largestRangePerInstance = std::max(sums.largestRangePerInstance, own);
        if (row.budget > 0) {
            sums.budget += row.budget;
            sums.budgetPerInstance += row.bytes - row.least;
        }
        if (writtenByCpu(row) && row.everyFrame) sums.writtenPerFrame += row.bytes;
    }
    return sums;
}

BufferList commonBuffers(const Model& model, uint64_t vertexBytes, uint64_t influenceBytes) {
    const Geometry& geometry = model.geometry;
    const uint64_t vertices = geometry.vertexCount();
    return {
        modelRow("vertices", vertices * vertexBytes),
        modelRow("influence offsets", (vertices + 1) * sizeof(uint32_t)),
        modelRow("influences", influenceBytes),
        modelRow("morph offsets", geometry.morphOffsets.size() * sizeof(uint32_t)),
        modelRow("morph deltas", geometry.morphDeltas.size() * sizeof(gpu::MorphEntry)),
        modelRow("binds", model.binds.size() * sizeof(gpu::BindEntry)),
        modelRow("uvs", geometry.uvSets.size() * vertices * sizeof(glm::vec2)),
        modelRow("colours", geometry.colors.size() * sizeof(uint64_t)),
        modelRow("joint colours", vertices * sizeof(uint32_t)),
        modelRow("parents", model.skeleton.size() * sizeof(int32_t)),
        modelRow("indices", geometry.indices.size() * sizeof(uint32_t)),
        {.name = "placement",
         .buffer = CrowdBuffer::placements,
         .bytes = sizeof(gpu::Placement),
         .writer = WrittenBy::cpuPose,
         .everyFrame = false},
    };
}

CrowdBuffers CrowdBuffers::create(const Device& device, const Wanted& wanted) {
    CrowdBuffers result;
    for (const BufferRow& row : wanted.rows) {
        if (!row.buffer) continue;
        // Rounds up to a multiple of instanceMultiple, so that the last uniform buffer range is
        // complete.
        const uint64_t multiples =
            (wanted.range.instanceCount + row.instanceMultiple - 1) / row.instanceMultiple;
        const Buffer::Description description{
            .name = fmt::format("{} from instance {}", row.name, wanted.range.firstInstance),
            .bytes = bytesOf(row, multiples * row.instanceMultiple),
            .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | row.usage,
            .memory = writtenByCpu(row) ? MemoryUse::upload : MemoryUse::device};
        std::vector<Buffer>& copies = result.copies_[static_cast<size_t>(*row.buffer)];
        for (uint32_t i = 0; i < copiesOf(row, wanted.motion); ++i) {
            copies.push_back(Buffer::create(device, description));
        }
    }
    return result;
}

const Buffer* CrowdBuffers::find(CrowdBuffer which, uint32_t phase) const {
    const std::vector<Buffer>& copies = copies_[static_cast<size_t>(which)];
    return copies.empty() ? nullptr : &copies[phase % copies.size()];
}

const Buffer& CrowdBuffers::at(CrowdBuffer which, uint32_t phase) const {
    const Buffer* buffer = find(which, phase);
    if (!buffer) throw std::logic_error("the crowd does not have this buffer");
    return *buffer;
}

}  // namespace sinew
