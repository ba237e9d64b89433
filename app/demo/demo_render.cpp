// A frame of the window: the swapchain around it, and what is told of it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "app/demo/demo.h"

namespace sinew {

/// False while there is nothing to present on.
bool Demo::prepareSwapchain() {
    if (window_.hidden()) return false;
    const VkExtent2D pixels = window_.pixels();
    const bool vsync = state_.settings.vsync;
    if (!swapchain_.fits(pixels, vsync)) {
        if (!swapchain_.resize(device_, pixels, vsync)) return false;
        if (!state_.cameraMoved) frameCamera();
    }
    state_.extent = swapchain_.extent();
    state_.presentMode = presentModeName(swapchain_.presentMode());
    return true;
}

void Demo::renderFrame() {
    const std::optional<AcquiredImage> image = swapchain_.acquire(device_);
    if (!image) return;  // the window changed its size in this moment: next time round
    const Target& target = image->target;
    FrameInput input{
        .settings = drawableSettings(),
        .playback = state_.playback,
        .camera = state_.camera,
        .target = target,
        .drawUi =
            [this, &target](VkCommandBuffer commands) {
                ui_.record(device_, commands, target, *drawData_);
            },
        .leaveTargetIn = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
        .cut = std::exchange(cut_, false),
        .targetAcquired = image->acquired,
        .targetDone = image->done,
    };
    // Times of different work are not mixed.
    if (isOtherWork(input.settings)) {
        state_.history.summariseAfter(frame_->statistics().frameIndex + kFramesInFlight);
    }
    renderWithinMemory(input);
    noteRendered();
    swapchain_.present(device_, *image);
    ++state_.framesShown;
    if (framesToShow_ > 0 && state_.framesShown >= framesToShow_) quit_ = true;
    if (state_.framesShown == 1) {
        std::printf("first frame after %.2f s\n", secondsSinceStart());
        std::fflush(stdout);
    }
}

bool Demo::isOtherWork(const FrameSettings& settings) const {
    const auto workOf = [](const FrameSettings& s) {
        return std::tuple(s.choice(), s.compared, s.instanceCount, s.cascadeCount, s.depthPrepass,
                          s.view, s.overlays.skeleton, s.overlays.bounds, s.motionBlur,
                          s.timerMode);
    };
    return workOf(settings) != workOf(rendered_);
}

/// A crowd, or a second one, that does not fit goes back to what there was before it, and the user
/// is told.
void Demo::renderWithinMemory(FrameInput& input) {
    const FrameSettings& wanted = input.settings;
    const bool same =
        wanted.instanceCount == rendered_.instanceCount && wanted.choice() == rendered_.choice() &&
        wanted.compared == rendered_.compared && wanted.motion() == rendered_.motion();
    try {
        frame_->render(input);
    } catch (const std::runtime_error& error) {
        const auto* vulkan = dynamic_cast<const VulkanError*>(&error);
        if (same || (vulkan && vulkan->result == VK_ERROR_DEVICE_LOST)) throw;
        state_.complain(error.what());
        Settings& settings = state_.settings;
        settings.instanceCount = rendered_.instanceCount;
        settings.skinning = rendered_.choice();
        settings.motionBlur = rendered_.motionBlur;
        if (rendered_.view != SINEW_VIEW_DIFFERENCE) settings.view = rendered_.view;
        if (rendered_.compared) {
            settings.compared = *rendered_.compared;
        } else {
            settings.comparison = Comparison::off;
        }
        input.settings = rendered_;
        applied_ = settings;
        if (!state_.cameraMoved) frameCamera();
        input.camera = state_.camera;
        frame_->render(input);
    }
    rendered_ = input.settings;
}

/// What the panels tell of the crowd that was just drawn.
void Demo::noteRendered() {
    state_.droppedWeight = frame_->droppedWeight();
    const GpuBakedClips* baked = frame_->bakedClips();
    state_.baked = baked ? &baked->clips() : nullptr;
}

void Demo::noteFrame() {
    state_.history.add(frame_->statistics());
    ++rateFrames_;
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - rateSince_).count();
    if (seconds < 0.5 && state_.framesShown > 1) return;
    state_.framesPerSecond = state_.framesShown > 1 ? rateFrames_ / seconds : 0.0;
    state_.memory = device_.memory();
    state_.maxInstances = frame_->maxInstances(rendered_.choice());
    rateSince_ = now;
    rateFrames_ = 0;
    updateTitle();
}

void Demo::updateTitle() {
    const uint32_t instances = rendered_.instanceCount;
    const Clip* clip = state_.clip();
    std::string methods(methodName(rendered_.method));
    const Resolution& drawn = frame_->resolution();
    if (!drawn.note.empty()) methods += fmt::format(" ({})", methodName(drawn.choice.method));
    if (rendered_.compared) {
        methods += fmt::format(" {} {}",
                               rendered_.view == SINEW_VIEW_DIFFERENCE ? "\xe2\x88\x92" : "beside",
                               methodName(rendered_.compared->method));
    }
    const std::string title =
        fmt::format("sinew | {} | {} | {} | {} instance{} | {:.0f} fps", state_.modelName,
                    clip ? clip->name : "rest pose", methods, instances, instances == 1 ? "" : "s",
                    state_.framesPerSecond);
    SDL_SetWindowTitle(window_.get(), title.c_str());
}

}  // namespace sinew
