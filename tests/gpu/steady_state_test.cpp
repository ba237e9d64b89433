// A frame allocates nothing on its thread once nothing changes.
#include <gtest/gtest.h>

#include "renderer/picture.h"
#include "skinning/gltf/import.h"
#include "skinning/gpu/frame.h"
#include "tests/count_allocations.h"
#include "tests/gpu/two_queues.h"

namespace sinew {
namespace {

TEST(SteadyState, AFrameAllocatesNothing) {
    const Instance instance = Instance::create({});
    const Device device = test::deviceWithTwoQueues(instance);
    Frame frame = Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                                VK_SAMPLE_COUNT_1_BIT);
    const auto shipped = [](const char* name) -> SceneModel {
        return {std::make_shared<const Model>(
            importGltf(std::filesystem::path(SINEW_SOURCE_DIR) / "assets" / name))};
    };
    const SceneModel models[] = {shipped("mannequin_low.glb"), shipped("serpent.glb")};
    frame.setModels(models);
    const OffscreenTarget target = OffscreenTarget::create(device, {64, 64});
    std::vector<SkinChoice> ways;
    for (const Method method : allMethods()) {
        // The definition keeps nothing from frame to frame: it allocates as tutorials do.
        if (method == Method::cpuReference) continue;
        ways.push_back({method, {}});
        const Technique::Heeds& heeds = techniqueOf(method).heeds;
        if (heeds.rate) ways.push_back({method, {.rate = Rate::error}});
        if (heeds.queues) ways.push_back({method, {.queues = Queues::two}});
        if (heeds.poses) ways.push_back({method, {.poses = PosedBy::gpu, .rate = Rate::error}});
    }
    for (const auto& [method, skinning] : ways) {
        FrameInput input{.settings = {.method = method, .skinning = skinning, .instanceCount = 20},
                         .playback = {.clip = 1, .previousClip = 0, .fade = 0.5f},
                         .target = target.target()};
        const std::vector<Anchor> anchors(10, {{1, 0, 2}, 0.5f});
        input.anchors = anchors;
        const CrowdInput serpents{.playback = {.clip = 0}};
        input.others = {&serpents, 1};
        for (int i = 0; i < 20; ++i) frame.render(input);
        const uint64_t before = test::allocationsOfThisThread();
        for (int i = 0; i < 10; ++i) {
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
