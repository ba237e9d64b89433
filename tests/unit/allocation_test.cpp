// In a steady frame, sampling, posing, skinning and animators allocate no memory.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include <thread>

#include "shaders/shared/vertex.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/animator/animator.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/cpu/skin.h"
#include "skinning/settings.h"
#include "tests/count_allocations.h"
#include "tests/unit/gltf/gltf_builder.h"

namespace sinew {
namespace {

TEST(Allocation, SteadyFramesOnTheCpuAllocateNothing) {
    // Only one thread, because a worker thread that starts late would allocate its scratch memory
    // in a late frame.
    const tbb::global_control oneThread(tbb::global_control::max_allowed_parallelism, 1);
    test::GltfBuilder builder = test::skinnedTriangle();
    const int times = builder.scalars({0, 1});
    builder.channel(2, "translation", times, builder.vec3({0, 0, 0, 1, 2, 3}));
    const Model model = builder.import();
    constexpr uint32_t kInstances = 20;
    std::vector<gpu::Affine> objectFromJoint(kInstances * model.skeleton.size());
    std::vector<gpu::PackedVertex> vertices(kInstances * model.geometry.vertexCount());
    Crowd crowd(model);
    CpuSkinner skinner(model);
    Playback playback{.clip = 0};
    playback.play(0, 10);  // a crossfade computes two poses
    std::vector<PoseRequest> requests(kInstances);
    const auto frame = [&] {
        playback.advance(0.01f, 10);
        writeRequests(model, playback, requests);
        requests[0] = withLayer(requests[0], {{0, .5f}, kFullBody, .5f});
        requests[1] = withAdditive(requests[1], {{0, .5f}, kFullBody, .5f});
        crowd.pose(requests, objectFromJoint, {});
        for (const SkinSettings& settings :
             {SkinSettings{}, SkinSettings{.blend = Blend::dualQuaternion}}) {
            skinner.skin({.count = kInstances, .objectFromJoint = objectFromJoint}, settings,
                         std::as_writable_bytes(std::span(vertices)));
        }
    };
    frame();
    const uint64_t before = test::allocationsOfAllThreads();
    for (int i = 0; i < 10; ++i) frame();
    EXPECT_EQ(test::allocationsOfAllThreads() - before, 0u);
}

// The simulated frames contain loop seams, events, random inputs, transitions and interrupted
// transitions.
TEST(Allocation, AnimatorsAllocateNothingWithinTheCapacityOfEvents) {
    AnimatorSpec spec;
    spec.parameters = {{.name = "p"}};
    for (uint32_t s = 0; s < 3; ++s) {
        spec.states.push_back(
            {.name = "s", .clip = s, .durationSeconds = .5f, .events = {{"a", 0}, {"b", .25f}}});
        spec.triggers.push_back("t");
        spec.transitions.push_back(
            {.to = s, .when = {{.kind = AnimatorCondition::Kind::trigger, .index = s}}});
    }
    spec.layers = {{.plays = {.clip = 0, .durationSeconds = .5f, .loops = false},
                    .when = {{.kind = AnimatorCondition::Kind::trigger, .index = 1}}}};
    spec.additive = AnimatorAdditive{.layer = {.plays = spec.states[0]}};
    constexpr uint32_t kInstances = 100;
    Animators animators(std::make_shared<const AnimatorSpec>(spec),
                        {.randomInputSeconds = .2f, .triggerShare = 1}, kInstances);
    std::vector<PoseRequest> requests(kInstances);
    std::vector<AnimatorEvent> events;
    events.reserve(10'000);
    std::vector<uint32_t> counts(spec.states.size());
    size_t happened = 0;
    const uint64_t before = test::allocationsOfAllThreads();
    for (int i = 0; i < 100; ++i) {
        events.clear();
        animators.advance(i % 10 == 0 ? 2.0f : .016f, events);
        animators.writeRequests(requests);
        animators.countStates(counts);
        happened += events.size();
    }
    EXPECT_EQ(test::allocationsOfAllThreads() - before, 0u);
    EXPECT_GT(happened, 5000u);
}

TEST(Allocation, TheFirstPoseOfAThreadAllocatesNothing) {
    const Model model = test::skinnedTriangle().import();
    const Pose pose = restPose(model);
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    size_t allocated = 0;
    std::thread([&] {
        const uint64_t before = test::allocationsOfAllThreads();
        poseSkeleton(model.skeleton, pose, objectFromJoint);
        allocated = test::allocationsOfAllThreads() - before;
    }).join();
    EXPECT_EQ(allocated, 0u);
}

}  // namespace
}  // namespace sinew
