// What the GPU does of steps 3 to 9, in order.
#include "skinning/gpu/record.h"

#include <algorithm>

#include "skinning/gpu/hazards.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// A step while it lives: GPU timestamps, a debug label, and the CPU time that recording it takes.
class StepScope {
public:
    StepScope(const StepLog& log, VkCommandBuffer commands, Step step)
        : statistics_(log.statistics), step_(step) {
        if (!log.timer) return;
        gpu_.emplace(*log.timer, commands, log.firstScope + indexOf(step), nameOf(step));
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

/// Poses -> palettes -> vertices of the other way and, for the difference view, what its passes
/// would get of them.
void recordCompared(VkCommandBuffer commands, const Recording& frame) {
    FrameStatistics own{.steps = frame.statistics.compared};
    recordSkinning(commands, frame.passes.kernels, {frame.compared, frame.comparedWork},
                   frame.moment, {&frame.timer, own, kStepCount});
    frame.statistics.compared = own.steps;
    for (const CrowdNow& other : frame.compared) {
        if (other.captured.empty()) continue;
        hazard::previousFetchBeforeCapture(commands, other.captured);  // 7
        for (size_t page = 0; page < other.capturedSets.size(); ++page) {
            for (const Batch& batch : other.crowd.pages().drawsOfPage(frame.moment, page)) {
                frame.passes.capture->record(commands, other.crowd.stage(), batch,
                                             other.capturedSets[page]);
            }
        }
        hazard::captureBeforeFetch(commands, other.captured);  // 8
    }
}

/// Cull: requests -> lists, and the arguments of all that works on them.
void recordCulling(VkCommandBuffer commands, const Kernels& kernels, const SkinningNow& skinning,
                   Moment moment, FrameStatistics& statistics) {
    const auto [crowds, work] = skinning;
    const SkinBuffers& buffers = work.buffers(moment.phase);
    for (const CrowdNow& now : crowds) {
        const GpuStep* cull = now.crowd.plan().cullStep();
        if (cull) cull->record(commands, kernels, now.crowd.cullInput(moment), statistics);
    }
    hazard::cullBeforeEnds(commands, buffers.seen);  // 16
    for (const CrowdNow& now : crowds) {
        const GpuStep* ends = now.crowd.plan().endStep();
        if (ends) ends->record(commands, kernels, now.crowd.endInput(moment), statistics);
    }
    hazard::endsBeforeLists(commands, buffers.seen, buffers.lists);  // 17
    work.recordCalls(commands, kernels, moment.phase, statistics);
    for (const CrowdNow& now : crowds) {
        const GpuStep* lists = now.crowd.plan().listStep();
        if (lists) lists->record(commands, kernels, now.crowd.listInput(moment), statistics);
    }
}

/// Skin: palettes -> vertices, where the GPU skins once.
void recordSkin(VkCommandBuffer commands, const Kernels& kernels, const SkinningNow& skinning,
                Moment moment, FrameStatistics& statistics) {
    skinning.work.record(commands, kernels, KernelWork::Kernel::skin, moment.phase, statistics);
    for (const CrowdNow& now : skinning.crowds) {
        const GpuStep* skin = now.crowd.technique().skin;
        if (!skin || skin->items) continue;
        skin->record(commands, kernels, now.crowd.skinInput(moment), statistics);
    }
}

bool anyBoxesOnGpu(std::span<const CrowdNow> crowds) {
    return std::any_of(crowds.begin(), crowds.end(),
                       [](const CrowdNow& now) { return now.crowd.boxesOnGpu(); });
}

}  // namespace

void prepareSkinning(Kernels& kernels, const ShaderLibrary& shaders, const SkinnedCrowd& crowd) {
    if (const GpuStep* cull = crowd.plan().cullStep()) {
        cull->prepare(kernels, shaders, crowd.cullInput({}));
        crowd.plan().endStep()->prepare(kernels, shaders, crowd.endInput({}));
        crowd.plan().listStep()->prepare(kernels, shaders, crowd.listInput({}));
    }
    const GpuStep* skin = crowd.technique().skin;
    if (skin && !skin->items) skin->prepare(kernels, shaders, crowd.skinInput({}));
}

void recordSkinning(VkCommandBuffer commands, const Kernels& kernels, const SkinningNow& skinning,
                    Moment moment, const StepLog& log) {
    using Kernel = KernelWork::Kernel;
    const auto [crowds, work] = skinning;
    const SkinBuffers& buffers = work.buffers(moment.phase);
    const auto record = [&](Kernel kernel) {
        work.record(commands, kernels, kernel, moment.phase, log.statistics);
    };
    if (work.culls()) {
        hazard::previousReadsBeforeCull(commands, buffers.seen, buffers.lists,
                                        buffers.counts);  // 15
        {
            StepScope scope(log, commands, Step::cull);
            recordCulling(commands, kernels, skinning, moment, log.statistics);
        }
        hazard::listsBeforeUse(commands, buffers.seen, buffers.lists);  // 18
        for (const CrowdNow& now : crowds) {
            if (!now.crowd.plan().culled()) continue;
            now.crowd.pages().culling().recordCounts(commands, moment.phase);
        }
        hazard::countsBeforeHost(commands, buffers.counts);  // 19
    }
    if (work.has(Kernel::pose)) {
        hazard::previousReadsBeforePose(commands, buffers.poses);  // 1
        {
            StepScope scope(log, commands, Step::pose);
            record(Kernel::pose);
        }
        hazard::poseBeforePalette(commands, buffers.poses);  // 2
    }
    if (work.has(Kernel::palette)) {
        hazard::previousReadsBeforePalette(commands, buffers.palettes);  // 3
        {
            StepScope scope(log, commands, Step::palette);
            record(Kernel::palette);
            if (anyBoxesOnGpu(crowds)) record(Kernel::boxes);
        }
        hazard::paletteBeforeSkin(commands, buffers.palettes);  // 4
    }
    if (work.skins()) {
        hazard::previousFetchBeforeSkin(commands, buffers.vertices, work.skinWrites());  // 5
        {
            StepScope scope(log, commands, Step::skin);
            recordSkin(commands, kernels, skinning, moment, log.statistics);
        }
        hazard::skinBeforeFetch(commands, buffers.vertices, work.skinWrites());  // 6
    }
}

void recordFrame(VkCommandBuffer commands, const Recording& frame) {
    const FramePasses& passes = frame.passes;
    FrameStatistics& statistics = frame.statistics;
    const StepLog log{&frame.timer, statistics};
    frame.timer.reset(commands, frame.timerMode);
    frame.invocations.reset(commands, frame.countInvocations);

    // Requests -> poses -> palettes -> vertices.
    recordSkinning(commands, passes.kernels, {frame.shown, frame.shownWork}, frame.moment, log);
    if (!frame.compared.empty()) {
        StepScope step(log, commands, Step::compared);
        recordCompared(commands, frame);
    }

    // Vertices -> shadow map.
    frame.invocations.begin(commands);
    if (frame.cascadeCount > 0) {
        hazard::previousSamplingBeforeShadow(commands, frame.shadowMap);  // 9
        {
            StepScope step(log, commands, Step::shadow);
            statistics.drawCalls += passes.shadow.record(
                commands, frame.view, frame.drawn.first(frame.shown.size()), frame.cascadeCount);
        }
        hazard::shadowBeforeSampling(commands, frame.shadowMap);  // 10
    }

    // Vertices -> depth. Vertices, shadow map, depth, compared vertices -> colour, velocities.
    hazard::targetBeforeColor(commands, frame.target.image);     // 11
    passes.forward.prepareAttachments(commands, frame.variant);  // 11, the pass's own images
    if (frame.depthPrepass) {
        {
            StepScope step(log, commands, Step::prepass);
            statistics.drawCalls += passes.forward.recordDepth(commands, frame.view, frame.drawn);
        }
        hazard::depthBeforeForward(commands);  // 12
    }
    {
        StepScope step(log, commands, Step::forward);
        statistics.drawCalls +=
            passes.forward.record(commands, frame.target, frame.view, frame.drawn,
                                  {frame.variant, frame.lines, frame.depthPrepass});
    }
    frame.invocations.end(commands);

    // Colour -> the picture with its panels.
    if (frame.drawUi) {
        hazard::colorBeforeUi(commands);  // 13
        StepScope step(log, commands, Step::ui);
        frame.drawUi(commands);
    }
    hazard::colorBeforeLeaving(commands, frame.target.image, frame.leaveTargetIn);  // 14
}

}  // namespace sinew
