// Culling: visibility words of instances for each pass, then the visible lists that later steps and
// passes read. It runs before poses by the bounds of clips and, if the GPU poses, again by posed
// bounds.
#include "shaders/shared/culling.h"
#include "shaders/shared/variant.h"
#include "skinning/gpu/techniques/crowd_work.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

template <uint32_t cullBy>
GpuStep::Pipelines prepare(Kernels& kernels, const ShaderLibrary& shaders,
                           const SkinnedCrowd& crowd, std::string_view shader) {
    const SkinVariant& variant = crowd.plan().variant();
    const SkinVariant own{.culled = variant.culled,
                          .levels = variant.levels,
                          .rates = variant.rates,
                          .cullBy = cullBy};
    return {&kernels.compute(shaders, shader, own.constants())};
}

template <uint32_t cullBy>
GpuStep::Pipelines prepareMasks(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd) {
    return prepare<cullBy>(kernels, shaders, crowd, "cull.comp");
}
template <uint32_t cullBy>
GpuStep::Pipelines prepareEnds(Kernels& kernels, const ShaderLibrary& shaders,
                               const SkinnedCrowd& crowd) {
    return prepare<cullBy>(kernels, shaders, crowd, "ends.comp");
}
template <uint32_t cullBy>
GpuStep::Pipelines prepareLists(Kernels& kernels, const ShaderLibrary& shaders,
                                const SkinnedCrowd& crowd) {
    return prepare<cullBy>(kernels, shaders, crowd, "lists.comp");
}

/// Groups for a thread an instance. A crowd never has too many for one row.
Groups groupsOf(const SkinnedCrowd& crowd) {
    static_assert(kMostInstances / SINEW_CULL_GROUP < 65535, "groups that every device allows");
    return {(crowd.range().instanceCount + SINEW_CULL_GROUP - 1) / SINEW_CULL_GROUP};
}

/// Bounds, views -> visibility words, counts of each workgroup.
void recordMasks(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
                 Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment);
    commands.dispatch(
        *pipelines.front(),
        {crowd.clipBoxes(), crowd.mesh().mesh.levelEntries, buffers.requests, buffers.playback,
         buffers.placements, buffers.boxes, crowd.culling()->views(moment.phase), buffers.heldPoses,
         buffers.visibility, buffers.visibleCounts},
        crowd.constants(), groupsOf(crowd));
}

/// Counts -> ends of lists and levels, indirect arguments.
void recordEnds(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
                Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment);
    commands.dispatch(
        *pipelines.front(),
        {crowd.mesh().mesh.levelEntries, buffers.visibility, buffers.visibleCounts,
         crowd.culling()->callTemplates(), buffers.listEnds, crowd.culling()->arguments()},
        crowd.constants(), {});
}

/// Visibility words, ends -> visible lists, first vertices, arguments of single draws.
void recordLists(Commands& commands, const GpuStep::Pipelines& pipelines, const SkinnedCrowd& crowd,
                 Moment moment) {
    const FrameBuffers buffers = crowd.buffers(moment);
    commands.dispatch(*pipelines.front(),
                      {crowd.mesh().mesh.levelEntries, buffers.visibility, buffers.visibleCounts,
                       crowd.culling()->callTemplates(), buffers.listEnds, buffers.visibleLists,
                       crowd.culling()->arguments(), buffers.firstVertices},
                      crowd.constants(), groupsOf(crowd));
}

template <uint32_t cullBy>
constexpr CullRound roundBy() {
    constexpr Access kWrites = access::kComputeWrite;
    return {.masks = {.writes = kWrites, .prepare = prepareMasks<cullBy>, .record = recordMasks},
            .ends = {.writes = kWrites, .prepare = prepareEnds<cullBy>, .record = recordEnds},
            .lists = {.writes = kWrites, .prepare = prepareLists<cullBy>, .record = recordLists}};
}

}  // namespace

constexpr std::array<CullRound, 2> kCullRounds{roundBy<SINEW_CULL_BY_CLIPS>(),
                                               roundBy<SINEW_CULL_BY_POSES>()};

}  // namespace sinew::techniques
