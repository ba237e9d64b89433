// One frame: fit (frame_fit.cpp), animate, record, submit; and what it is made with.
#include "skinning/gpu/frame.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/placement.h"
#include "skinning/gpu/frame_view.h"
#include "skinning/gpu/hazards.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/injected_fault.h"

namespace sinew {

Frame Frame::create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                    VkSampleCountFlagBits samples) {
    Frame frame(device, std::move(shaders));
    frame.layouts_ = CrowdLayouts::create(device);
    frame.passes_ = frame.createPasses(colorFormat, samples);
    frame.ring_ = FrameRing::create(device);
    frame.pool_ = createDescriptorPool(device, kFramesInFlight, kFramesInFlight);
    for (Slot& slot : frame.slots_) {
        slot.view = Buffer::create(device, {.name = "view constants",
                                            .bytes = sizeof(gpu::ViewConstants),
                                            .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                            .memory = MemoryUse::upload});
        slot.viewSet = allocateSet(device, frame.pool_, frame.layouts_.passes.view, "view");
        slot.timer = GpuTimer::create(device, kFrameScopes);
        slot.invocations = InvocationCounter::create(device);
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
        .kernels = Kernels::create(*device_),
        .shadow = ShadowPass::create(*device_, layouts_.passes),
        .forward = ForwardPass::create(*device_, layouts_.passes, colorFormat, samples),
        .capture = std::nullopt,
    };
    if (device_->has().vertexStores)
        passes.capture = CapturePass::create(*device_, layouts_.passes);
    return passes;
}

