// Renders one frame: fits buffers to the settings, animates, records and submits.
#include "skinning/gpu/frame/frame.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/bounds/frustum.h"
#include "skinning/gpu/frame/frame_view.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/injected_fault.h"
#include "skinning/worker_time.h"

namespace sinew {

Frame Frame::create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                    VkSampleCountFlagBits samples) {
    Frame frame(device, std::move(shaders));
    frame.layouts_ = PassLayouts::create(device);
    frame.passes_.emplace(frame.createPasses(colorFormat, samples));
    frame.ring_ = FrameRing::create(device);
    frame.pool_ = createDescriptorPool(device, "frame", 2 * kFramesInFlight, 2 * kFramesInFlight);
    for (FrameSlot& slot : frame.slots_) {
        slot = FrameSlot::create(device, frame.pool_, frame.layouts_);
    }
    bindShadowMap(device, frame.passes_->shadow, frame.slots_);
    return frame;
}

Frame::~Frame() {
    // Not VK_CHECK: a lost device is an error here, which a destructor cannot report.
    if (device_) vkDeviceWaitIdle(device_->get());
}

FramePasses Frame::createPasses(VkFormat colorFormat, VkSampleCountFlagBits samples) const {
    FramePasses passes{
        .kernels = Kernels(*device_),
        .shadow = ShadowPass::create(*device_, layouts_),
        .forward = ForwardPass::create(*device_, layouts_, colorFormat, samples),
        .capture = std::nullopt,
    };
    if (device_->has().vertexStores) passes.capture = CapturePass::create(*device_, layouts_);
    return passes;
}

void Frame::setModels(std::span<const SceneModel> models) {
    ring_.retire(crowds_.setModels(layouts_, models));
}

void Frame::setModel(std::shared_ptr<const Model> model) {
    const SceneModel only{std::move(model)};
    setModels({&only, 1});
}

void Frame::setShaders(ShaderLibrary shaders) {
    std::swap(shaders_, shaders);
    std::optional<FramePasses> passes;
    try {
        passes.emplace(createPasses(passes_->forward.colorFormat(), passes_->forward.samples()));
        preparePasses(*passes, settings_);
    } catch (...) {
        std::swap(shaders_, shaders);
        throw;
    }
    // The descriptor sets of the view refer to the old shadow map, and frames in flight read them.
    finish();
    passes_ = std::move(passes);
    bindShadowMap(*device_, passes_->shadow, slots_);
}

void Frame::releaseCrowds() {
    finish();
    traced_.reset();
    crowds_.clear();
}

/// Creates the missing pipelines of crowds and overlays.
void Frame::preparePasses(FramePasses& passes, const FrameSettings& settings) {
    if (settings.wireframe && !device_->has().wireframe) {
        throw std::runtime_error(fmt::format(
            "the wireframe is unsupported: '{}' lacks fillModeNonSolid; try another device",
            device_->info().properties.deviceName));
    }
    for (FrameModel& part : crowds_.models()) {
        for (CrowdGroup& group : part.groups) {
            for (SkinnedCrowd& crowd : group.crowds) {
                prepareCrowd(passes, settings, crowd);
                if (passes.capture && group.crowds.size() > 1) {
                    passes.capture->prepare(*device_, shaders_, crowd.stage());
                }
            }
        }
    }
    if (traced_ && tracedCrowds_ == crowds_.generation()) {
        traced_->prepare(passes.kernels, shaders_);
    }
    draws_.fillLines(crowds_.models(), settings, moment_);
    for (const Lines& lines : draws_.lines()) {
        if (lines.batches.empty()) continue;
        passes.forward.prepareLines(*device_, shaders_, lines, settings.forward());
    }
}

void Frame::prepareCrowd(FramePasses& passes, const FrameSettings& settings,
                         SkinnedCrowd& crowd) const {
    crowd.prepare(passes.kernels, shaders_);
    const Batch& batch = crowd.draws().batches({}).front();  // all batches have the same draws
    passes.shadow.prepare(*device_, shaders_, crowd.stage(), batch);
    passes.forward.prepare(*device_, shaders_, crowd.stage(), batch, settings.forward());
    if (settings.depthPrepass) {
        passes.forward.prepareDepth(*device_, shaders_, crowd.stage(), batch);
    }
}

