// Sums over lists of buffers, and making those of a page.
#include "skinning/gpu/buffers.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/frame_ring.h"
#include "shaders/shared/layout.h"

namespace sinew {
namespace {

bool writtenByCpu(const BufferRow& row) {
    return row.writer == WrittenBy::pose || row.writer == WrittenBy::technique;
}

BufferRow ofModel(const char* name, uint32_t binding, uint64_t bytes) {
    return {.name = name,
            .binding = binding,
            .bytes = bytes,
            .per = Per::model,
            .writer = WrittenBy::once};
}

}  // namespace

uint32_t copiesOf(const BufferRow& row, bool motion) {
    if (row.writer == WrittenBy::once || row.keptByKernels) return 1;
    return (writtenByCpu(row) ? kFramesInFlight : 1) + (motion ? 1 : 0);
}

uint64_t bytesOf(const BufferRow& row, uint64_t instances) {
    if (row.per == Per::page) return row.bytes;
    if (row.room == 0) return row.bytes * instances;
    return row.least * instances + std::min(row.room, (row.bytes - row.least) * instances);
}

uint64_t BufferSums::within(uint64_t bytes) const {
    const uint64_t alone = bytes / (perInstance() + roomPerInstance);
    if (roomPerInstance * alone <= room) return alone;
    return (bytes - std::min(bytes, room)) / perInstance();
}

BufferSums sumOf(std::span<const BufferRow> rows, bool motion) {
    BufferSums sums;
    for (const BufferRow& row : rows) {
        if (row.per == Per::page) continue;
        const uint64_t own = row.room > 0 ? row.least : row.bytes;
        const uint64_t bytes = own * copiesOf(row, motion);
        if (row.per == Per::model) {
            sums.modelBytes += bytes;
            continue;
        }
        (writtenByCpu(row) ? sums.uploadBytesPerInstance : sums.deviceBytesPerInstance) += bytes;
        sums.largestRangePerInstance = std::max(sums.largestRangePerInstance, own);
        if (row.room > 0) {
            sums.room += row.room;
            sums.roomPerInstance += row.bytes - row.least;
        }
        if (writtenByCpu(row) && row.everyFrame) sums.writtenPerFrame += row.bytes;
    }
    return sums;
}

BufferList commonBuffers(const Model& model, uint64_t vertexBytes, uint64_t influenceBytes) {
    const Geometry& geometry = model.geometry;
    const uint64_t vertices = geometry.vertexCount();
    return {
        ofModel("vertices", SINEW_BINDING_VERTICES, vertices * vertexBytes),
        ofModel("influence offsets", SINEW_BINDING_INFLUENCE_OFFSETS,
                (vertices + 1) * sizeof(uint32_t)),
        ofModel("influences", SINEW_BINDING_INFLUENCES, influenceBytes),
        ofModel("morph offsets", SINEW_BINDING_MORPH_OFFSETS,
                geometry.morphOffsets.size() * sizeof(uint32_t)),
        ofModel("morph deltas", SINEW_BINDING_MORPH_DELTAS,
                geometry.morphDeltas.size() * sizeof(gpu::MorphEntry)),
        ofModel("binds", SINEW_BINDING_BINDS, model.binds.size() * sizeof(gpu::BindEntry)),
        ofModel("uvs", SINEW_BINDING_UVS, geometry.uvSets.size() * vertices * sizeof(glm::vec2)),
        ofModel("colours", SINEW_BINDING_COLORS, geometry.colors.size() * sizeof(uint64_t)),
        ofModel("joint colours", SINEW_BINDING_JOINT_COLORS, vertices * sizeof(uint32_t)),
        ofModel("parents", SINEW_BINDING_PARENTS, model.skeleton.size() * sizeof(int32_t)),
        ofModel("indices", kNoBinding, geometry.indices.size() * sizeof(uint32_t)),
        {.name = "placement",
         .binding = SINEW_BINDING_INSTANCES,
         .bytes = sizeof(gpu::Placement),
         .writer = WrittenBy::pose,
         .everyFrame = false},
    };
}

PageBuffers PageBuffers::create(const Device& device, const PageWanted& wanted) {
    PageBuffers result;
    for (const BufferRow& row : wanted.rows) {
        const bool ours = std::find(wanted.writers.begin(), wanted.writers.end(), row.writer) !=
                          wanted.writers.end();
        if (!ours || row.per == Per::model) continue;
        // Whole runs, so that the range of the last one is all there.
        const uint64_t runs = (wanted.instanceCount + row.runInstances - 1) / row.runInstances;
        const Buffer::Description description{
            .name = fmt::format("{}, page {}", row.name, wanted.page),
            .bytes = bytesOf(row, runs * row.runInstances),
            .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | row.usage,
            .memory = writtenByCpu(row) ? MemoryUse::upload : MemoryUse::device};
        Copies& copies = result.all_.emplace_back();
        copies.binding = row.binding;
        for (uint32_t i = 0; i < copiesOf(row, wanted.motion); ++i) {
            copies.buffers.push_back(Buffer::create(device, description));
        }
    }
    return result;
}

const Buffer* PageBuffers::find(uint32_t binding, uint32_t phase) const {
    for (const Copies& copies : all_) {
        if (copies.binding == binding) return &copies.buffers[phase % copies.buffers.size()];
    }
    return nullptr;
}

Buffer& PageBuffers::at(uint32_t binding, uint32_t phase) {
    for (Copies& copies : all_) {
        if (copies.binding == binding) return copies.buffers[phase % copies.buffers.size()];
    }
    throw std::out_of_range(fmt::format("no buffer has binding {}", binding));
}

}  // namespace sinew
