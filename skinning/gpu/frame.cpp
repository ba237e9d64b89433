// One frame: fit (frame_fit.cpp), animate, record, submit; and what it is made with.
#include "skinning/gpu/frame.h"

#include <algorithm>
#include <cmath>

#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/frame_view.h"
#include "skinning/gpu/hazards.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/injected_fault.h"
#include "skinning/worker_time.h"

namespace sinew {

Frame Frame::create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                    VkSampleCountFlagBits samples) {
    Frame frame(device, std::move(shaders));
    frame.layouts_ = PassLayouts::create(device);
    frame.passes_.emplace(frame.createPasses(colorFormat, samples));
    frame.ring_ = FrameRing::create(device);
    frame.pool_ = createDescriptorPool(device, kFramesInFlight, kFramesInFlight);
    for (Slot& slot : frame.slots_) {
        slot.view = Buffer::create(device, {.name = "view constants",
                                            .bytes = sizeof(gpu::ViewConstants),
                                            .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                            .memory = MemoryUse::upload});
        slot.viewSet = allocateSet(device, frame.pool_, frame.layouts_.view, "view");
        slot.timer = GpuTimer::create(device, kFrameScopes);
        slot.invocations = InvocationCounter::create(device, kCountedParts);
    }
    frame.bindShadowMap();
    return frame;
}

