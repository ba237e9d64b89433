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

gpu::CallEntry callOf(const GroupLimits& limits, const SkinVariant& variant) {
    return {slotOfPosed(variant), SINEW_CALL_THREADS, 1, limits.x};
}

std::vector<gpu::CallEntry> calls(const GpuStep::CallInput& input) {
    return {callOf(input.limits, input.variant)};
}

/// One dispatch a page, a thread an instance.
template <const std::string_view& shader>
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    const Kernels::Bound kernel = kernels.bind(commands, shader, input.variant);
    for (const StepPage& page : input.pages) {
        kernel.page(page);
        kernel.push(page.constants);
        kernel.dispatch(page, callOf(kernels.limits(), input.variant), 0);
        ++statistics.dispatches;
    }
}

}  // namespace

constexpr GpuStep kPose{.streams = &streams::kPoseStep,
                        .writes = access::kComputeWrite,
                        .calls = calls,
                        .prepare = prepare<kPoseShader>,
                        .record = record<kPoseShader>};
constexpr GpuStep kBoxes{.streams = &streams::kBoxStep,
                         .writes = access::kComputeWrite,
                         .calls = calls,
                         .prepare = prepare<kBoxShader>,
                         .record = record<kBoxShader>};

}  // namespace sinew::techniques
