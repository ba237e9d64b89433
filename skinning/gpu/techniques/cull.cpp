// Culling: which instances each pass may see, and the lists that the later steps and the passes
// work on. That is told by the boxes of their clips before anything is posed, and where the GPU
// poses once more by the boxes of the poses.
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kCullShader = "cull.comp";
constexpr std::string_view kEndShader = "ends.comp";
constexpr std::string_view kListShader = "lists.comp";

/// What the kernels depend on.
SkinVariant variantFor(const SkinVariant& variant, uint32_t by) {
    return {
        .culled = variant.culled, .levels = variant.levels, .rates = variant.rates, .cullBy = by};
}

template <const std::string_view& shader, uint32_t by>
void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, shader, input.layouts, variantFor(input.variant, by));
}

/// Groups for a thread an instance. No page has so many that a row of groups is too short.
uint32_t groupsOf(const StepPage& page) {
    static_assert(kMostInstances / SINEW_CULL_GROUP < 65535, "groups that every device allows");
    return (page.constants.instanceCount + SINEW_CULL_GROUP - 1) / SINEW_CULL_GROUP;
}

uint32_t oneGroup(const StepPage&) {
    return 1;
}

/// One dispatch a page.
template <const std::string_view& shader, uint32_t by, uint32_t (*groups)(const StepPage&)>
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    const Kernels::Bound kernel = kernels.bind(commands, shader, variantFor(input.variant, by));
    for (const StepPage& page : input.pages) {
        kernel.sets(page.mesh, page.crowd);
        kernel.push(page.constants);
        vkCmdDispatch(commands, groups(page), 1, 1);
        ++statistics.dispatches;
    }
}

template <const std::string_view& shader, uint32_t by, uint32_t (*groups)(const StepPage&)>
constexpr GpuStep stepOf(const Streams& streams) {
    return {.streams = &streams,
            .writes = access::kComputeWrite,
            .prepare = prepare<shader, by>,
            .record = record<shader, by, groups>};
}

template <uint32_t by>
constexpr CullRound roundBy() {
    return {.masks = stepOf<kCullShader, by, groupsOf>(streams::kCullStep),
            .ends = stepOf<kEndShader, by, oneGroup>(streams::kEndStep),
            .lists = stepOf<kListShader, by, groupsOf>(streams::kListStep)};
}

}  // namespace

constexpr std::array<CullRound, 2> kCullRounds{roundBy<SINEW_CULL_BY_CLIPS>(),
                                               roundBy<SINEW_CULL_BY_POSES>()};

}  // namespace sinew::techniques
