// Creates the batches of a crowd: for each moment, the buffers that vertex stages read.
#include "skinning/gpu/crowd/crowd_draws.h"

#include <algorithm>

#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/passes.h"
#include "skinning/gpu/crowd/gpu_materials.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/crowd/skinned_crowd.h"

namespace sinew {
namespace {

constexpr uint32_t kBoxEdges = 12;

/// Returns `batch`. If palettes are read from uniform buffer ranges, splits it into one batch per
/// range.
std::vector<Batch> runsOf(const PaletteLayout& palette, const Batch& batch) {
    if (palette.rangeBytes == 0) return {batch};
    std::vector<Batch> runs;
    for (uint32_t first = 0; first < batch.instanceCount; first += palette.instancesPerRange) {
        Batch& run = runs.emplace_back(batch);
        run.uniformOffset = VkDeviceSize{first} * palette.stride * palette.entryBytes;
        run.firstInstance = first;
        run.instanceCount = std::min(palette.instancesPerRange, batch.instanceCount - first);
    }
    return runs;
}

/// Returns the visible lists and indirect arguments of a culled crowd.
Lists listsOf(const Device& device, const SkinnedCrowd& crowd, uint32_t phase) {
    const Culling* culling = crowd.culling();
    if (!culling) return {};
    const IndirectTemplates& indirectTemplates = culling->indirectTemplates();
    Lists lists{.visible = crowd.buffer(CrowdBuffer::visibleLists, phase).get(),
                .arguments = culling->arguments().get(),
                .of = {},
                .levels = static_cast<uint32_t>(crowd.levels().size()),
                .atOnce = device.has().multiDrawIndirect ? device.limits().maxDrawIndirectCount : 1,
                .firstSingle = indirectTemplates.argumentBytes()};
    for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
        const uint32_t first =
            list == SINEW_LIST_ANY
                ? indirectTemplates.points
                : indirectTemplates.draws + (list - 1) * indirectTemplates.drawsPerList;
        lists.of[list] = {VkDeviceSize{list} * crowd.range().instanceCount * sizeof(uint32_t),
                          argumentOffset(first)};
    }
    return lists;
}

}  // namespace

/// Creates an overlay. `bind(buffers, now)` sets the buffers that only this overlay reads.
template <typename Bind>
std::unique_ptr<CrowdDraws::Overlay> CrowdDraws::overlayOf(std::string_view source,
                                                           const Batch& batch,
                                                           const SkinnedCrowd& crowd,
                                                           const Bind& bind) {
    auto overlay = std::make_unique<Overlay>();
    overlay->stage.source = source;
    for (uint32_t phase = 0; phase < kPhases; ++phase) {
        Bound& buffers = overlay->buffers[phase];
        const FrameBuffers now = crowd.buffers(phase);
        buffers[SINEW_PASS_PLACEMENTS] = now.placements;
        bind(buffers, now);
        overlay->batches[phase] = batch;
        overlay->batches[phase].buffers = buffers;
    }
    return overlay;
}

CrowdDraws CrowdDraws::create(const Device& device, const SkinnedCrowd& crowd,
                              const GpuMaterials& materials, const Buffer* compared) {
    const GpuMesh& mesh = crowd.mesh().mesh;
    const gpu::SkinConstants& constants = crowd.constants();
    CrowdDraws draws;
    draws.jointCount_ = constants.jointCount;
    draws.stage_ = crowd.method().passStage(crowd.plan());
    draws.stage_.listed = crowd.plan().culled();
    draws.buffers_ = std::make_unique<std::array<Bound, 2 * kPhases>>();
    Batch batch{.constants = constants,
                .indices = mesh.indices.get(),
                .draws = mesh.draws,
                .drawMaterials = materials.drawMaterials,
                .instanceCount = constants.instanceCount,
                .vertexCount = constants.vertexCount};
    draws.skeletons_ =
        overlayOf("skeleton", batch, crowd, [&](Bound& buffers, const FrameBuffers& now) {
            buffers[0] = mesh.parents;
            buffers[1] = now.poses;
        });
    draws.boxes_ = overlayOf("bounds", batch, crowd, [](Bound& buffers, const FrameBuffers& now) {
        buffers[0] = now.boxes;
    });
    if (crowd.plan().culled()) {
        draws.testedBoxes_ =
            overlayOf("tested_boxes", batch, crowd, [&](Bound& buffers, const FrameBuffers& now) {
                buffers[0] = crowd.clipBoxes();
                buffers[1] = now.boxes;
                buffers[2] = now.requests;
                buffers[3] = now.playback;
                buffers[4] = now.visibility;
            });
        Batch once = batch;
        once.instanceCount = 1;
        draws.frustum_ = overlayOf("frustum", once, crowd, [](Bound&, const FrameBuffers&) {});
    }
    for (uint32_t i = 0; i < 2 * kPhases; ++i) {
        const Moment moment{i / 2, i % 2 != 0};
        Bound& buffers = (*draws.buffers_)[i];
        buffers[SINEW_PASS_UVS] = mesh.uvs;
        buffers[SINEW_PASS_COLORS] = mesh.colors;
        buffers[SINEW_PASS_VERTEX_MARKS] = mesh.vertexMarks;
        buffers[SINEW_PASS_PLACEMENTS] = crowd.buffers(moment.phase).placements;
        buffers[SINEW_PASS_COMPARED] = compared ? *compared : crowd.placeholder();
        crowd.method().bindPasses(crowd, moment, buffers);
        batch.buffers = buffers;
        batch.lists = listsOf(device, crowd, moment.phase);
        draws.batches_[i] = runsOf(crowd.plan().palette, batch);
    }
    return draws;
}

/// Each joint is drawn as two quads.
Lines CrowdDraws::skeletonOf(const Batch& batch) const {
    return {skeletons_->stage,
            {&batch, 1},
            12 * jointCount_,
            "skeleton.frag",
            VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST};
}

Lines CrowdDraws::skeletons(uint32_t phase) const {
    return skeletonOf(skeletons_->batches[phase]);
}

Lines CrowdDraws::skeletonOf(uint32_t instance, uint32_t phase, Batch& batch) const {
    batch = skeletons_->batches[phase];
    batch.firstInstance = instance;
    batch.instanceCount = 1;
    return skeletonOf(batch);
}

Lines CrowdDraws::boxLines(const Overlay& overlay, uint32_t phase) {
    return {overlay.stage, {&overlay.batches[phase], 1}, 2 * kBoxEdges};
}

}  // namespace sinew
