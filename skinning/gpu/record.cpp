// What the GPU does of steps 3 to 9, in order.
#include "skinning/gpu/record.h"

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
    recordSkinning(commands, frame.passes.kernels, frame.compared, frame.moment,
                   {&frame.timer, own, kStepCount});
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

/// The crowds that take a step: `takes` tells what of it a crowd has, or null. First everything
/// before it, then the step of all in one scope, then everything behind it.
template <typename Takes, typename Before, typename Records, typename Behind>
void recordStep(VkCommandBuffer commands, std::span<const CrowdNow> crowds, const StepLog& log,
                Step step, const Takes& takes, const Before& before, const Records& records,
                const Behind& behind) {
    const auto each = [&](const auto& work) {
        for (const CrowdNow& now : crowds) {
            if (const GpuStep* taken = takes(now.crowd)) work(now, *taken);
        }
    };
    bool any = false;
    each([&](const CrowdNow&, const GpuStep&) { any = true; });
    if (!any) return;
    each(before);
    {
        StepScope scope(log, commands, step);
        each(records);
    }
    each(behind);
}

}  // namespace

void prepareSkinning(Kernels& kernels, const ShaderLibrary& shaders, const SkinnedCrowd& crowd) {
    if (const GpuStep* cull = crowd.plan().cullStep()) {
        cull->prepare(kernels, shaders, crowd.cullInput({}));
        crowd.plan().endStep()->prepare(kernels, shaders, crowd.endInput({}));
        crowd.plan().listStep()->prepare(kernels, shaders, crowd.listInput({}));
    }
    if (const GpuStep* pose = crowd.plan().poseStep()) {
        pose->prepare(kernels, shaders, crowd.poseInput({}));
        crowd.plan().boxStep()->prepare(kernels, shaders, crowd.boxInput({}));
    }
    if (const GpuStep* palette = crowd.technique().palette) {
        palette->prepare(kernels, shaders, crowd.paletteInput({}));
    }
    if (const GpuStep* skin = crowd.technique().skin) {
        skin->prepare(kernels, shaders, crowd.skinInput({}));
    }
}

void recordSkinning(VkCommandBuffer commands, const Kernels& kernels,
                    std::span<const CrowdNow> crowds, Moment moment, const StepLog& log) {
    FrameStatistics& statistics = log.statistics;
    recordStep(
        commands, crowds, log, Step::cull,  // reads requests
        [](const SkinnedCrowd& crowd) { return crowd.plan().cullStep(); },
        [&](const CrowdNow& now, const GpuStep&) {
            hazard::previousReadsBeforeCull(commands, now.buffers.seen, now.buffers.lists,
                                            now.buffers.counts);  // 15
        },
        [&](const CrowdNow& now, const GpuStep& cull) {
            const SkinnedCrowd& crowd = now.crowd;
            cull.record(commands, kernels, crowd.cullInput(moment), statistics);
            hazard::cullBeforeEnds(commands, now.buffers.seen);  // 16
            crowd.plan().endStep()->record(commands, kernels, crowd.endInput(moment), statistics);
            hazard::endsBeforeLists(commands, now.buffers.seen, now.buffers.lists);  // 17
            crowd.plan().listStep()->record(commands, kernels, crowd.listInput(moment), statistics);
        },
        [&](const CrowdNow& now, const GpuStep&) {
            hazard::listsBeforeUse(commands, now.buffers.seen, now.buffers.lists);  // 18
            now.crowd.pages().culling().recordCounts(commands, moment.phase);
            hazard::countsBeforeHost(commands, now.buffers.counts);  // 19
        });
    recordStep(
        commands, crowds, log, Step::pose,  // reads requests
        [](const SkinnedCrowd& crowd) { return crowd.plan().poseStep(); },
        [&](const CrowdNow& now, const GpuStep&) {
            hazard::previousReadsBeforePose(commands, now.buffers.poses);  // 1
        },
        [&](const CrowdNow& now, const GpuStep& pose) {
            pose.record(commands, kernels, now.crowd.poseInput(moment), statistics);
        },
        [&](const CrowdNow& now, const GpuStep&) {
            hazard::poseBeforePalette(commands, now.buffers.poses);  // 2
        });
    recordStep(
        commands, crowds, log, Step::palette,  // reads poses
        [](const SkinnedCrowd& crowd) { return crowd.technique().palette; },
        [&](const CrowdNow& now, const GpuStep&) {
            hazard::previousReadsBeforePalette(commands, now.buffers.palettes);  // 3
        },
        [&](const CrowdNow& now, const GpuStep& palette) {
            const SkinnedCrowd& crowd = now.crowd;
            palette.record(commands, kernels, crowd.paletteInput(moment), statistics);
            if (!crowd.boxesOnGpu()) return;
            crowd.plan().boxStep()->record(commands, kernels, crowd.boxInput(moment), statistics);
        },
        [&](const CrowdNow& now, const GpuStep&) {
            hazard::paletteBeforeSkin(commands, now.buffers.palettes);  // 4
        });
    recordStep(
        commands, crowds, log, Step::skin,  // reads palettes
        [](const SkinnedCrowd& crowd) { return crowd.technique().skin; },
        [&](const CrowdNow& now, const GpuStep& skin) {
            hazard::previousFetchBeforeSkin(commands, now.buffers.vertices, skin.writes);  // 5
        },
        [&](const CrowdNow& now, const GpuStep& skin) {
            skin.record(commands, kernels, now.crowd.skinInput(moment), statistics);
        },
        [&](const CrowdNow& now, const GpuStep& skin) {
            hazard::skinBeforeFetch(commands, now.buffers.vertices, skin.writes);  // 6
        });
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
