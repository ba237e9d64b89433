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
        : StepScope(log, commands, step, indexOf(step)) {}
    StepScope(const StepLog& log, VkCommandBuffer commands, Step step, uint32_t scope)
        : statistics_(log.statistics), step_(step) {
        if (!log.timer) return;
        gpu_.emplace(*log.timer, commands, log.firstScope + scope, nameOf(step));
    }
    ~StepScope() {
        injected::slow(nameOf(step_));
        statistics_[step_].addCpu(stopwatch_.ms());
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
    recordSkinning(commands, frame.passes.kernels, {frame.compared, frame.comparedSteps},
                   frame.moment, {&frame.timer, own, kWayScopes});
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

/// A round of culling, as SkinPlan::cullRounds counts them.
struct CullNow {
    const SkinningNow& skinning;
    Moment moment;
    size_t number;
};

/// Cull: requests, or boxes of poses -> lists, and the arguments of all that works on them.
void recordCulling(VkCommandBuffer commands, const Kernels& kernels, const CullNow& now,
                   FrameStatistics& statistics) {
    const Moment moment = now.moment;
    const StepBuffers& buffers = now.skinning.steps.buffers[moment.phase];
    const auto forEachCulled = [&](const auto& record) {
        for (const CrowdNow& each : now.skinning.crowds) {
            const std::span<const CullRound> rounds = each.crowd.plan().cullRounds();
            if (now.number < rounds.size()) record(rounds[now.number], each.crowd);
        }
    };
    forEachCulled([&](const CullRound& round, const SkinnedCrowd& crowd) {
        round.masks.record(commands, kernels, crowd.inputOf(CrowdStep::masks, moment), statistics);
    });
    hazard::cullBeforeEnds(commands, buffers.seen);  // 16
    forEachCulled([&](const CullRound& round, const SkinnedCrowd& crowd) {
        round.ends.record(commands, kernels, crowd.inputOf(CrowdStep::ends, moment), statistics);
    });
    hazard::endsBeforeLists(commands, buffers.seen, buffers.lists);  // 17
    forEachCulled([&](const CullRound& round, const SkinnedCrowd& crowd) {
        round.lists.record(commands, kernels, crowd.inputOf(CrowdStep::lists, moment), statistics);
    });
}

/// The step of all crowds.
void recordStep(VkCommandBuffer commands, const Kernels& kernels, const SkinningNow& skinning,
                CrowdStep step, Moment moment, FrameStatistics& statistics) {
    for (const CrowdNow& now : skinning.crowds) {
        if (step == CrowdStep::boxes && !now.crowd.boxesOnGpu()) continue;
        sinew::recordStep(commands, kernels, now.crowd, step, moment, statistics);
    }
}

}  // namespace

void prepareSkinning(Kernels& kernels, const ShaderLibrary& shaders, const SkinnedCrowd& crowd) {
    for (const CullRound& round : crowd.plan().cullRounds()) {
        round.masks.prepare(kernels, shaders, crowd.inputOf(CrowdStep::masks, {}));
        round.ends.prepare(kernels, shaders, crowd.inputOf(CrowdStep::ends, {}));
        round.lists.prepare(kernels, shaders, crowd.inputOf(CrowdStep::lists, {}));
    }
    for (const CrowdStep step :
         {CrowdStep::pose, CrowdStep::boxes, CrowdStep::palette, CrowdStep::skin}) {
        const GpuStep* gpuStep = crowd.plan().step(step);
        if (gpuStep) gpuStep->prepare(kernels, shaders, crowd.inputOf(step, {}));
    }
}

void recordStep(VkCommandBuffer commands, const Kernels& kernels, const SkinnedCrowd& crowd,
                CrowdStep step, Moment moment, FrameStatistics& statistics) {
    const GpuStep* gpuStep = crowd.plan().step(step);
    if (gpuStep) gpuStep->record(commands, kernels, crowd.inputOf(step, moment), statistics);
}

