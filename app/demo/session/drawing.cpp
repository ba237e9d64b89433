// Renders a frame of the window and maintains the swapchain.
#include "app/demo/session/steps.h"

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "app/demo/platform/view_files.h"
#include "app/demo/session/fault.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

bool differsInCost(const FrameSettings& settings, const FrameSettings& before) {
    const auto costSettings = [](const FrameSettings& s) {
        return std::tuple(s.choice(), s.compared, s.instanceCount, s.cascadeCount, s.depthPrepass,
                          s.view, s.wireframe, s.shadows, s.overlays.skeleton,
                          s.overlays.skeletonOf, s.overlays.bounds, s.cullCamera.has_value(),
                          s.timerMode);
    };
    return costSettings(settings) != costSettings(before);
}

/// Limits the instances of this frame by device memory and by Stage::gate.
void admitCrowd(Stage& stage, FrameSettings& settings) {
    State& state = stage.state;
    uint32_t& wanted = state.settings.instanceCount;
    const MemoryInputs inputs{{settings.choice(), settings.compared}, wanted, settings.motion()};
    const bool isNew = stage.changes.memory.changes(inputs);
    if (isNew && wanted > stage.shown.settings.instanceCount) {
        settings.instanceCount = wanted;
        const std::string fault = faultOf([&] { stage.frame->crowds().requireMemory(settings); });
        if (!fault.empty()) {
            state.complain(fault);
            wanted = stage.shown.settings.instanceCount;
        }
    }
    // With --frames there is no user to answer the question of the gate.
    settings.instanceCount =
        stage.framesToShow > 0 ? wanted : stage.gate.admit(inputs.methods, wanted);
    state.question = stage.gate.question();
    if (settings.instanceCount == stage.shown.crowd) return;
    stage.shown.crowd = settings.instanceCount;
    if (state.picked && *state.picked >= chosenCount(stage)) state.picked.reset();
    if (!state.cameraMoved) frameCamera(stage);
}

/// Renders the frame of the window again, offscreen, and saves the image.
void takePicture(Stage& stage, FrameInput input, PictureOf what) {
    const std::string fault = faultOf([&] {
        const OffscreenTarget picture =
            OffscreenTarget::create(stage.device, input.target.extent, stage.swapchain.format());
        const Target target = picture.target();
        input.target = target;
        input.drawUi = [&](VkCommandBuffer commands) {
            if (what == PictureOf::view) return;
            stage.ui.record(stage.device, commands, target, *stage.drawData);
        };
        input.leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        input.targetAcquired = input.targetDone = VK_NULL_HANDLE;
        input.repeats = true;
        stage.frame->finish();
        stage.frame->render(input);
        stage.frame->finish();
        stage.state.notify("Saved: " + savePicture(picture.read(stage.device)).string());
    });
    if (!fault.empty()) stage.state.complain(fault);
    stage.shown.steadyFrames = 0;
}

void readFrameResults(Stage& stage) {
    stage.state.droppedWeight = stage.frame->droppedWeight();
    const GpuBakedClips* baked = stage.frame->bakedClips(stage.state.chosenModel);
    stage.state.baked = baked ? &baked->clips() : nullptr;
}

}  // namespace

bool prepareSwapchain(Stage& stage) {
    State& state = stage.state;
    if (stage.window.hidden()) {
        stage.shown.steadyFrames = 0;
        return false;
    }
    const VkExtent2D pixels = stage.window.pixels();
    const bool vsync = state.settings.vsync;
    if (!stage.swapchain.fits(pixels, vsync)) {
        if (!stage.swapchain.resize(stage.device, pixels, vsync)) return false;
        if (!state.cameraMoved) frameCamera(stage);
    }
    state.extent = stage.swapchain.extent();
    state.presentMode = presentModeName(stage.swapchain.presentMode());
    return true;
}

void fillPlayback(Stage& stage, FrameInput& input) {
    State& state = stage.state;
    const std::vector<uint32_t> counts =
        stage.frame->crowds().countsOf(input.settings.instanceCount);
    const Stopwatch asking;
    bool animating = false;
    stage.others.clear();
    for (size_t i = 0; i < state.models.size(); ++i) {
        ShownModel& shown = state.models[i];
        CrowdInput crowd{.playback = shown.playback, .requests = {}, .anchors = {}};
        if (shown.animating && counts[i] > 0) {
            crowd.requests = shown.animator.requests(counts[i]);
            crowd.anchors = shown.animator.anchors();
            animating = true;
        }
        if (i > 0) {
            stage.others.push_back(crowd);
        } else {
            std::tie(input.playback, input.requests, input.anchors) =
                std::tie(crowd.playback, crowd.requests, crowd.anchors);
        }
    }
    input.others = stage.others;
    input.animateMs.reset();
    if (animating) input.animateMs = stage.readings.advancingMs + asking.ms();
}

void renderFrame(Stage& stage) {
    State& state = stage.state;
    const std::optional<AcquiredImage> image = stage.swapchain.acquire(stage.device);
    if (!image) return;  // the window was resized: the next iteration renders
    const Target& target = image->target;
    FrameSettings settings = drawableSettings(stage);
    admitCrowd(stage, settings);
    FrameInput input{
        .settings = std::move(settings),
        .camera = state.camera,
        .target = target,
        .drawUi =
            [&stage, &target](VkCommandBuffer commands) {
                stage.ui.record(stage.device, commands, target, *stage.drawData);
            },
        .leaveTargetIn = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
        .cut = std::exchange(stage.shown.cut, false),
        .targetAcquired = image->acquired,
        .targetDone = image->done,
    };
    // The medians of the panels must not mix times of different settings.
    if (differsInCost(input.settings, stage.shown.settings)) {
        stage.shown.steadyFrames = 0;
        state.history.summariseAfter(stage.frame->statistics().frameIndex + kFramesInFlight);
    }
    fillPlayback(stage, input);
    renderOrFallBack(stage, input);
    const PictureOf picture = std::exchange(stage.requestedPicture, PictureOf::nothing);
    if (picture != PictureOf::nothing) takePicture(stage, input, picture);
    readFrameResults(stage);
    stage.swapchain.present(stage.device, *image);
    ++state.framesShown;
    if (stage.framesToShow > 0 && state.framesShown >= stage.framesToShow) stage.quit = true;
    if (state.framesShown == 1) {
        std::printf("first frame after %.2f s\n", stage.secondsSinceStart());
        std::fflush(stdout);
    }
}

}  // namespace sinew
