// Steps 3 and 4 on the GPU: poses of all instances from their requests, and the boxes around them.
// The techniques that skin on the GPU from poses share it.
#include <algorithm>

#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kPoseShader = "pose.comp";
constexpr std::string_view kBoxShader = "boxes.comp";

template <const std::string_view& shader>
void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, shader, input.layouts, input.variant);
}

/// One dispatch a page, a thread an instance.
template <const std::string_view& shader>
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    constexpr uint32_t kGroupSize = 64;  // as in the shaders
    const Kernels::Bound kernel = kernels.bind(commands, shader, input.variant);
    for (const StepPage& page : input.pages) {
        const uint32_t groups = (page.constants.instanceCount + kGroupSize - 1) / kGroupSize;
        const uint32_t columns = std::min(groups, kernels.limits().groupsX);
        kernel.page(page);
        kernel.push(page.constants);
        vkCmdDispatch(commands, columns, (groups + columns - 1) / columns, 1);
        ++statistics.dispatches;
    }
}

}  // namespace

constexpr GpuStep kPose{.streams = &streams::kPoseStep,
                        .writes = access::kComputeWrite,
                        .prepare = prepare<kPoseShader>,
                        .record = record<kPoseShader>};
constexpr GpuStep kBoxes{.streams = &streams::kBoxStep,
                         .writes = access::kComputeWrite,
                         .prepare = prepare<kBoxShader>,
                         .record = record<kBoxShader>};

}  // namespace sinew::techniques