void recordPosing(VkCommandBuffer commands, const Kernels& kernels, const SkinningNow& skinning,
                  Moment moment, const StepLog& log) {
    const auto [crowds, steps] = skinning;
    const StepBuffers& buffers = steps.buffers[moment.phase];
    if (steps.cullRounds > 0) {
        hazard::previousReadsBeforeCull(commands, buffers.seen, buffers.lists,
                                        buffers.counts);  // 15
        {
            StepScope scope(log, commands, Step::cull);
            recordCulling(commands, kernels, {skinning, moment, 0}, log.statistics);
        }
        hazard::listsBeforeUse(commands, buffers.seen, buffers.lists);  // 18
    }
    if (steps.has(CrowdStep::pose)) {
        hazard::previousReadsBeforePose(commands, buffers.poses, buffers.boxes);  // 1
        {
            StepScope scope(log, commands, Step::pose);
            recordStep(commands, kernels, skinning, CrowdStep::pose, moment, log.statistics);
            hazard::poseBeforeReads(commands, buffers.poses);  // 2
            recordStep(commands, kernels, skinning, CrowdStep::boxes, moment, log.statistics);
        }
        hazard::boxesBeforeReads(commands, buffers.boxes);  // 20
    }
    if (steps.cullRounds > 1) {
        hazard::firstListsBeforeCull(commands, buffers.seen, buffers.lists);  // 21
        {
            StepScope scope(log, commands, Step::cull, kSecondCullScope);
            recordCulling(commands, kernels, {skinning, moment, 1}, log.statistics);
        }
        hazard::listsBeforeUse(commands, buffers.seen, buffers.lists);  // 18
    }
    if (steps.cullRounds > 0) {
        for (const CrowdNow& now : crowds) {
            if (!now.crowd.plan().culled()) continue;
            now.crowd.pages().culling().recordCounts(commands, moment.phase);
        }
        hazard::countsBeforeHost(commands, buffers.counts);  // 19
    }
}

void recordSkinning(VkCommandBuffer commands, const Kernels& kernels, const SkinningNow& skinning,
                    Moment moment, const StepLog& log) {
    const CrowdSteps& steps = skinning.steps;
    const StepBuffers& buffers = steps.buffers[moment.phase];
    recordPosing(commands, kernels, skinning, moment, log);
    if (steps.has(CrowdStep::palette)) {
        hazard::previousReadsBeforePalette(commands, buffers.palettes);  // 3
        {
            StepScope scope(log, commands, Step::palette);
            recordStep(commands, kernels, skinning, CrowdStep::palette, moment, log.statistics);
        }
        hazard::paletteBeforeSkin(commands, buffers.palettes);  // 4
    }
    if (steps.has(CrowdStep::skin)) {
        hazard::previousFetchBeforeSkin(commands, buffers.vertices, steps.skinWrites);  // 5
        {
            StepScope scope(log, commands, Step::skin);
            recordStep(commands, kernels, skinning, CrowdStep::skin, moment, log.statistics);
        }
        hazard::skinBeforeFetch(commands, buffers.vertices, steps.skinWrites);  // 6
    }
}

void recordFrame(VkCommandBuffer commands, const Recording& frame) {
    const FramePasses& passes = frame.passes;
    FrameStatistics& statistics = frame.statistics;
    const StepLog log{&frame.timer, statistics};
    frame.timer.reset(commands, frame.timerMode);
    frame.invocations.reset(commands, frame.countInvocations);

    // Requests -> poses -> palettes -> vertices.
    recordSkinning(commands, passes.kernels, {frame.shown, frame.shownSteps}, frame.moment, log);
    if (!frame.compared.empty()) {
        StepScope step(log, commands, Step::compared);
        recordCompared(commands, frame);
    }

    // Vertices -> shadow map.
    frame.invocations.begin(commands, kCountedDepth);
    if (frame.cascadeCount > 0) {
        hazard::previousSamplingBeforeShadow(commands, frame.shadowMap);  // 9
        {
            StepScope step(log, commands, Step::shadow);
            statistics.drawCalls +=
                passes.shadow.record(commands, frame.view, frame.casting, frame.cascadeCount);
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
    frame.invocations.end(commands, kCountedDepth);
    frame.invocations.begin(commands, kCountedForward);
    {
        StepScope step(log, commands, Step::forward);
        statistics.drawCalls +=
            passes.forward.record(commands, frame.target, frame.view, frame.drawn,
                                  {frame.variant, frame.lines, frame.blended, frame.depthPrepass});
    }
    frame.invocations.end(commands, kCountedForward);

    // Colour -> the picture with its panels.
    if (frame.drawUi) {
        hazard::colorBeforeUi(commands);  // 13
        StepScope step(log, commands, Step::ui);
        frame.drawUi(commands);
    }
    hazard::colorBeforeLeaving(commands, frame.target.image, frame.leaveTargetIn);  // 14
}

}  // namespace sinew
