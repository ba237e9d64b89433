// Culling: which instances each pass may see, told by the boxes of their clips before anything is
// posed, and the lists that the later steps and the passes work on.
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kCullShader = "cull.comp";
constexpr std::string_view kEndShader = "ends.comp";
constexpr std::string_view kListShader = "lists.comp";

/// What the kernels depend on.
SkinVariant variantFor(const SkinVariant& variant) {
    return {.culled = variant.culled, .levels = variant.levels, .rates = variant.rates};
}

template <const std::string_view& shader>
void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, shader, input.layouts, variantFor(input.variant));
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
template <const std::string_view& shader, uint32_t (*groups)(const StepPage&)>
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    const Kernels::Bound kernel = kernels.bind(commands, shader, variantFor(input.variant));
    for (const StepPage& page : input.pages) {
        kernel.sets(page.mesh, page.crowd);
        kernel.push(page.constants);
        vkCmdDispatch(commands, groups(page), 1, 1);
        ++statistics.dispatches;
    }
}

}  // namespace

constexpr GpuStep kCull{.streams = &streams::kCullStep,
                        .writes = access::kComputeWrite,
                        .prepare = prepare<kCullShader>,
                        .record = record<kCullShader, groupsOf>};
constexpr GpuStep kEnds{.streams = &streams::kEndStep,
                        .writes = access::kComputeWrite,
                        .prepare = prepare<kEndShader>,
                        .record = record<kEndShader, oneGroup>};
constexpr GpuStep kLists{.streams = &streams::kListStep,
                         .writes = access::kComputeWrite,
                         .prepare = prepare<kListShader>,
                         .record = record<kListShader, groupsOf>};

}  // namespace sinew::techniques
