// Making a crowd's buffers and the sets that name them.
#include "skinning/gpu/pages.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

/// The copy of a row that a frame of `phase` writes.
VkBuffer bufferOf(const BufferRow& row, const Page& page, const PageBuffers& poses,
                  uint32_t phase) {
    if (row.binding == SINEW_BINDING_INSTANCES) return page.placement.get();
    const PageBuffers& owner = row.writer == WrittenBy::pose ? poses : page.buffers;
    return owner.find(row.binding, phase)->get();
}

/// The model's buffers, by binding.
void bindMesh(const GpuMesh& mesh, std::span<VkBuffer> buffers) {
    buffers[SINEW_BINDING_VERTICES] = mesh.vertices.get();
    buffers[SINEW_BINDING_INFLUENCE_OFFSETS] = mesh.influenceOffsets.get();
    buffers[SINEW_BINDING_INFLUENCES] = mesh.influences.get();
    buffers[SINEW_BINDING_BINDS] = mesh.binds.get();
    buffers[SINEW_BINDING_MORPH_OFFSETS] = mesh.morphOffsets.get();
    buffers[SINEW_BINDING_MORPH_DELTAS] = mesh.morphDeltas.get();
    buffers[SINEW_BINDING_UVS] = mesh.uvs.get();
    buffers[SINEW_BINDING_COLORS] = mesh.colors.get();
    buffers[SINEW_BINDING_JOINT_COLORS] = mesh.jointColors.get();
    buffers[SINEW_BINDING_PARENTS] = mesh.parents.get();
}

/// What the sets of all pages are made of.
struct SetMaker {
    const Device& device;
    const Pages::Parts& parts;
    std::span<const BufferRow> rows;
    const DescriptorPool& pool;
    VkBuffer nothing;
    const GpuBakedClips& baked;
    uint32_t rangeBytes;

    VkDescriptorSet make(const Page& page, size_t pageIndex, Moment moment) const {
        // The frame before was one phase earlier.
        const uint32_t before = moment.hasPast ? moment.phase + kPhases - 1 : moment.phase;
        const PageBuffers& poses = parts.poses.buffers(pageIndex);
        std::array<VkBuffer, SINEW_BINDING_BAKED_CLIPS> buffers;
        buffers.fill(nothing);
        bindMesh(parts.mesh, buffers);
        if (!parts.compared.empty()) buffers[SINEW_BINDING_COMPARED] = parts.compared[pageIndex];
        for (const BufferRow& row : rows) {
            if (row.per != Per::instance) continue;
            const VkBuffer now = bufferOf(row, page, poses, moment.phase);
            const VkBuffer past = bufferOf(row, page, poses, before);
            buffers[row.binding] = now;
            if (row.previous != kNoBinding) buffers[row.previous] = past;
            if (row.uniformBinding != kNoBinding) buffers[row.uniformBinding] = now;
            if (row.previousUniform != kNoBinding) buffers[row.previousUniform] = past;
        }
        const VkDescriptorSet set = allocateSet(device, pool, parts.layouts.page, "page");
        writeStorageBuffers(device, set,
                            std::span(buffers).first(SINEW_STORAGE_BINDING_COUNT));
        const VkDeviceSize range = rangeBytes > 0 ? rangeBytes : VK_WHOLE_SIZE;
        for (const uint32_t binding :
             {SINEW_BINDING_UNIFORM_PALETTES, SINEW_BINDING_PREVIOUS_UNIFORM_PALETTES}) {
            writeUniformRange(device, set, binding, buffers[binding], range);
        }
        baked.writeInto(device, set, SINEW_BINDING_BAKED_CLIPS);
        return set;
    }
};

/// The batches of a page in runs that a uniform range holds.
void appendRuns(const PaletteLayout& palette, Batch batch, std::vector<Batch>& runs) {
    const uint32_t instanceCount = batch.instanceCount;
    for (uint32_t first = 0; first < instanceCount; first += palette.runInstances) {
        const uint32_t offset = first / palette.runInstances * palette.rangeBytes;
        batch.pageOffsets = {offset, offset};
        batch.firstInstance = first;
        batch.instanceCount = std::min(palette.runInstances, instanceCount - first);
        runs.push_back(batch);
    }
}

}  // namespace