namespace {

uint32_t cutsOf(const FrameInput& input) {
    uint32_t cuts = input.playback.cuts;
    for (const CrowdInput& other : input.others) cuts += other.playback.cuts;
    return cuts;
}

/// Returns the CPU time of all steps.
double stepsMs(const FrameStatistics& statistics) {
    double ms = 0;
    for (const StepTime& step : statistics.steps) ms += step.cpuMs.value_or(0.0);
    return ms;
}

}  // namespace

void Frame::advanceMoment(const FrameInput& input) {
    if (input.repeats) return;
    ++frameIndex_;
    previousClipFromWorld_ = lastClipFromWorld_;
    moment_ = {.phase = static_cast<uint32_t>(frameIndex_ % kPhases),
               .hasHistory = lastMoved_ && input.settings.motion() && !input.cut &&
                             cutsOf(input) == lastCuts_ && crowds_.generation() == lastCrowds_};
    lastMoved_ = false;  // if this frame throws, the next has no history
}

void Frame::animate(const FrameInput& input, FrameStatistics& statistics) {
    statistics[Step::animate].cpuMs = input.animateMs;
    const Overlays& overlays = input.settings.overlays;
    const CrowdGroup::Shown shown{.skeleton = overlays.anySkeleton(), .boxes = overlays.bounds};
    for (size_t i = 0; i < modelCount(); ++i) {
        std::vector<CrowdGroup>& groups = crowds_.models()[i].groups;
        if (groups.empty()) continue;
        const auto [playback, requests, anchors] = input.of(i);
        const Stopwatch placing;
        for (CrowdGroup& group : groups) {
            group.poses.writePlacements(anchors.empty() ? anchors : group.range().of(anchors),
                                        moment_);
        }
        statistics.cpuUploadMs += placing.ms();
        animator_.animate(groups, playback, requests, moment_.phase, shown, statistics);
    }
}

void Frame::updateView(const FrameInput& input, FrameSlot& slot, FrameStatistics& statistics) {
    reaches_.clear();
    size_t largest = 0;
    bool moved = false;
    for (size_t i = 0; i < modelCount(); ++i) {
        const std::span<const Anchor> anchors = input.of(i).anchors;
        moved |= !anchors.empty();
        reaches_.push_back(reachOf(anchors));
        if (bounds(i).radius() > bounds(largest).radius()) largest = i;
    }
    const Box crowd =
        crowds_.presentBounds(moved ? std::span<const Box>(reaches_) : std::span<const Box>());
    const auto viewOf = [&](const Camera& camera) {
        return viewConstants(camera, input.target.extent, bounds(largest), crowd,
                             input.settings.cullCascades(), towardsSun(input.settings.sun));
    };
    gpu::ViewConstants view = viewOf(input.camera), culling = view;
    if (input.settings.cullCamera) {
        culling = viewOf(*input.settings.cullCamera);
        view = outsideView(view, culling, crowd);
    }
    view.shown = input.settings.view;
    view.sunTangent = std::tan(glm::radians(input.settings.shadows.sunAngle / 2));
    // The ray offset is a bound of the rounding errors of positions in world space and in the
    // acceleration structures, with some slack.
    view.rayOffset =
        std::max(1e-4f * view.extent, 2e-6f * (glm::length(crowd.center()) + crowd.radius()));
    view.exposure *= std::exp2(input.settings.exposure);
    view.previousClipFromWorld = moment_.hasHistory ? previousClipFromWorld_ : view.clipFromWorld;
    lastClipFromWorld_ = view.clipFromWorld;
    const Stopwatch stopwatch;
    slot.view.mapped<gpu::ViewConstants>()[0] = view;
    // Motion vectors, overlays and the difference view need all instances.
    const Overlays& overlays = input.settings.overlays;
    const bool difference = input.settings.compared && view.shown == SINEW_VIEW_DIFFERENCE;
    const bool disableCulling =
        input.settings.motion() || difference || overlays.anySkeleton() || overlays.bounds;
    statistics.cullingBypassed = disableCulling;
    gpu::CullViews views = cullViewsOf(culling, disableCulling, input.settings.lodPixels);
    rateBy(culling, input.settings.ratePixels, static_cast<uint32_t>(frameIndex_), views);
    for (FrameModel& part : crowds_.models()) {
        for (CrowdGroup& group : part.groups) group.setViews(views, moment_.phase);
    }
    injected::slow("upload");
    statistics.cpuUploadMs += stopwatch.ms();
}

