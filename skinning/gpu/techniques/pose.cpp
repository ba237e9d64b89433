// Steps 3 and 4 on the GPU: poses of all instances from their requests, and the boxes around them.
// The techniques that skin on the GPU from poses share it.
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

constexpr std::string_view kPoseShader = "pose.comp";
constexpr std::string_view kBoxShader = "boxes.comp";

/// A thread an instance.
KernelDispatch dispatchOf(const SkinVariant& variant, const gpu::SkinConstants& page) {
    return {.variant = variant, .push = {page, slotOfPosed(variant)}};
}

std::vector<gpu::CallEntry> calls(const GpuStep::CallInput& input) {
    return {dispatchOf(input.variant, input.page).call()};
}

template <const std::string_view& shader>
void prepare(Kernels& kernels, const ShaderLibrary& shaders, const GpuStep::Input& input) {
    kernels.prepareCompute(shaders, shader, input.layouts, input.variant);
}

template <const std::string_view& shader>
void record(VkCommandBuffer commands, const Kernels& kernels, const GpuStep::Input& input,
            FrameStatistics& statistics) {
    for (const StepPage& page : input.pages) {
        kernels.dispatch(commands, shader, dispatchOf(input.variant, page.constants), page, 0,
                         statistics);
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
