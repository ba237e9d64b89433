// The frame on the GPU: the walk's steps 5 to 9, with the barriers between them.
#include "skinning/gpu/frame.h"
#include "skinning/gpu/hazards.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

/// A step while it lives: GPU timestamps, a debug label, and the CPU time that recording it takes.
class StepScope {
public:
    StepScope(GpuTimer& timer, VkCommandBuffer commands, FrameStatistics& statistics, Step step)
        : statistics_(statistics),
          step_(step),
          gpu_(timer, commands, indexOf(step), nameOf(step)) {}
    ~StepScope() {
        const double ms = stopwatch_.ms();
        statistics_[step_].cpuMs = statistics_[step_].cpuMs.value_or(0.0) + ms;
        statistics_.cpuRecordMs += ms;
    }
    StepScope(const StepScope&) = delete;
    StepScope& operator=(const StepScope&) = delete;

private:
    FrameStatistics& statistics_;
    Step step_;
    Stopwatch stopwatch_;
    GpuTimer::Scope gpu_;
};

}  // namespace

void Frame::record(VkCommandBuffer commands, const FrameInput& input) {
    Slot& slot = slots_[ring_.slot()];
    const VertexSource source = techniqueOf(pages_.method()).source;
    const std::span<const Batch> batches = pages_.batches(ring_.slot());
    const FrameSettings& settings = input.settings;
    const VkImage shadowMap = passes_.shadow.map().get();
    const Target& target = input.target;
    FrameStatistics& statistics = slot.statistics;

    slot.timer.reset(commands, settings.timerMode);
    recordSkinning(commands, slot);

    hazard::previousSamplingBeforeShadow(commands, shadowMap);  // 5
    {
        StepScope step(slot.timer, commands, statistics, Step::shadow);
        statistics.drawCalls +=
            passes_.shadow.record(commands, slot.viewSet, source, batches, settings.cascadeCount);
    }
    hazard::shadowBeforeSampling(commands, shadowMap);  // 6
    hazard::targetBeforeColor(commands, target.image);  // 7
    passes_.forward.prepareAttachments(commands);       // 7, the pass's own attachments
    {
        StepScope step(slot.timer, commands, statistics, Step::forward);
        statistics.drawCalls += passes_.forward.record(commands, target, slot.viewSet, source,
                                                       batches, settings.overlays);
    }
    if (input.drawUi) {
        hazard::colorBeforeUi(commands);  // 8
        StepScope step(slot.timer, commands, statistics, Step::ui);
        input.drawUi(commands);
    }
    hazard::colorBeforeLeaving(commands, target.image, input.leaveTargetIn);  // 9
}

void Frame::recordSkinning(VkCommandBuffer commands, Slot& slot) {
    const Technique& technique = techniqueOf(pages_.method());
    if (technique.paletteOnGpu) {
        hazard::previousReadsBeforePalette(commands);  // 1
        StepScope step(slot.timer, commands, slot.statistics, Step::palette);
        slot.statistics.dispatches += passes_.palette.record(commands, pages_, ring_.slot());
    }
    if (technique.paletteOnGpu) hazard::paletteBeforeSkin(commands);  // 2
    if (technique.skin == Technique::Skin::compute) {
        hazard::previousFetchBeforeSkin(commands);  // 3
        {
            StepScope step(slot.timer, commands, slot.statistics, Step::skin);
            slot.statistics.dispatches +=
                passes_.skin.record(commands, scene_->gpuModel, pages_, ring_.slot());
        }
        hazard::skinBeforeFetch(commands);  // 4
    }
}

}  // namespace sinew