/// Puts the new map into the views' sets, and into the layout that they name: frames without
/// cascades leave it so.
void Frame::bindShadowMap() {
    runOnce(*device_, [&](VkCommandBuffer commands) {
        hazard::previousSamplingBeforeShadow(commands, passes_.shadow.map().get());
        hazard::shadowBeforeSampling(commands, passes_.shadow.map().get());
    });
    for (const Slot& slot : slots_) {
        const VkDescriptorBufferInfo view{slot.view.get(), 0, sizeof(gpu::ViewConstants)};
        const VkDescriptorImageInfo map{passes_.shadow.sampler(), passes_.shadow.map().view(),
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

void Frame::setModel(std::shared_ptr<const Model> model) {
    auto scene = std::make_shared<Scene>(*device_, layouts_.passes, std::move(model));
    ring_.retire(std::exchange(crowds_, {}));
    ring_.retire(std::exchange(scene_, std::move(scene)));
}

void Frame::setShaders(ShaderLibrary shaders) {
    std::swap(shaders_, shaders);
    FramePasses passes;
    try {
        passes = createPasses(passes_.forward.colorFormat(), passes_.forward.samples());
        preparePasses(passes, settings_);
    } catch (...) {
        std::swap(shaders_, shaders);
        throw;
    }
    // The descriptor sets name the old shadow map; let every frame that reads them end first.
    finish();
    passes_ = std::move(passes);
    bindShadowMap();
}

void Frame::advanceMoment(const FrameInput& input) {
    ++frameIndex_;
    moment_ = {.phase = static_cast<uint32_t>(frameIndex_ % kPhases),
               .hasPast = lastMoved_ && input.settings.motion() && !input.cut &&
                          input.playback.cuts == lastCuts_};
    lastMoved_ = false;  // a frame that ends in an exception leaves half a past
}

void Frame::animate(const FrameInput& input, FrameStatistics& statistics) {
    const Stopwatch stopwatch;
    std::span<const PoseRequest> requests = input.requests;
    if (requests.empty()) {
        requests_.resize(input.settings.instanceCount);
        writeRequests(model(), input.playback, requests_);
        requests = requests_;
        statistics[Step::sample].addCpu(stopwatch.ms());
    }
    statistics[Step::animate].cpuMs = input.animateMs;
    const Stopwatch placing;
    crowds_.poses.place(input.anchors, moment_);
    statistics.cpuUploadMs += placing.ms();
    const Overlays& overlays = input.settings.overlays;
    crowds_.animate(requests, moment_.phase,
                    {.skeleton = overlays.anySkeleton(), .boxes = overlays.bounds}, statistics);
}

void Frame::updateView(const FrameInput& input, Slot& slot, FrameStatistics& statistics) {
    const CrowdDemand& demand = crowds_.ways[0].demand();
    const Box crowd =
        crowdBounds(scene_->bounds(), demand.instanceCount, reachOf(input.anchors), demand.scatter);
    gpu::ViewConstants view =
        viewConstants(input.camera, input.target.extent, scene_->bounds(), crowd,
                      input.settings.cascadeCount, towardsSun(input.settings.sun));
    view.shown = input.settings.view;
    view.previousClipFromWorld = moment_.hasPast ? lastClipFromWorld_ : view.clipFromWorld;
    lastClipFromWorld_ = view.clipFromWorld;
    const Stopwatch stopwatch;
    slot.view.mapped<gpu::ViewConstants>()[0] = view;
    // The next frame's past, and an overlay, may be of anybody.
    const Overlays& overlays = input.settings.overlays;
    crowds_.see(
        cullViewsOf(view, input.settings.motion() || overlays.anySkeleton() || overlays.bounds),
        moment_.phase);
    injected::slow("upload");
    statistics.cpuUploadMs += stopwatch.ms();
}

/// The crowd, or two beside each other: the second right of the divider.
std::array<DrawnCrowd, 2> Frame::drawnCrowds(const FrameInput& input) const {
    const FrameSettings& settings = input.settings;
    const auto [width, height] = input.target.extent;
    const bool beside = settings.compared && settings.view != SINEW_VIEW_DIFFERENCE;
    const float share = beside ? std::clamp(settings.divider, 0.0f, 1.0f) : 1.0f;
    const auto left = static_cast<uint32_t>(std::lround(share * static_cast<float>(width)));
    const auto drawn = [&](const SkinnedCrowd& crowd, VkRect2D scissor) {
        return DrawnCrowd{crowd.stage(), crowd.pages().draws(moment_), scissor};
    };
    const SkinnedCrowd& shown = crowds_.ways[0];
    const DrawnCrowd first = drawn(shown, {{0, 0}, {left, height}});
    if (!beside) return {first, DrawnCrowd{.stage = shown.stage(), .batches = {}}};
    return {first,
            drawn(crowds_.ways[1], {{static_cast<int32_t>(left), 0}, {width - left, height}})};
}

/// Of the way that is shown.
std::array<Lines, 2> Frame::overlayLines(const Overlays& overlays) const {
    if (crowds_.empty()) return {};
    const Pages& pages = crowds_.ways[0].pages();
    const auto skeletons = [&]() -> Lines {
        if (overlays.skeleton) return pages.skeletons(moment_.phase);
        if (!overlays.skeletonOf) return {};
        return pages.skeletonOf(*overlays.skeletonOf, moment_.phase, skeletonAlone_);
    };
    return {skeletons(), overlays.bounds ? pages.boxes(moment_.phase) : Lines{}};
}

Recording Frame::recordingOf(const FrameInput& input, Slot& slot) const {
    const FrameSettings& settings = input.settings;
    const SkinnedCrowd* compared = settings.compared ? &crowds_.ways[1] : nullptr;
    return {
        .passes = passes_,
        .timer = slot.timer,
        .invocations = slot.invocations,
        .statistics = slot.statistics,
        .shown = crowds_.ways[0],
        .compared = compared,
        .moment = moment_,
        .view = slot.viewSet,
        .cascadeCount = settings.cascadeCount,
        .depthPrepass = settings.depthPrepass,
        .variant = settings.forward(),
        .drawn = drawnCrowds(input),
        .lines = overlayLines(settings.overlays),
        .timerMode = settings.timerMode,
        .countInvocations = settings.countInvocations,
        .target = input.target,
        .leaveTargetIn = input.leaveTargetIn,
        .drawUi = input.drawUi,
        .buffers = crowds_.ways[0].pages().buffers(moment_.phase),
        .comparedBuffers = compared ? &compared->pages().buffers(moment_.phase) : nullptr,
        .captured = crowds_.comparedBuffers,
        .capturedSets = crowds_.compared,
        .shadowMap = passes_.shadow.map().get(),
    };
}

Recording Frame::render(const FrameInput& input) {
    fitTargets(input.target.extent, input.settings.motion());
    fitCrowds(input.settings);
    preparePasses(passes_, input.settings);

    const VkCommandBuffer commands = ring_.begin(*device_);
    Slot& slot = slots_[ring_.slot()];
    collectStatistics(slot);

    const Stopwatch stopwatch;
    advanceMoment(input);
    injected::failFrom(input.playback.timeSeconds);
    FrameStatistics statistics{.frameIndex = frameIndex_};
    updateView(input, slot, statistics);
    animate(input, statistics);
    slot.statistics = statistics;
    settings_ = input.settings;
    lastMoved_ = input.settings.motion();
    lastCuts_ = input.playback.cuts;

    const Recording recording = recordingOf(input, slot);
    recordFrame(commands, recording);

    const Stopwatch submission;
    ring_.submit(*device_, input.targetAcquired, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                 input.targetDone);
    injected::slow("submit");
    slot.statistics.cpuSubmitMs = submission.ms();
    const SkinnedCrowd& shown = crowds_.ways[0];
    slot.statistics.verticesSkinned = shown.verticesSkinned(passesOf(input.settings));
    slot.statistics.instances = shown.demand().instanceCount;
    slot.counts = shown.pages().culling().counts(moment_.phase);
    slot.vertices = shown.plan().vertices();
    slot.passesSkin = shown.technique().passesSkin;
    slot.cameraPasses = input.settings.depthPrepass ? 2 : 1;
    slot.statistics.cpuFrameMs = stopwatch.ms() + input.animateMs.value_or(0.0);
    return recording;
}

/// The slot's fence has signalled: its stamps are there.
void Frame::collectStatistics(const Slot& slot) {
    if (slot.statistics.frameIndex <= statistics_.frameIndex) return;
    statistics_ = slot.statistics;
    for (uint32_t i = 0; i < kStepCount; ++i) {
        statistics_.steps[i].gpuMs = slot.timer.resultMs(i);
        statistics_.compared[i].gpuMs = slot.timer.resultMs(kStepCount + i);
    }
    if (slot.counts) {
        const ListedInstances listed = sumOfCounts(*slot.counts);
        uint64_t skinned = listed.any;
        if (slot.passesSkin) {
            skinned = uint64_t{listed.camera} * slot.cameraPasses;
            for (const uint32_t instances : listed.cascades) skinned += instances;
        }
        statistics_.listed = listed;
        statistics_.verticesSkinned = skinned * slot.vertices;
    }
    statistics_.gpuSpanMs = slot.timer.spanMs();
    statistics_.vertexInvocations = slot.invocations.result();
}

void Frame::finish() {
    ring_.finish(*device_);
    // Slots finish in order of their frames: the newest one's statistics stay.
    const Slot& other = slots_[(ring_.slot() + 1) % kFramesInFlight];
    collectStatistics(other);
    collectStatistics(slots_[ring_.slot()]);
}

}  // namespace sinew