Recording Frame::recordingOf(const FrameInput& input, FrameSlot& slot) {
    const FrameSettings& settings = input.settings;
    draws_.fill(crowds_.models(), input, moment_, slot.statistics);
    return {
        .passes = *passes_,
        .timer = slot.timer,
        .invocations = slot.invocations,
        .statistics = slot.statistics,
        .shown = draws_.shown(),
        .compared = draws_.compared(),
        .moment = moment_,
        .view = traced_ ? slot.tracedSet : slot.viewSet,
        .cascadeCount = settings.mapCascades(),
        .traced = traced_.get(),
        .afterTraced = lastTraced_,
        .slot = ring_.slot(),
        .depthPrepass = settings.depthPrepass,
        .variant = settings.forward(),
        .drawn = draws_.drawn(),
        .lines = draws_.lines(),
        .blended = draws_.blended(),
        .timerMode = settings.timerMode,
        .countInvocations = settings.countInvocations,
        .target = input.target,
        .leaveTargetIn = input.leaveTargetIn,
        .drawUi = input.drawUi,
    };
}

Recording Frame::render(const FrameInput& input) {
    const Stopwatch stopwatch;
    const double threadBefore = threadMs();
    fitTargets(input.target.extent, input.settings.motion());
    fitCrowds(input.settings);
    fitTraced(input.settings);
    preparePasses(*passes_, input.settings);

    const VkCommandBuffer commandBuffer = ring_.begin(*device_);
    FrameSlot& slot = slots_[ring_.slot()];
    slot.descriptors.reset(*device_);
    Commands commands(*device_, commandBuffer, slot.descriptors);
    slot.collect(statistics_, lastSpanEnd_);
    if (traced_) {
        traced_->collect(ring_.slot());
        bindTopLevel(*device_, slot, traced_->topLevel());
    }
    advanceMoment(input);
    injected::failFrom(input.playback.timeSeconds);
    FrameStatistics statistics{.frameIndex = frameIndex_};
    updateView(input, slot, statistics);
    animate(input, statistics);
    slot.statistics = statistics;
    settings_ = input.settings;
    lastMoved_ = input.settings.motion();
    lastCuts_ = cutsOf(input);
    lastCrowds_ = crowds_.generation();

    const Recording recording = recordingOf(input, slot);
    const double before = stepsMs(slot.statistics);
    const Stopwatch recorded;
    tracedPending_ = traced_ != nullptr;
    recordFrame(commands, recording);
    slot.statistics.cpuRecordMs = recorded.ms() - (stepsMs(slot.statistics) - before);

    const Stopwatch submission;
    ring_.submit(*device_, {.wait = input.targetAcquired,
                            .waitStage = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                            .signal = input.targetDone});
    tracedPending_ = false;
    lastTraced_ = traced_ != nullptr;
    injected::slow("submit");
    slot.statistics.cpuSubmitMs = submission.ms();
    slot.counts.setCrowds(draws_.shown(), input.settings, moment_, slot.statistics);
    const double animateMs = input.animateMs.value_or(0.0);
    slot.statistics.cpuFrameMs = stopwatch.ms() - ring_.waitedMs() + animateMs;
    slot.statistics.cpuThreadsMs = threadMs() - threadBefore + slot.statistics.cpuWorkersMs;
    return recording;
}

void Frame::finish() {
    ring_.finish(*device_);
    // The older frame is collected first, so that the newest statistics remain.
    const FrameSlot& other = slots_[(ring_.slot() + 1) % kFramesInFlight];
    other.collect(statistics_, lastSpanEnd_);
    slots_[ring_.slot()].collect(statistics_, lastSpanEnd_);
}

}  // namespace sinew