uint32_t instancesPerPage(const SkinPlan& plan) {
    const BufferSums sums = sumOf(plan.buffers(), false);
    uint64_t largest = plan.limits.storageBytes;
    if (plan.technique->largestBuffer) {
        largest = std::min(largest, plan.technique->largestBuffer(plan.limits));
    }
    const uint64_t byRange = largest / sums.largestRangePerInstance;
    if (byRange == 0) {
        throw std::runtime_error(fmt::format(
            "{}: one instance needs a buffer of {} bytes and the device allows {} (method {}); try "
            "a smaller model or another method",
            plan.model->name, sums.largestRangePerInstance, largest,
            methodName(plan.choice.method)));
    }
    const uint64_t numbered = std::max<uint64_t>({plan.vertices(), plan.model->binds.size(), 1});
    return static_cast<uint32_t>(std::min<uint64_t>(byRange, 0xffffffffull / numbered));
}

Pages Pages::create(const Device& device, const SkinPlan& plan, const Parts& parts,
                    std::span<const gpu::Affine> worldFromObject, bool motion) {
    constexpr WrittenBy kOurs[] = {WrittenBy::technique, WrittenBy::gpu};
    const BufferList rows = plan.buffers();
    const std::span<const PageRange> ranges = parts.poses.pages();
    const auto setCount = static_cast<uint32_t>(ranges.size() * 2 * kPhases);

    Pages pages;
    pages.nothing_ = Buffer::create(
        device, {.name = "nothing",
                 .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT});
    if (!parts.baked) pages.nothingBaked_ = GpuBakedClips::placeholder(device);
    pages.pool_ = createDescriptorPool(device, setCount, setCount * SINEW_STORAGE_BINDING_COUNT);
    Uploader uploader(device);
    for (uint32_t p = 0; p < ranges.size(); ++p) {
        const auto [first, count] = ranges[p];
        pages.pages_.push_back(
            {.range = ranges[p],
             .placement = uploader.buffer(fmt::format("placement, page {}", p),
                                          std::as_bytes(worldFromObject.subspan(first, count))),
             .buffers = PageBuffers::create(device, rows, kOurs, p, count, motion)});
    }
    uploader.finish();

    gpu::SkinConstants constants = parts.mesh.constants;
    constants.paletteStride = plan.palette.stride;
    constants.runInstances = plan.palette.runInstances;
    if (parts.baked) {
        constants.bakedTexels = parts.baked->texelsPerFrame();
        constants.bakedRows = parts.baked->rows();
    }
    const SetMaker sets{device,
                        parts,
                        rows,
                        pages.pool_,
                        pages.nothing_.get(),
                        parts.baked ? *parts.baked : pages.nothingBaked_,
                        plan.palette.rangeBytes};
    for (uint32_t p = 0; p < ranges.size(); ++p) {
        const Page& page = pages.pages_[p];
        constants.instanceCount = page.range.instanceCount;
        pages.firstRuns_.push_back(pages.runs_[0].size());
        for (uint32_t i = 0; i < 2 * kPhases; ++i) {
            const Moment moment{i / 2, i % 2 != 0};
            const Batch batch{.page = sets.make(page, p, moment),
                              .indices = parts.mesh.indices.get(),
                              .constants = constants,
                              .draws = parts.mesh.draws,
                              .drawMaterials = parts.materials.drawMaterials,
                              .instanceCount = page.range.instanceCount,
                              .vertexCount = constants.vertexCount,
                              .jointCount = constants.jointCount};
            pages.wholePages_[i].push_back(batch);
            if (plan.palette.rangeBytes > 0) appendRuns(plan.palette, batch, pages.runs_[i]);
        }
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            const auto name = [&](const PageBuffers& from, uint32_t binding,
                                  std::vector<VkBuffer>& buffers) {
                const Buffer* buffer = from.find(binding, phase);
                if (buffer) buffers.push_back(buffer->get());
            };
            SkinBuffers& named = pages.buffers_[phase];
            name(parts.poses.buffers(p), SINEW_BINDING_POSES, named.poses);
            name(page.buffers, SINEW_BINDING_PALETTES, named.palettes);
            name(page.buffers, SINEW_BINDING_NORMAL_PALETTES, named.palettes);
            name(page.buffers, SINEW_BINDING_SKINNED, named.vertices);
        }
    }
    pages.firstRuns_.push_back(pages.runs_[0].size());
    return pages;
}

std::span<const Batch> Pages::drawsOfPage(Moment moment, size_t page) const {
    if (runs_[0].empty()) return batches(moment).subspan(page, 1);
    return std::span(runs_[indexOf(moment)])
        .subspan(firstRuns_[page], firstRuns_[page + 1] - firstRuns_[page]);
}

}  // namespace sinew
