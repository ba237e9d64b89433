// The frame on the GPU: the walk's steps 5 to 9, with the barriers between them.
#include <algorithm>
#include <cmath>

#include "skinning/gpu/frame.h"
#include "skinning/gpu/hazards.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// A step while it lives: GPU timestamps, a debug label, and the CPU time that recording it takes.
/// Without a timer nothing of it is told.
class StepScope {
public:
    StepScope(GpuTimer* timer, VkCommandBuffer commands, FrameStatistics& statistics, Step step)
        : statistics_(statistics), step_(step) {
        if (timer) gpu_.emplace(*timer, commands, indexOf(step), nameOf(step));
    }
    ~StepScope() {
        injected::slow(nameOf(step_));
        const double ms = stopwatch_.ms();
        statistics_[step_].addCpu(ms);
        statistics_.cpuRecordMs += ms;
    }
    StepScope(const StepScope&) = delete;
    StepScope& operator=(const StepScope&) = delete;

private:
    FrameStatistics& statistics_;
    Step step_;
    Stopwatch stopwatch_;
    std::optional<GpuTimer::Scope> gpu_;
};

}  // namespace

void Frame::record(VkCommandBuffer commands, const FrameInput& input) {
    Slot& slot = slots_[ring_.slot()];
    const FrameSettings& settings = input.settings;
    const SkinnedCrowd& crowd = crowds_[0];
    const VkImage shadowMap = passes_.shadow.map().get();
    const Target& target = input.target;
    FrameStatistics& statistics = slot.statistics;
    const std::array<DrawnCrowd, 2> drawn = drawnCrowds(input);

    slot.timer.reset(commands, settings.timerMode);
    slot.invocations.reset(commands, settings.countInvocations);
    recordSkinning(commands, crowd, &slot.timer, statistics);
    if (settings.compared) recordCompared(commands);

    slot.invocations.begin(commands);
    if (settings.cascadeCount > 0) {
        hazard::previousSamplingBeforeShadow(commands, shadowMap);  // 7
        {
            StepScope step(&slot.timer, commands, statistics, Step::shadow);
            statistics.drawCalls +=
                passes_.shadow.record(commands, slot.viewSet, crowd.stage(),
                                      crowd.pages().draws(moment_), settings.cascadeCount);
        }
        hazard::shadowBeforeSampling(commands, shadowMap);  // 8
    }
    hazard::targetBeforeColor(commands, target.image);                 // 9
    passes_.forward.prepareAttachments(commands, settings.forward());  // 9, the pass's own
    {
        StepScope step(&slot.timer, commands, statistics, Step::forward);
        if (settings.depthPrepass) {
            const DebugLabel label(commands, "depth prepass");
            statistics.drawCalls += passes_.forward.recordDepth(commands, slot.viewSet, drawn);
            hazard::depthBeforeForward(commands);  // 10
        }
        statistics.drawCalls +=
            passes_.forward.record(commands, target, slot.viewSet, drawn,
                                   {settings.forward(), settings.overlays, settings.depthPrepass});
        slot.invocations.end(commands);
    }
    if (input.drawUi) {
        hazard::colorBeforeUi(commands);  // 11
        StepScope step(&slot.timer, commands, statistics, Step::ui);
        input.drawUi(commands);
    }
    hazard::colorBeforeLeaving(commands, target.image, input.leaveTargetIn);  // 12
}

void Frame::recordSkinning(VkCommandBuffer commands, const SkinnedCrowd& crowd, GpuTimer* timer,
                           FrameStatistics& statistics) const {
    const Technique& technique = crowd.technique();
    const std::span<const Batch> pages = crowd.pages().batches(moment_);
    if (technique.paletteOnGpu) {
        hazard::previousReadsBeforePalette(commands);  // 1
        StepScope step(timer, commands, statistics, Step::palette);
        statistics.dispatches += passes_.palette.record(commands, crowd.variant(), pages);
    }
    if (technique.paletteOnGpu) hazard::paletteBeforeSkin(commands);  // 2
    if (technique.skin == Technique::Skin::compute) {
        hazard::previousFetchBeforeSkin(commands);  // 3
        {
            StepScope step(timer, commands, statistics, Step::skin);
            statistics.dispatches +=
                passes_.skin.record(commands, crowd.variant(), crowd.mesh().mesh.buckets, pages);
        }
        hazard::skinBeforeFetch(commands);  // 4
    }
    if (technique.skin == Technique::Skin::feedback) {
        hazard::previousFetchBeforeFeedback(commands);  // 3
        {
            StepScope step(timer, commands, statistics, Step::skin);
            for (size_t p = 0; p < pages.size(); ++p) {
                passes_.feedback.record(
                    commands, crowd.variant(), pages[p],
                    crowd.pages().all()[p].resultsAt(moment_.phase).skinned.get());
            }
            statistics.drawCalls += static_cast<uint32_t>(pages.size());
        }
        hazard::feedbackBeforeFetch(commands);  // 4
    }
}

/// Steps 5 and 6 of the second way, and its vertices for the difference view.
void Frame::recordCompared(VkCommandBuffer commands) const {
    const SkinnedCrowd& other = crowds_[1];
    FrameStatistics untold;
    recordSkinning(commands, other, nullptr, untold);
    if (comparedVertices_.empty()) return;
    hazard::previousFetchBeforeCapture(commands);  // 5
    for (size_t p = 0; p < comparedVertices_.size(); ++p) {
        for (const Batch& batch : other.pages().drawsOfPage(moment_, p)) {
            passes_.capture->record(commands, other.stage(), batch, comparedVertices_[p]);
        }
    }
    hazard::captureBeforeFetch(commands);  // 6
}

/// The crowd, or two beside each other: the second right of the divider.
std::array<DrawnCrowd, 2> Frame::drawnCrowds(const FrameInput& input) const {
    const FrameSettings& settings = input.settings;
    const auto [width, height] = input.target.extent;
    const bool beside = settings.compared && settings.view != SINEW_VIEW_DIFFERENCE;
    const float share = beside ? std::clamp(settings.divider, 0.0f, 1.0f) : 1.0f;
    const auto left = static_cast<uint32_t>(std::lround(share * static_cast<float>(width)));
    std::array<DrawnCrowd, 2> drawn;
    drawn[0] = {crowds_[0].stage(), crowds_[0].pages().draws(moment_), {{0, 0}, {left, height}}};
    if (beside) {
        drawn[1] = {crowds_[1].stage(),
                    crowds_[1].pages().draws(moment_),
                    {{static_cast<int32_t>(left), 0}, {width - left, height}}};
    } else {
        drawn[1].stage = drawn[0].stage;  // and no batches
    }
    return drawn;
}

}  // namespace sinew
