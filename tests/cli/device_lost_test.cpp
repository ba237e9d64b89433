// A device that is lost in the middle of work: handlers that tell a fault and go on let it pass.
#include <type_traits>

#include "benchmarks/run/section_runner.h"
#include "renderer/instance.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/cli/commands.h"

namespace sinew {
namespace {

static_assert(!std::is_base_of_v<std::runtime_error, DeviceLost>);

VKAPI_ATTR VkResult VKAPI_CALL loseDevice(VkQueue, uint32_t, const VkSubmitInfo2*, VkFence) {
    return VK_ERROR_DEVICE_LOST;
}

/// While it lives, every submission says that the device is lost.
class LostDevice {
public:
    LostDevice() : submit_(std::exchange(vkQueueSubmit2, loseDevice)) {}
    ~LostDevice() { vkQueueSubmit2 = submit_; }
    LostDevice(const LostDevice&) = delete;
    LostDevice& operator=(const LostDevice&) = delete;

private:
    PFN_vkQueueSubmit2 submit_;
};

class GpuDeviceLost : public ::testing::Test {
protected:
    const Instance instance_ = Instance::create({});
    const Device device_ = Device::create(chooseDevice(instance_, VK_NULL_HANDLE, ""), false);
    const std::shared_ptr<const Model> model_ =
        std::make_shared<const Model>(importGltf(test::shipped("mannequin_low.glb")));
};

TEST_F(GpuDeviceLost, SaysWhichCallAndWhatToTry) {
    EXPECT_THAT([] { VK_CHECK(loseDevice(nullptr, 0, nullptr, nullptr)); },
                testing::ThrowsMessage<DeviceLost>(
                    testing::AllOf(testing::HasSubstr("loseDevice"),
                                   testing::HasSubstr("start again, with fewer instances"))));
    EXPECT_THROW(VK_CHECK(VK_ERROR_OUT_OF_DEVICE_MEMORY), VulkanError);
}

TEST_F(GpuDeviceLost, EndsAVerification) {
    Capture capture = Capture::create(device_, ShaderLibrary::embedded());
    const auto scene = capture.sceneOf(model_);
    const LostDevice lost;
    EXPECT_THROW((void)verifyChoice(capture, scene, {}, 1, verifySamples(*model_)), DeviceLost);
}

TEST_F(GpuDeviceLost, EndsABenchmarkAndIsNoRowThatWasNotMeasured) {
    const Scenario scenario{
        .name = "lost", .choices = {SkinChoice{}}, .instances = {1}, .passes = {1}};
    const Conditions conditions{.frames = 1, .width = 64, .height = 64, .samples = 1};
    SectionRunner runner(device_, {.models = {{model_}}, .name = "mannequin"}, scenario, conditions,
                         {});
    const LostDevice lost;
    const auto run = [&] {
        while (runner.advance()) {
        }
    };
    EXPECT_THROW(run(), DeviceLost);
}

TEST_F(GpuDeviceLost, EndsABenchmarkOfKernels) {
    const LostDevice lost;
    EXPECT_THROW(KernelBench(device_, *model_, 0, 1, 1), DeviceLost);
}

}  // namespace
}  // namespace sinew
