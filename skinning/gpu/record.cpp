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
    const SkinnedCrowd& other = *frame.compared;
    FrameStatistics own{.steps = frame.statistics.compared};
    recordSkinning(commands, frame.passes.kernels, other, frame.moment, *frame.comparedBuffers,
                   {&frame.timer, own, kStepCount});
    frame.statistics.compared = own.steps;
    if (frame.captured.empty()) return;
    hazard::previousFetchBeforeCapture(commands, frame.captured);  // 7
    for (size_t page = 0; page < frame.capturedSets.size(); ++page) {
        for (const Batch& batch : other.pages().drawsOfPage(frame.moment, page)) {
            frame.passes.capture->record(commands, other.stage(), batch, frame.capturedSets[page]);
        }
    }
    hazard::captureBeforeFetch(commands, frame.captured);  // 8
}

}  // namespace

void prepareSkinning(Kernels& kernels, const ShaderLibrary& shaders, const SkinnedCrowd& crowd) {
    if (const GpuStep* cull = crowd.plan().cullStep()) {
        cull->prepare(kernels, shaders, crowd.cullInput({}));
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

void recordSkinning(VkCommandBuffer commands, const Kernels& kernels, const SkinnedCrowd& crowd,
                    Moment moment, const SkinBuffers& buffers, const StepLog& log) {
    if (const GpuStep* cull = crowd.plan().cullStep()) {  // reads requests
        hazard::previousReadsBeforeCull(commands, buffers.seen, buffers.lists,
                                        buffers.counts);  // 15
        {
            StepScope step(log, commands, Step::cull);
            cull->record(commands, kernels, crowd.cullInput(moment), log.statistics);
            hazard::cullBeforeLists(commands, buffers.seen);  // 16
            crowd.plan().listStep()->record(commands, kernels, crowd.listInput(moment),
                                            log.statistics);
        }
        hazard::listsBeforeUse(commands, buffers.lists);  // 17
        crowd.pages().culling().recordCounts(commands, moment.phase);
        hazard::countsBeforeHost(commands, buffers.counts);  // 18
    }
    if (const GpuStep* pose = crowd.plan().poseStep()) {           // reads requests
        hazard::previousReadsBeforePose(commands, buffers.poses);  // 1
        {
            StepScope step(log, commands, Step::pose);
            pose->record(commands, kernels, crowd.poseInput(moment), log.statistics);
        }
        hazard::poseBeforePalette(commands, buffers.poses);  // 2
    }
    if (const GpuStep* palette = crowd.technique().palette) {            // reads poses
        hazard::previousReadsBeforePalette(commands, buffers.palettes);  // 3
        {
            StepScope step(log, commands, Step::palette);
            palette->record(commands, kernels, crowd.paletteInput(moment), log.statistics);
            if (crowd.boxesOnGpu()) {
                crowd.plan().boxStep()->record(commands, kernels, crowd.boxInput(moment),
                                               log.statistics);
            }
        }
        hazard::paletteBeforeSkin(commands, buffers.palettes);  // 4
    }
    if (const GpuStep* skin = crowd.technique().skin) {  // reads palettes
        hazard::previousFetchBeforeSkin(commands, buffers.vertices, skin->writes);  // 5
        {
            StepScope step(log, commands, Step::skin);
            skin->record(commands, kernels, crowd.skinInput(moment), log.statistics);
        }
        hazard::skinBeforeFetch(commands, buffers.vertices, skin->writes);  // 6
    }
}

void recordFrame(VkCommandBuffer commands, const Recording& frame) {
    const FramePasses& passes = frame.passes;
    FrameStatistics& statistics = frame.statistics;
    const StepLog log{&frame.timer, statistics};
    frame.timer.reset(commands, frame.timerMode);
    frame.invocations.reset(commands, frame.countInvocations);

    // Requests -> poses -> palettes -> vertices.
    recordSkinning(commands, passes.kernels, frame.shown, frame.moment, frame.buffers, log);
    if (frame.compared) {
        StepScope step(log, commands, Step::compared);
        recordCompared(commands, frame);
    }

    // Vertices -> shadow map.
    frame.invocations.begin(commands);
    if (frame.cascadeCount > 0) {
        hazard::previousSamplingBeforeShadow(commands, frame.shadowMap);  // 9
        {
            StepScope step(log, commands, Step::shadow);
            statistics.drawCalls +=
                passes.shadow.record(commands, frame.view, frame.shown.stage(),
                                     frame.drawn[0].batches, frame.cascadeCount);
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