Frame::~Frame() {
    // A lost device answers with an error, and there is nobody left to tell.
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

/// Puts the new map into the views' sets, and into the layout that they name: frames without
/// cascades leave it so.
void Frame::bindShadowMap() {
    runOnce(*device_, [&](VkCommandBuffer commands) {
        hazard::previousSamplingBeforeShadow(commands, passes_->shadow.map().get());
        hazard::shadowBeforeSampling(commands, passes_->shadow.map().get());
    });
    for (const Slot& slot : slots_) {
        const VkDescriptorBufferInfo view{slot.view.get(), 0, sizeof(gpu::ViewConstants)};
        const VkDescriptorImageInfo map{passes_->shadow.sampler(), passes_->shadow.map().view(),
                                        VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        const VkWriteDescriptorSet writes[] = {
            {
                .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                .dstSet = slot.viewSet,
                .dstBinding = 0,
                .descriptorCount = 1,
                .descriptorType = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER,
                .pBufferInfo = &view,
            },
            {
                .sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET,
                .dstSet = slot.viewSet,
                .dstBinding = 1,
                .descriptorCount = 1,
                .descriptorType = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                .pImageInfo = &map,
            },
        };
        vkUpdateDescriptorSets(device_->get(), 2, writes, 0, nullptr);
    }
}

void Frame::setModels(std::span<const SceneModel> models) {
    std::vector<FrameModel> parts;
    for (const SceneModel& wanted : models) {
        std::shared_ptr<Scene> scene;
        for (const std::vector<FrameModel>* there : {&models_, &parts}) {
            for (const FrameModel& part : *there) {
                if (&part.scene->model() == wanted.model.get()) scene = part.scene;
            }
        }
        if (!scene) scene = std::make_shared<Scene>(*device_, layouts_, wanted.model);
        parts.push_back({std::move(scene), wanted.share, wanted.placements, {}, {}, {}});
    }
    ring_.retire(std::exchange(models_, std::move(parts)));
}

void Frame::setModel(std::shared_ptr<const Model> model) {
    const SceneModel only{std::move(model)};
    setModels({&only, 1});
}

std::vector<uint32_t> Frame::countsOf(uint32_t instanceCount) const {
    std::vector<uint32_t> shares;
    for (const FrameModel& part : models_) shares.push_back(part.share);
    return sharedOut(std::max(instanceCount, 1u), shares);
}

std::vector<Standing> Frame::standing(std::span<const uint32_t> counts) const {
    std::vector<Standing> standing;
    for (size_t i = 0; i < models_.size(); ++i) {
        standing.push_back({models_[i].scene->bounds(), counts[i], models_[i].placements});
    }
    return standing;
}

std::vector<std::vector<gpu::Affine>> Frame::places(uint32_t instanceCount,
                                                    uint32_t scatter) const {
    return placeTogether(standing(countsOf(instanceCount)), scatter);
}

Box Frame::crowdBounds(uint32_t instanceCount, uint32_t scatter) const {
    return sinew::crowdBounds(standing(countsOf(instanceCount)), std::vector<Box>(models_.size()),
                              scatter);
}

float Frame::droppedWeight() const {
    float dropped = 0;
    for (const FrameModel& part : models_) {
        if (part.groups.empty()) continue;
        dropped = std::max(dropped, part.groups.front().crowds.front().mesh().droppedWeight);
    }
    return dropped;
}

const GpuBakedClips* Frame::bakedClips(size_t model) const {
    const std::vector<CrowdGroup>& groups = models_[model].groups;
    return groups.empty() ? nullptr : groups.front().crowds.front().baked();
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
    // The descriptor sets name the old shadow map; let every frame that reads them end first.
    finish();
    passes_ = std::move(passes);
    bindShadowMap();
}

namespace {

uint32_t cutsOf(const FrameInput& input) {
    uint32_t cuts = input.playback.cuts;
    for (const CrowdInput& other : input.others) cuts += other.playback.cuts;
    return cuts;
}

}  // namespace

void Frame::advanceMoment(const FrameInput& input) {
    ++frameIndex_;
    moment_ = {.phase = static_cast<uint32_t>(frameIndex_ % kPhases),
               .hasPast = lastMoved_ && input.settings.motion() && !input.cut &&
                          cutsOf(input) == lastCuts_};
    lastMoved_ = false;  // a frame that ends in an exception leaves half a past
}

void Frame::animate(const FrameInput& input, FrameStatistics& statistics) {
    statistics[Step::animate].cpuMs = input.animateMs;
    const Overlays& overlays = input.settings.overlays;
    const CrowdGroup::Shown shown{.skeleton = overlays.anySkeleton(), .boxes = overlays.bounds};
    for (size_t i = 0; i < models_.size(); ++i) {
        std::vector<CrowdGroup>& groups = models_[i].groups;
        if (groups.empty()) continue;
        const auto [playback, requests, anchors] = input.of(i);
        const Stopwatch placing;
        for (CrowdGroup& group : groups) {
            group.poses.place(anchors.empty() ? anchors : group.range().of(anchors), moment_);
        }
        statistics.cpuUploadMs += placing.ms();
        animator_.animate(groups, playback, requests, moment_.phase, shown, statistics);
    }
}

void Frame::updateView(const FrameInput& input, Slot& slot, FrameStatistics& statistics) {
    reaches_.clear();
    size_t largest = 0;
    bool moved = false;
    for (size_t i = 0; i < models_.size(); ++i) {
        const std::span<const Anchor> anchors = input.of(i).anchors;
        moved |= !anchors.empty();
        reaches_.push_back(reachOf(anchors));
        if (bounds(i).radius() > bounds(largest).radius()) largest = i;
    }
    const Box crowd =
        moved ? sinew::crowdBounds(standing_, reaches_, asked_.scatter) : aroundStanding_;
    const auto viewOf = [&](const Camera& camera) {
        return viewConstants(camera, input.target.extent, bounds(largest), crowd,
                             input.settings.cascadeCount, towardsSun(input.settings.sun));
    };
    gpu::ViewConstants view = viewOf(input.camera), judging = view;
    if (input.settings.cullCamera) {
        judging = viewOf(*input.settings.cullCamera);
        view = seenFromOutside(view, judging, crowd);
    }
    view.shown = input.settings.view;
    view.previousClipFromWorld = moment_.hasPast ? lastClipFromWorld_ : view.clipFromWorld;
    lastClipFromWorld_ = view.clipFromWorld;
    const Stopwatch stopwatch;
    slot.view.mapped<gpu::ViewConstants>()[0] = view;
    // The next frame's past, an overlay, and a difference may be of anybody.
    const Overlays& overlays = input.settings.overlays;
    const bool difference = input.settings.compared && view.shown == SINEW_VIEW_DIFFERENCE;
    const bool keepsAll =
        input.settings.motion() || difference || overlays.anySkeleton() || overlays.bounds;
    statistics.keepsAll = keepsAll;
    gpu::CullViews seen = cullViewsOf(judging, keepsAll, input.settings.lodPixels);
    rateBy(judging, input.settings.ratePixels, static_cast<uint32_t>(frameIndex_), seen);
    for (FrameModel& part : models_) {
        for (CrowdGroup& group : part.groups) group.see(seen, moment_.phase);
    }
    injected::slow("upload");
    statistics.cpuUploadMs += stopwatch.ms();
}

namespace {

/// On the CPU.
double stepsMs(const FrameStatistics& statistics) {
    double ms = 0;
    for (const StepTime& step : statistics.steps) ms += step.cpuMs.value_or(0.0);
    return ms;
}

}  // namespace

Recording Frame::recordingOf(const FrameInput& input, Slot& slot) {
    const FrameSettings& settings = input.settings;
    draws_.fill(models_, input, moment_);
    return {
        .passes = *passes_,
        .timer = slot.timer,
        .invocations = slot.invocations,
        .statistics = slot.statistics,
        .shown = draws_.shown(),
        .compared = draws_.compared(),
        .moment = moment_,
        .view = slot.viewSet,
        .cascadeCount = settings.cascadeCount,
        .depthPrepass = settings.depthPrepass,
        .variant = settings.forward(),
        .drawn = draws_.drawn(),
        .casting = draws_.casting(),
        .lines = draws_.lines(),
        .blended = draws_.blended(),
        .timerMode = settings.timerMode,
        .countInvocations = settings.countInvocations,
        .target = input.target,
        .leaveTargetIn = input.leaveTargetIn,
        .drawUi = input.drawUi,
        .shadowMap = passes_->shadow.map().get(),
    };
}

Recording Frame::render(const FrameInput& input) {
    const Stopwatch stopwatch;
    const double threadBefore = threadMs();
    fitTargets(input.target.extent, input.settings.motion());
    fitCrowds(input.settings);
    preparePasses(*passes_, input.settings);

    const VkCommandBuffer commandBuffer = ring_.begin(*device_);
    Slot& slot = slots_[ring_.slot()];
    slot.descriptors.reset(*device_);
    Commands commands(*device_, commandBuffer, slot.descriptors);
    collectStatistics(slot);
    advanceMoment(input);
    injected::failFrom(input.playback.timeSeconds);
    FrameStatistics statistics{.frameIndex = frameIndex_};
    updateView(input, slot, statistics);
    animate(input, statistics);
    slot.statistics = statistics;
    settings_ = input.settings;
    lastMoved_ = input.settings.motion();
    lastCuts_ = cutsOf(input);

    const Recording recording = recordingOf(input, slot);
    const double before = stepsMs(slot.statistics);
    const Stopwatch recorded;
    recordFrame(commands, recording);
    slot.statistics.cpuRecordMs = recorded.ms() - (stepsMs(slot.statistics) - before);

    const Stopwatch submission;
    ring_.submit(*device_, {.wait = input.targetAcquired,
                            .waitStage = VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                            .signal = input.targetDone});
    injected::slow("submit");
    slot.statistics.cpuSubmitMs = submission.ms();
    slot.work.note(draws_.shown(), input.settings, moment_, slot.statistics);
    const double animateMs = input.animateMs.value_or(0.0);
    slot.statistics.cpuFrameMs = stopwatch.ms() - ring_.waitedMs() + animateMs;
    slot.statistics.cpuThreadsMs = threadMs() - threadBefore + slot.statistics.cpuWorkersMs;
    return recording;
}

/// The slot's fence has signalled: its stamps are there.
void Frame::collectStatistics(const Slot& slot) {
    if (slot.statistics.frameIndex <= statistics_.frameIndex) return;
    statistics_ = slot.statistics;
    for (uint32_t i = 0; i < kStepCount; ++i) {
        statistics_.steps[i].gpuMs = slot.timer.resultMs(i);
        statistics_.compared[i].gpuMs = slot.timer.resultMs(kScopesPerMethod + i);
    }
    const auto addSecondCull = [&](uint32_t firstScope, StepTime& cull) {
        const std::optional<double> ms = slot.timer.resultMs(firstScope + kSecondCullScope);
        if (cull.gpuMs && ms) *cull.gpuMs += *ms;
    };
    addSecondCull(0, statistics_.steps[indexOf(Step::cull)]);
    addSecondCull(kScopesPerMethod, statistics_.compared[indexOf(Step::cull)]);
    slot.work.addTo(statistics_);
    const std::optional<GpuTimer::Span> span = slot.timer.ownSpan(lastSpanEnd_);
    lastSpanEnd_.reset();
    if (span) {
        statistics_.gpuSpanMs = span->ms;
        lastSpanEnd_ = span->end;
    }
    const std::vector<uint64_t> invocations = slot.invocations.results();
    statistics_.vertexInvocations.reset();
    statistics_.forwardInvocations.reset();
    if (!invocations.empty()) {
        statistics_.forwardInvocations = invocations[kCountedForward];
        statistics_.vertexInvocations = invocations[kCountedDepth] + invocations[kCountedForward];
    }
}

void Frame::finish() {
    ring_.finish(*device_);
    // Slots finish in order of their frames: the newest one's statistics stay.
    const Slot& other = slots_[(ring_.slot() + 1) % kFramesInFlight];
    collectStatistics(other);
    collectStatistics(slots_[ring_.slot()]);
}

}  // namespace sinew
