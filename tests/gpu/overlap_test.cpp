// Frames whose kernels run on a queue of their own, while the frame before is drawn. Where the
// device has one queue, that stands in for the second one.
#include <fmt/format.h>

#include "renderer/frame_ring.h"
#include "skinning/gpu/crowd_camera.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class OverlapTest : public test::GpuTest {
protected:
    OverlapTest() : target_(OffscreenTarget::create(device(), {64, 64})) {}

    /// A few frames, one after the other without waiting; the last one's picture.
    Picture draw(Frame& frame, const FrameSettings& settings) const {
        FrameInput input = inputFor(frame, target_, settings, 0, 0.1f);
        const CrowdInput other{.playback = input.playback};
        input.others = {&other, 1};
        for (int i = 0; i < 5; ++i) {
            input.playback.advance(0.05f, 0.0f);
            frame.render(input);
        }
        frame.finish();
        return target_.read(device());
    }
    /// With `queues` in place of the settings' own.
    Picture draw(Frame& frame, FrameSettings settings, Queues queues) const {
        settings.skinning.queues = queues;
        Picture picture = draw(frame, settings);
        EXPECT_EQ(frame.statistics().onTwoQueues, queues == Queues::two);
        return picture;
    }
    void expectSame(Frame& frame, const FrameSettings& settings) const {
        const Picture alone = draw(frame, settings, Queues::one);
        EXPECT_EQ(alone.rgba, draw(frame, settings, Queues::two).rgba);
        // What kernels keep for the next frame is passed on from queue to queue.
        EXPECT_EQ(alone.rgba, draw(frame, settings, Queues::one).rgba);
    }

    OffscreenTarget target_;
};

/// The suite varies choices, models and views.
class LongOverlapTest : public OverlapTest {};

TEST_F(OverlapTest, PicturesAreTheSameInEveryBit) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    expectSame(frame, {.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes},
                       .instanceCount = 3,
                       .cascadeCount = 1});
}

TEST_F(LongOverlapTest, PicturesAreTheSameInEveryBit) {
    const SkinChoice choices[] = {
        {},
        {Method::compute, {.output = Output::compact}},
        {Method::compute, {.poses = PosedBy::gpu, .cull = Cull::boxes}},
        {Method::compute, {.poses = PosedBy::gpu, .lod = Lod::error}},
        {Method::vertex, {.poses = PosedBy::gpu, .lod = Lod::error}},
        {Method::vertexUniform, {.cull = Cull::boxes}},
    };
    const SceneModel models[] = {{mannequin()}, {serpent()}};
    Frame frame = createFrame();
    for (const size_t count : {size_t{1}, size_t{2}}) {
        frame.setModels(std::span(models).first(count));
        for (const SkinChoice& choice : choices) {
            for (const uint32_t view : {SINEW_VIEW_SHADED, SINEW_VIEW_MOTION}) {
                SCOPED_TRACE(
                    fmt::format("{} of {} models, view {}", choiceText(choice), count, view));
                expectSame(frame, {.method = choice.method,
                                   .skinning = choice.settings,
                                   .instanceCount = 6,
                                   .view = view,
                                   .overlays = {.bounds = true}});
            }
        }
    }
}

TEST_F(OverlapTest, WhatPassesReadHasACopyForEachFrameInFlight) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const SkinSettings settings{.poses = PosedBy::gpu, .lod = Lod::error};
    const auto heldBy = [&](Queues queues) {
        SkinSettings own = settings;
        own.queues = queues;
        const CrowdDemand demand{.choice = {Method::compute, own}, .vertexBudget = 1 << 20};
        return sumsOf(*frame.scene(), demand).deviceBytesPerInstance;
    };
    EXPECT_GT(heldBy(Queues::two), heldBy(Queues::one) * 3 / 2);
    EXPECT_LT(heldBy(Queues::two), heldBy(Queues::one) * kFramesInFlight);  // masks are kept
}

