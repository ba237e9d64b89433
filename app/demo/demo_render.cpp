// A frame of the window: the swapchain around it, and the panels' figures of it.
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <tuple>

#include "app/demo/demo.h"
#include "app/demo/fault.h"
#include "app/demo/view_files.h"
#include "benchmarks/number_text.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

// So many frames after a change, all frames in flight have the same settings.
constexpr uint32_t kSettlingFrames = kFramesInFlight + 1;

}  // namespace

/// False while there is nothing to present on.
bool Demo::prepareSwapchain() {
    if (window_.hidden()) {
        steadyFrames_ = 0;
        return false;
    }
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
    if (!image) return;  // the window has just changed its size: drawn in the next round
    const Target& target = image->target;
    FrameSettings settings = drawableSettings();
    admitCrowd(settings);
    FrameInput input{
        .settings = std::move(settings),
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
    // Times of different settings are not mixed.
    if (isOtherWork(input.settings)) {
        steadyFrames_ = 0;
        state_.history.summariseAfter(frame_->statistics().frameIndex + kFramesInFlight);
    }
    letAnimatorsPlay(input);
    if (std::exchange(pictureWanted_, false)) takePicture(input);
    renderOrGoBack(input);
    noteRendered();
    swapchain_.present(device_, *image);
    ++state_.framesShown;
    if (framesToShow_ > 0 && state_.framesShown >= framesToShow_) quit_ = true;
    if (state_.framesShown == 1) {
        std::printf("first frame after %.2f s\n", secondsSinceStart());
        std::fflush(stdout);
    }
}

/// The frame is rendered once more, for a file; before the window's own, so that motion is seen.
void Demo::takePicture(FrameInput input) {
    const std::string fault = faultOf([&] {
        const OffscreenTarget picture =
            OffscreenTarget::create(device_, input.target.extent, swapchain_.format());
        const Target target = picture.target();
        input.target = target;
        input.drawUi = [&](VkCommandBuffer commands) {
            ui_.record(device_, commands, target, *drawData_);
        };
        input.leaveTargetIn = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        input.targetAcquired = input.targetDone = VK_NULL_HANDLE;
        frame_->render(input);
        frame_->finish();
        state_.tell("Saved: " + savePicture(picture.read(device_)).string());
    });
    if (!fault.empty()) state_.complain(fault);
    steadyFrames_ = 0;
}

/// Where they do; else the playback.
void Demo::letAnimatorsPlay(FrameInput& input) {
    input.requests = {};
    input.anchors = {};
    input.animateMs.reset();
    if (!state_.animating) return;
    const Stopwatch asking;
    input.requests = state_.animator.requests(input.settings.instanceCount);
    input.anchors = state_.animator.anchors();
    input.animateMs = advancingMs_ + asking.ms();
}

bool Demo::isOtherWork(const FrameSettings& settings) const {
    const auto workOf = [](const FrameSettings& s) {
        return std::tuple(s.choice(), s.compared, s.instanceCount, s.cascadeCount, s.depthPrepass,
                          s.view, s.overlays.skeleton, s.overlays.skeletonOf, s.overlays.bounds,
                          s.timerMode);
    };
    return workOf(settings) != workOf(rendered_);
}

/// How many characters this frame has: the wanted number, if memory and the gate allow it.
void Demo::admitCrowd(FrameSettings& settings) {
    uint32_t& wanted = state_.settings.instanceCount;
    const Wish wish{{settings.choice(), settings.compared}, wanted, settings.motion()};
    if (wish != fitting_ && wanted > rendered_.instanceCount) {
        settings.instanceCount = wanted;
        const std::string fault = faultOf([&] { frame_->requireMemory(settings); });
        if (!fault.empty()) {
            state_.complain(fault);
            wanted = rendered_.instanceCount;
        }
    }
    fitting_ = wish;
    // With --frames nobody can answer the question.
    settings.instanceCount = framesToShow_ > 0 ? wanted : gate_.admit(wish.way, wanted);
    state_.question = gate_.question();
    if (settings.instanceCount == crowd_) return;
    crowd_ = settings.instanceCount;
    if (state_.picked && *state_.picked >= crowd_) state_.picked.reset();
    if (!state_.cameraMoved) frameCamera();
}

/// Where a frame cannot be drawn, shows why and draws what was shown before.
void Demo::renderOrGoBack(FrameInput& input) {
    const auto render = [&] {
        return faultOf([&] {
            try {
                frame_->render(input);
            } catch (const VulkanError& error) {
                memoryRanOut_ = error.result == VK_ERROR_OUT_OF_DEVICE_MEMORY;
                throw;
            }
        });
    };
    memoryRanOut_ = false;
    std::string fault = render();
    if (!fault.empty()) state_.complain(fault);
    for (const auto goBack : {&Demo::backToLastSettings, &Demo::backToOneCharacter,
                              &Demo::backToClip, &Demo::backToLastMoment, &Demo::backToRestPose,
                              &Demo::backToPlainWay, &Demo::backToLastModel}) {
        if (fault.empty()) break;
        if (!(this->*goBack)(input)) continue;
        letAnimatorsPlay(input);
        fault = render();
    }
    if (!fault.empty()) throw std::runtime_error(fault);
    rendered_ = input.settings;
    renderedMoment_ = input.playback;
    lastModel_.reset();
}

/// Goes back to the last settings, because a crowd may not fit. False: they are the same.
bool Demo::backToLastSettings(FrameInput& input) {
    const FrameSettings& wanted = input.settings;
    const bool same =
        wanted.instanceCount == rendered_.instanceCount && wanted.choice() == rendered_.choice() &&
        wanted.compared == rendered_.compared && wanted.motion() == rendered_.motion();
    if (same) return false;
    Settings& settings = state_.settings;
    settings.instanceCount = crowd_ = rendered_.instanceCount;
    settings.skinning = rendered_.choice();
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
    return true;
}

/// The window has grown, say, and its targets have taken the crowd's memory.
bool Demo::backToOneCharacter(FrameInput& input) {
    if (!memoryRanOut_ || input.settings.instanceCount <= 1) return false;
    state_.settings.instanceCount = input.settings.instanceCount = crowd_ = 1;
    state_.tell("One character is shown: there is no memory for more.");
    if (!state_.cameraMoved) frameCamera();
    input.camera = state_.camera;
    return true;
}

/// No more state machines.
bool Demo::backToClip(FrameInput&) {
    if (!state_.animating) return false;
    letPlay(Plays::clip);
    state_.tell("A clip is shown in place of the animators.");
    return true;
}

/// The clip stands still where it could be drawn last.
bool Demo::backToLastMoment(FrameInput& input) {
    if (!renderedMoment_) return false;
    state_.playback = input.playback = *std::exchange(renderedMoment_, std::nullopt);
    state_.playing = false;
    state_.tell("The clip was stopped before that moment.");
    return true;
}

bool Demo::backToRestPose(FrameInput& input) {
    if (state_.playback.clip == kRestPose) return false;
    state_.playback = input.playback = {};
    state_.tell("The rest pose is shown instead.");
    return true;
}

/// The way of skinning of the last run may be too small for this model.
bool Demo::backToPlainWay(FrameInput& input) {
    if (input.settings.choice() == SkinChoice{} && !input.settings.compared) return false;
    state_.settings.skinning = {};
    state_.settings.comparison = Comparison::off;
    input.settings.method = SkinChoice{}.method;
    input.settings.skinning = {};
    input.settings.compared.reset();
    if (input.settings.view == SINEW_VIEW_DIFFERENCE) input.settings.view = state_.settings.view;
    return true;
}

/// Drops a new model that cannot be drawn at all.
bool Demo::backToLastModel(FrameInput& input) {
    if (!lastModel_) return false;
    receiveModel(*std::exchange(lastModel_, std::nullopt));
    lastModel_.reset();  // the one that cannot be drawn
    crowd_ = input.settings.instanceCount = 1;
    input.playback = state_.playback;
    input.camera = state_.camera;
    return true;
}

/// The panels' figures of the crowd that was just drawn.
void Demo::noteRendered() {
    state_.droppedWeight = frame_->droppedWeight();
    const GpuBakedClips* baked = frame_->bakedClips();
    state_.baked = baked ? &baked->clips() : nullptr;
}

/// Milliseconds of a frame without the wait for the screen: of the processor or the GPU, whichever
/// works longer, or of both together where they are one.
double Demo::costOf(const FrameStatistics& frame, Milliseconds wall) const {
    if (!frame.gpuSpanMs) return wall.count();
    return device_.isCpu() ? frame.cpuFrameMs + *frame.gpuSpanMs
                           : std::max(frame.cpuFrameMs, *frame.gpuSpanMs);
}

void Demo::noteFrame() {
    const Clock::time_point now = Clock::now();
    const Milliseconds wall = now - lastNoted_;
    // The first one waited for the start of the program.
    state_.history.add({frame_->statistics(), state_.framesShown > 1
                                                  ? std::optional<double>(wall.count())
                                                  : std::nullopt});
    ++rateFrames_;
    if (++steadyFrames_ > kSettlingFrames) {
        gate_.measured({rendered_.choice(), rendered_.compared}, rendered_.instanceCount,
                       0.001 * wall.count());
        state_.poseTrial.measured(rendered_.skinning.poses, costOf(frame_->statistics(), wall));
    }
    lastNoted_ = now;
    const double seconds = std::chrono::duration<double>(now - rateSince_).count();
    if (seconds < 0.5 && state_.framesShown > 1) return;
    state_.frameMs = state_.framesShown > 1 ? 1000.0 * seconds / rateFrames_ : 0.0;
    state_.memory = device_.memory();
    state_.maxInstances = frame_->maxInstances(rendered_.choice());
    rateSince_ = now;
    rateFrames_ = 0;
    updateTitle();
}

void Demo::updateTitle() {
    const uint32_t instances = rendered_.instanceCount;
    const Clip* clip = state_.clip();
    const std::string_view played = state_.animating ? std::string_view("animators")
                                    : clip           ? std::string_view(clip->name)
                                                     : std::string_view("rest pose");
    std::string methods(methodName(rendered_.method));
    const Resolution& drawn = frame_->resolution();
    if (drawn.choice.method != rendered_.method) {
        methods += fmt::format(" ({})", methodName(drawn.choice.method));
    } else if (!drawn.note.empty()) {
        methods += " (posed by the CPU)";
    }
    if (rendered_.compared) {
        methods += fmt::format(" {} {}",
                               rendered_.view == SINEW_VIEW_DIFFERENCE ? "\xe2\x88\x92" : "beside",
                               methodName(rendered_.compared->method));
    }
    std::string title = fmt::format("sinew | {} | {} | {} | {} instance{}", state_.modelName,
                                    played, methods, instances, instances == 1 ? "" : "s");
    if (state_.frameMs > 0) title += fmt::format(" | {} ms a frame", numberText(state_.frameMs));
    if (const auto& gpuMs = state_.history.newest().gpuSpanMs) {
        title += fmt::format(", GPU {} ms", numberText(*gpuMs));
    }
    if (state_.question) title += fmt::format(" | {} instances?", state_.question->instances);
    SDL_SetWindowTitle(window_.get(), title.c_str());
}

}  // namespace sinew
