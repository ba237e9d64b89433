// Tests that a frame with unchanged settings allocates nothing on its thread.
#include <gtest/gtest.h>

#include "renderer/device/instance.h"
#include "renderer/passes/picture.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame/frame.h"
#include "tests/count_allocations.h"

namespace sinew {
namespace {

struct Steadiness {
    bool everyChoice;  // also CPU posing with every method
    uint32_t warmUp, frames;
    uint32_t instances;
};

class SteadyStateTest : public ::testing::TestWithParam<Steadiness> {};

INSTANTIATE_TEST_SUITE_P(Usual, SteadyStateTest,
                         ::testing::Values(Steadiness{
                             .everyChoice = false, .warmUp = 6, .frames = 4, .instances = 4}));
INSTANTIATE_TEST_SUITE_P(Long, SteadyStateTest,
                         ::testing::Values(Steadiness{
                             .everyChoice = true, .warmUp = 20, .frames = 10, .instances = 20}));

TEST_P(SteadyStateTest, AFrameAllocatesNothing) {
    const Steadiness steadiness = GetParam();
    const Instance instance = Instance::create({});
    const Device device = Device::create(chooseDevice(instance, VK_NULL_HANDLE, ""), false);
    Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                VK_SAMPLE_COUNT_1_BIT);
    const auto shipped = [](const char* name) -> SceneModel {
        return {std::make_shared<const Model>(
            importGltf(std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / name))};
    };
    const SceneModel models[] = {shipped("mannequin_low.glb"), shipped("serpent.glb")};
    frame.setModels(models);
    const OffscreenTarget target = OffscreenTarget::create(device, {64, 64});
    std::vector<SkinChoice> choices;
    for (const Method method : allMethods()) {
        // The reference method keeps no buffers between frames, so it allocates.
        if (method == Method::cpuReference) continue;
        const MethodFacts::Supports& supports = skinningMethod(method).facts.supports;
        if (steadiness.everyChoice || !supports.poses || method == Method::compute) {
            choices.push_back({method, {}});
        }
        if (supports.rate)
            choices.push_back({method, {.poses = PosedBy::gpu, .rate = Rate::error}});
    }
    for (const auto& [method, skinning] : choices) {
        FrameInput input{.settings = {.method = method,
                                      .skinning = skinning,
                                      .instanceCount = steadiness.instances},
                         .playback = {.clip = 1, .previousClip = 0, .fade = 0.5f},
                         .target = target.target()};
        const std::vector<Anchor> anchors(steadiness.instances / 2, {{1, 0, 2}});
        input.anchors = anchors;
        const CrowdInput serpents{.playback = {.clip = 0}};
        input.others = {&serpents, 1};
        for (uint32_t i = 0; i < steadiness.warmUp; ++i) frame.render(input);
        const uint64_t before = test::allocationsOfThisThread();
        for (uint32_t i = 0; i < steadiness.frames; ++i) {
            input.playback.timeSeconds += 0.016f;
            frame.render(input);
        }
        EXPECT_EQ(test::allocationsOfThisThread() - before, 0u) << methodName(method);
        frame.finish();
    }
}

TEST(SteadyState, TheCounterCounts) {
    const uint64_t before = test::allocationsOfThisThread();
    const auto something = std::make_unique<int>(7);
    EXPECT_EQ(*something, 7);
    EXPECT_EQ(test::allocationsOfThisThread() - before, 1u);
}

}  // namespace
}  // namespace sinew