TEST_F(OverlapTest, TheFrameWaitsForAsManyFramesKernelsAsWereSubmitted) {
    FrameRing ring = FrameRing::create(device());
    const auto submit = [&](bool onTwoQueues) {
        const FrameCommands commands = ring.begin(device(), onTwoQueues);
        EXPECT_EQ(commands.onTwoQueues(), onTwoQueues);
        EXPECT_EQ(commands.compute.computeOnly, onTwoQueues);
        ring.submit(device(), {.computed = VK_PIPELINE_STAGE_2_VERTEX_SHADER_BIT});
    };
    // A frame that waited for more than was submitted would never end.
    for (const bool onTwoQueues : {true, true, false, true, false, false, true}) {
        submit(onTwoQueues);
    }
    ring.finish(device());
}

TEST_F(LongOverlapTest, WhatCannotOverlapIsDrawnOnOneQueueAndTellsWhy) {
    const FrameSettings overlapped{.skinning = {.cull = Cull::boxes, .queues = Queues::two},
                                   .instanceCount = 3};
    FrameSettings compared = overlapped, frozen = overlapped, timed = overlapped;
    compared.compared = SkinChoice{Method::vertex, {}};
    frozen.cullCamera = Camera{};
    timed.timerMode = TimerMode::serialised;
    Frame frame = createFrame();
    frame.setModel(mannequin());
    for (const auto& [settings, why] :
         {std::pair(compared, "two methods are compared"),
          std::pair(frozen, "culling uses a separate camera"),
          std::pair(timed, "steps are serialised"), std::pair(overlapped, "")}) {
        const Picture alone = draw(frame, settings);
        EXPECT_EQ(frame.statistics().onTwoQueues, *why == '\0');
        const std::string& note = frame.resolution().note;
        EXPECT_NE(note.find(why), std::string::npos) << note;
        EXPECT_EQ(note.empty(), *why == '\0') << note;
    }
}

TEST_F(OverlapTest, MethodsThatCannotHaveNoUseForIt) {
    for (const Method method : allMethods()) {
        const bool can = method == Method::compute || method == Method::vertex ||
                         method == Method::vertexUniform;
        EXPECT_EQ(heeded({method, {.queues = Queues::two}}).queues == Queues::two, can)
            << methodName(method);
    }
    // Of kept poses there is one copy.
    const SkinChoice rated{Method::compute, {.rate = Rate::error, .queues = Queues::two}};
    EXPECT_EQ(heeded(rated).queues, Queues::one);
}

TEST_F(OverlapTest, ADeviceWithOneQueueIsToldByName) {
    Device device = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
    device.assume({.noComputeQueue = true});
    Frame frame = createFrame(device);
    frame.setModel(mannequin());
    std::string fault;
    try {
        renderPicture(frame, {.skinning = {.queues = Queues::two}}, 0, 0.0f, device);
    } catch (const std::runtime_error& error) {
        fault = error.what();
    }
    EXPECT_NE(fault.find("lacks a second queue"), std::string::npos) << fault;
    renderPicture(frame, {}, 0, 0.0f, device);
    EXPECT_FALSE(frame.statistics().onTwoQueues);
}

TEST_F(OverlapTest, QueuesThatDoNotDrawArePreferred) {
    const auto family = [](VkQueueFlags flags, uint32_t count) {
        return VkQueueFamilyProperties{.queueFlags = flags, .queueCount = count};
    };
    constexpr VkQueueFlags kAll = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    const VkQueueFamilyProperties one[] = {family(kAll, 1), family(VK_QUEUE_TRANSFER_BIT, 2)};
    EXPECT_FALSE(computeQueueBeside(one, 0));
    const VkQueueFamilyProperties many[] = {family(kAll, 16), family(VK_QUEUE_TRANSFER_BIT, 2)};
    EXPECT_EQ(computeQueueBeside(many, 0), (QueuePlace{0, 1}));
    const VkQueueFamilyProperties beside[] = {family(kAll, 16), family(VK_QUEUE_COMPUTE_BIT, 8)};
    EXPECT_EQ(computeQueueBeside(beside, 0), (QueuePlace{1, 0}));
}

}  // namespace
}  // namespace sinew
