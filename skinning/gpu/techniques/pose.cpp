// Steps 3 and 4 on the GPU: poses of all instances from their requests, and the boxes around them.
// The techniques that skin on the GPU from poses share it.
#include "skinning/gpu/techniques/kernels.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

/// A thread an instance.
std::vector<StepItem> items(const GpuStep::PageInput& input) {
    return {{.variant = input.variant, .constants = input.page, .slot = slotOfPosed(input.variant)}};
}

}  // namespace

constexpr GpuStep kPose{
    .streams = &streams::kPoseStep, .writes = access::kComputeWrite, .items = items};
constexpr GpuStep kBoxes{
    .streams = &streams::kBoxStep, .writes = access::kComputeWrite, .items = items};

}  // namespace sinew::techniques
