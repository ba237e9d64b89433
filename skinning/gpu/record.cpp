// One frame on the GPU, step by step.
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
    recordSkinning(commands, frame.passes.kernels, frame.compared, frame.moment,
                   {&frame.timer, own, kWayScopes});
    frame.statistics.compared = own.steps;
    for (const CrowdNow& other : frame.compared) {
        if (other.captured.empty()) continue;
        hazard::previousFetchBeforeCapture(commands);
        for (size_t page = 0; page < other.capturedSets.size(); ++page) {
            for (const Batch& batch : other.crowd.pages().drawsOfPage(frame.moment, page)) {
                frame.passes.capture->record(commands, other.crowd.stage(), batch,
                                             other.capturedSets[page]);
            }
        }
        hazard::captureBeforeFetch(commands);
    }
}

/// A round of culling, as SkinPlan::cullRounds counts them.
struct CullNow {
    std::span<const CrowdNow> crowds;
    Moment moment;
    size_t number;
};

/// Cull: requests, or boxes of poses -> lists, and the arguments of all that works on them.
void recordCulling(VkCommandBuffer commands, const Kernels& kernels, const CullNow& now,
                   FrameStatistics& statistics) {
    const Moment moment = now.moment;
    const auto forEachCulled = [&](const auto& record) {
        for (const CrowdNow& each : now.crowds) {
            const std::span<const CullRound> rounds = each.crowd.plan().cullRounds();
            if (now.number < rounds.size()) record(rounds[now.number], each.crowd);
        }
    };
    forEachCulled([&](const CullRound& round, const SkinnedCrowd& crowd) {
        round.masks.record(commands, kernels, crowd.inputOf(CrowdStep::masks, moment), statistics);
    });
    hazard::cullBeforeEnds(commands);
    forEachCulled([&](const CullRound& round, const SkinnedCrowd& crowd) {
        round.ends.record(commands, kernels, crowd.inputOf(CrowdStep::ends, moment), statistics);
    });
    hazard::endsBeforeLists(commands);
    forEachCulled([&](const CullRound& round, const SkinnedCrowd& crowd) {
        round.lists.record(commands, kernels, crowd.inputOf(CrowdStep::lists, moment), statistics);
    });
}

/// The step of all crowds.
void recordStep(VkCommandBuffer commands, const Kernels& kernels, std::span<const CrowdNow> crowds,
                CrowdStep step, Moment moment, FrameStatistics& statistics) {
    for (const CrowdNow& now : crowds) {
        if (step == CrowdStep::boxes && !now.crowd.boxesOnGpu()) continue;
        sinew::recordStep(commands, kernels, now.crowd, step, moment, statistics);
    }
}

/// What the steps of some crowds are.
struct Steps {
    explicit Steps(std::span<const CrowdNow> crowds) {
        for (const CrowdNow& now : crowds) {
            const SkinPlan& plan = now.crowd.plan();
            cullRounds = std::max(cullRounds, plan.cullRounds().size());
            poses |= plan.step(CrowdStep::pose) != nullptr;
            boxes |= now.crowd.boxesOnGpu();
            palettes |= plan.step(CrowdStep::palette) != nullptr;
            if (const GpuStep* skin = plan.step(CrowdStep::skin)) {
                skins = true;
                skinWrites = skinWrites | skin->writes;
            }
        }
    }
    size_t cullRounds = 0;
    bool poses = false, boxes = false, palettes = false, skins = false;
    Access skinWrites;
};

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

void recordPosing(VkCommandBuffer commands, const Kernels& kernels,
                  std::span<const CrowdNow> crowds, Moment moment, const StepLog& log) {
    const Steps steps(crowds);
    if (steps.cullRounds == 0 && !steps.palettes && !steps.skins) return;
    hazard::previousFrameBeforeSkinning(commands, steps.skinWrites);
    if (steps.cullRounds > 0) {
        {
            StepScope scope(log, commands, Step::cull);
            recordCulling(commands, kernels, {crowds, moment, 0}, log.statistics);
        }
        hazard::listsBeforeUse(commands);
    }
    if (steps.poses) {
        {
            StepScope scope(log, commands, Step::pose);
            recordStep(commands, kernels, crowds, CrowdStep::pose, moment, log.statistics);
            if (steps.boxes) {
                hazard::poseBeforeBoxes(commands);
                recordStep(commands, kernels, crowds, CrowdStep::boxes, moment, log.statistics);
            }
        }
        hazard::posesBeforeReads(commands);
    }
    if (steps.cullRounds > 1) {
        {
            StepScope scope(log, commands, Step::cull, kSecondCullScope);
            recordCulling(commands, kernels, {crowds, moment, 1}, log.statistics);
        }
        hazard::listsBeforeUse(commands);
    }
    if (steps.cullRounds == 0) return;
    for (const CrowdNow& now : crowds) {
        if (!now.crowd.plan().culled()) continue;
        now.crowd.pages().culling().recordCounts(commands, moment.phase);
    }
    hazard::countsBeforeHost(commands);
}

void recordSkinning(VkCommandBuffer commands, const Kernels& kernels,
                    std::span<const CrowdNow> crowds, Moment moment, const StepLog& log) {
    const Steps steps(crowds);
    recordPosing(commands, kernels, crowds, moment, log);
    if (steps.palettes) {
        {
            StepScope scope(log, commands, Step::palette);
            recordStep(commands, kernels, crowds, CrowdStep::palette, moment, log.statistics);
        }
        hazard::paletteBeforeSkin(commands);
    }
    if (steps.skins) {
        {
            StepScope scope(log, commands, Step::skin);
            recordStep(commands, kernels, crowds, CrowdStep::skin, moment, log.statistics);
        }
        hazard::skinBeforeFetch(commands, steps.skinWrites);
    }
}

void recordFrame(VkCommandBuffer commands, const Recording& frame) {
    const FramePasses& passes = frame.passes;
    FrameStatistics& statistics = frame.statistics;
    const StepLog log{&frame.timer, statistics};
    frame.timer.reset(commands, frame.timerMode);
    frame.invocations.reset(commands, frame.countInvocations);

    // Requests -> poses -> palettes -> vertices.
    recordSkinning(commands, passes.kernels, frame.shown, frame.moment, log);
    if (!frame.compared.empty()) {
        StepScope step(log, commands, Step::compared);
        recordCompared(commands, frame);
    }

    // Vertices -> shadow map.
    frame.invocations.begin(commands, kCountedDepth);
    if (frame.cascadeCount > 0) {
        hazard::previousSamplingBeforeShadow(commands, frame.shadowMap);
        {
            StepScope step(log, commands, Step::shadow);
            statistics.drawCalls +=
                passes.shadow.record(commands, frame.view, frame.casting, frame.cascadeCount);
        }
        hazard::shadowBeforeSampling(commands, frame.shadowMap);
    }

    // Vertices -> depth. Vertices, shadow map, depth, compared vertices -> colour, velocities.
    hazard::targetBeforeColor(commands, frame.target.image);
    passes.forward.prepareAttachments(commands, frame.variant);  // and the pass's own images
    if (frame.depthPrepass) {
        {
            StepScope step(log, commands, Step::prepass);
            statistics.drawCalls += passes.forward.recordDepth(commands, frame.view, frame.drawn);
        }
        hazard::depthBeforeForward(commands);
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
        hazard::colorBeforeUi(commands);
        StepScope step(log, commands, Step::ui);
        frame.drawUi(commands);
    }
    hazard::colorBeforeLeaving(commands, frame.target.image, frame.leaveTargetIn);
}

}  // namespace sinew
