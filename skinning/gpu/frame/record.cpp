// Records one frame on the GPU, step by step.
#include "skinning/gpu/frame/record.h"

#include <algorithm>

#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/frame/hazards.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/gpu/trace/traced_scene.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// Measures a step during its lifetime: GPU timestamps, a debug label, and the CPU time of
/// recording.
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

/// Records culling, poses, palettes and vertices of the compared method. For the difference view,
/// also captures its vertices.
void recordCompared(Commands& commands, const Recording& frame) {
    FrameStatistics own{.steps = frame.statistics.compared};
    const uint32_t dispatches = commands.dispatches, pointDraws = commands.pointDraws;
    recordUntilSkinned(commands, frame.compared, frame.moment,
                       {&frame.timer, own, kScopesPerMethod});
    commands.dispatches = dispatches;  // statistics count only the shown method
    commands.pointDraws = pointDraws;
    frame.statistics.compared = own.steps;
    if (!frame.compared.front().captured) return;
    hazard::previousReadsBeforeCapture(commands);
    for (const CrowdNow& other : frame.compared) {
        for (const Batch& batch : other.crowd.draws().batches(frame.moment)) {
            frame.passes.capture->record(commands, other.crowd.stage(), batch, *other.captured);
        }
    }
    hazard::captureBeforeReads(commands);
}

/// Records one round of culling: visibility words from bounds, then lists and indirect arguments.
void recordCulling(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                   uint32_t round) {
    const auto recordAll = [&](auto&& record) {
        for (const CrowdNow& now : crowds) {
            if (round < now.crowd.plan().cullRounds()) record(commands, now.crowd, moment, round);
        }
    };
    recordAll(recordCull);
    hazard::cullBeforeLists(commands);
    recordAll(recordLists);
}

/// The steps that at least one of the crowds needs.
struct NeededSteps {
    explicit NeededSteps(std::span<const CrowdNow> crowds) {
        for (const CrowdNow& now : crowds) {
            const SkinPlan& plan = now.crowd.plan();
            cullRounds = std::max(cullRounds, plan.cullRounds());
            poses |= plan.posedOnGpu();
            boxes |= now.crowd.boxesOnGpu();
            palettes |= plan.facts().palettesOnGpu;
            skins |= plan.facts().skinsOnGpu();
            skinWrites = skinWrites | plan.facts().skinWrites;
        }
    }
    uint32_t cullRounds = 0;
    bool poses = false, boxes = false, palettes = false, skins = false;
    Access skinWrites;
};

}  // namespace

void recordCullingAndPosing(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                            const StepLog& log) {
    const NeededSteps steps(crowds);
    if (steps.cullRounds == 0 && !steps.palettes && !steps.skins) return;
    hazard::previousFrameBeforeSkinning(commands, steps.skinWrites);
    if (steps.cullRounds > 0) {
        {
            StepScope scope(log, commands, Step::cull);
            recordCulling(commands, crowds, moment, 0);
        }
        hazard::listsBeforeUse(commands);
    }
    if (steps.poses) {
        {
            StepScope scope(log, commands, Step::pose);
            for (const CrowdNow& now : crowds) {
                if (now.crowd.plan().posedOnGpu()) recordPoses(commands, now.crowd, moment);
            }
            if (steps.boxes) {
                hazard::poseBeforeBoxes(commands);
                for (const CrowdNow& now : crowds) {
                    if (now.crowd.boxesOnGpu()) recordBoxes(commands, now.crowd, moment);
                }
            }
        }
        hazard::posesBeforeReads(commands);
    }
    if (steps.cullRounds > 1) {
        {
            StepScope scope(log, commands, Step::cull, kSecondCullScope);
            recordCulling(commands, crowds, moment, 1);
        }
        hazard::listsBeforeUse(commands);
    }
    if (steps.cullRounds == 0) return;
    for (const CrowdNow& now : crowds) {
        if (const Culling* culling = now.crowd.culling()) {
            culling->recordCounts(commands, moment.phase);
        }
    }
    hazard::countsBeforeHost(commands);
}

void recordUntilSkinned(Commands& commands, std::span<const CrowdNow> crowds, Moment moment,
                        const StepLog& log) {
    const NeededSteps steps(crowds);
    recordCullingAndPosing(commands, crowds, moment, log);
    if (steps.palettes) {
        {
            StepScope scope(log, commands, Step::palette);
            for (const CrowdNow& now : crowds) {
                now.crowd.method().recordPalettes(commands, now.crowd, moment);
            }
        }
        hazard::paletteBeforeSkin(commands);
    }
    if (steps.skins) {
        {
            StepScope scope(log, commands, Step::skin);
            for (const CrowdNow& now : crowds) {
                now.crowd.method().recordSkinning(commands, now.crowd, moment);
            }
        }
        hazard::skinBeforeReads(commands, steps.skinWrites);
    }
}

namespace {

/// Records all steps from requests to skinned vertices and acceleration structures.
void recordVertices(Commands& commands, const Recording& frame, const StepLog& log) {
    const Access skinWrites = NeededSteps(frame.shown).skinWrites;
    if (frame.traced || frame.afterTraced) {
        hazard::previousBuildBeforeSkinning(commands, skinWrites);
    }
    recordUntilSkinned(commands, frame.shown, frame.moment, log);
    if (!frame.compared.empty()) {
        StepScope step(log, commands, Step::compared);
        recordCompared(commands, frame);
    }
    if (frame.traced) {
        hazard::skinBeforeBuild(commands, skinWrites);
        {
            StepScope step(log, commands, Step::trace);
            frame.traced->record(commands, frame.moment, frame.slot);
        }
        hazard::topBeforeTracing(commands);
        frame.statistics.trace = frame.traced->work();
    }
}

}  // namespace

void recordFrame(Commands& commands, const Recording& frame) {
    const FramePasses& passes = frame.passes;
    FrameStatistics& statistics = frame.statistics;
    const StepLog log{&frame.timer, statistics};
    frame.timer.reset(commands, frame.timerMode);
    frame.invocations.reset(commands, frame.countInvocations);

    recordVertices(commands, frame, log);
    statistics.dispatches = commands.dispatches;
    statistics.drawCalls = commands.pointDraws;

    // Shadow pass: reads vertices, writes the shadow map.
    frame.invocations.begin(commands, kCountedDepth);
    if (frame.cascadeCount > 0) {
        const VkImage shadowMap = passes.shadow.map().get();
        const auto casting = frame.drawn.first(frame.shown.size());
        hazard::previousSamplingBeforeShadow(commands, shadowMap);
        {
            StepScope step(log, commands, Step::shadow);
            statistics.drawCalls +=
                passes.shadow.record(commands, frame.view, casting, frame.cascadeCount);
        }
        hazard::shadowBeforeSampling(commands, shadowMap);
    }

    // Depth prepass and forward pass: read vertices and the shadow map, write colour and
    // velocities.
    hazard::targetBeforeColor(commands, frame.target.image);
    passes.forward.prepareAttachments(commands, frame.variant);  // depth, MSAA and velocity images
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

    // User interface: draws over the colour.
    if (frame.drawUi) {
        hazard::colorBeforeUi(commands);
        StepScope step(log, commands, Step::ui);
        frame.drawUi(commands);
    }
    hazard::colorBeforeLeaving(commands, frame.target.image, frame.leaveTargetIn);
}

}  // namespace sinew
