// One frame: fit (frame_fit.cpp), animate, record, submit; and what it is made with.
#include "skinning/gpu/frame.h"

#include <algorithm>
#include <cmath>

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
    std::vector<Part> parts;
    for (const SceneModel& wanted : models) {
        std::shared_ptr<Scene> scene;
        for (const std::vector<Part>* there : {&parts_, &parts}) {
            for (const Part& part : *there) {
                if (&part.scene->model() == wanted.model.get()) scene = part.scene;
            }
        }
        if (!scene) scene = std::make_shared<Scene>(*device_, layouts_, wanted.model);
        parts.push_back({std::move(scene), wanted.share, wanted.placements, {}, {}, {}});
    }
    ring_.retire(std::exchange(parts_, std::move(parts)));
}

void Frame::setModel(std::shared_ptr<const Model> model) {
    const SceneModel only{std::move(model)};
    setModels({&only, 1});
}

std::vector<uint32_t> Frame::countsOf(uint32_t instanceCount) const {
    std::vector<uint32_t> shares;
    for (const Part& part : parts_) shares.push_back(part.share);
    return sharedOut(std::max(instanceCount, 1u), shares);
}

std::vector<Standing> Frame::standing(std::span<const uint32_t> counts) const {
    std::vector<Standing> standing;
    for (size_t i = 0; i < parts_.size(); ++i) {
        standing.push_back({parts_[i].scene->bounds(), counts[i], parts_[i].placements});
    }
    return standing;
}

std::vector<std::vector<gpu::Affine>> Frame::places(uint32_t instanceCount,
                                                    uint32_t scatter) const {
    return placeTogether(standing(countsOf(instanceCount)), scatter);
}

Box Frame::crowdBounds(uint32_t instanceCount, uint32_t scatter) const {
    return sinew::crowdBounds(standing(countsOf(instanceCount)), std::vector<Box>(parts_.size()),
                              scatter);
}

float Frame::droppedWeight() const {
    float dropped = 0;
    for (const Part& part : parts_) {
        if (part.groups.empty()) continue;
        dropped = std::max(dropped, part.groups.front().crowds.front().mesh().droppedWeight);
    }
    return dropped;
}

const GpuBakedClips* Frame::bakedClips(size_t model) const {
    const std::vector<CrowdGroup>& groups = parts_[model].groups;
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

CrowdInput crowdInput(const FrameInput& input, size_t model) {
    if (model == 0) return {input.playback, input.requests, input.anchors};
    return model <= input.others.size() ? input.others[model - 1] : CrowdInput{};
}

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
    for (size_t i = 0; i < parts_.size(); ++i) {
        std::vector<CrowdGroup>& groups = parts_[i].groups;
        if (groups.empty()) continue;
        const auto [playback, requests, anchors] = crowdInput(input, i);
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
    for (size_t i = 0; i < parts_.size(); ++i) {
        const std::span<const Anchor> anchors = crowdInput(input, i).anchors;
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
    for (Part& part : parts_) {
        for (CrowdGroup& group : part.groups) group.see(seen, moment_.phase);
    }
    injected::slow("upload");
    statistics.cpuUploadMs += stopwatch.ms();
}

/// All crowds, or each in two ways beside each other: the second right of the divider.
void Frame::fillCrowds(const FrameSettings& settings, VkExtent2D extent) {
    const bool beside = settings.compared && settings.view != SINEW_VIEW_DIFFERENCE;
    const float share = beside ? std::clamp(settings.divider, 0.0f, 1.0f) : 1.0f;
    const auto left = static_cast<uint32_t>(std::lround(share * static_cast<float>(extent.width)));
    const VkRect2D atLeft{{0, 0}, {left, extent.height}};
    const VkRect2D atRight{{static_cast<int32_t>(left), 0}, {extent.width - left, extent.height}};
    shown_.clear();
    compared_.clear();
    for (uint32_t i = 0; i < parts_.size(); ++i) {
        for (const CrowdGroup& group : parts_[i].groups) {
            shown_.push_back({.crowd = group.crowds[0], .model = i});
            if (!settings.compared) continue;
            compared_.push_back({.crowd = group.crowds[1],
                                 .model = i,
                                 .captured = group.compared ? &group.compared : nullptr});
        }
    }
    drawn_.clear();
    addDrawn(shown_, atLeft);
    if (beside) addDrawn(compared_, atRight);
}

void Frame::addDrawn(std::span<const CrowdNow> crowds, const VkRect2D& scissor) {
    for (const CrowdNow& now : crowds) {
        drawn_.push_back({now.crowd.stage(), now.crowd.draws().batches(moment_), scissor});
    }
}

/// `drawn`: index into drawn_ of the crowd; `middles`: of BlendedSurfaces, for all instances of the
/// model.
void Frame::addBlended(std::span<const uint32_t> surfaces, uint32_t drawn, const glm::vec3& camera,
                       std::span<const glm::vec3> middles, const SkinnedCrowd& crowd) {
    uint32_t batch = 0;
    for (const Batch& each : crowd.draws().batches(moment_)) {
        for (uint32_t i = each.firstInstance; i < each.firstInstance + each.instanceCount; ++i) {
            const size_t first = size_t{crowd.range().firstInstance + i} * surfaces.size();
            for (size_t s = 0; s < surfaces.size(); ++s) {
                const glm::vec3 apart = middles[first + s] - camera;
                blendedOrder_.push_back(
                    {glm::dot(apart, apart),
                     static_cast<uint32_t>(blendedOrder_.size()),
                     {.crowd = drawn, .batch = batch, .draw = surfaces[s], .instance = i}});
            }
        }
        ++batch;
    }
}

void Frame::sortBlended(const FrameInput& input) {
    blendedOrder_.clear();
    blended_.clear();
    uint32_t drawn = 0;
    const auto shownCount = static_cast<uint32_t>(shown_.size());
    const bool isBeside = drawn_.size() > shownCount;
    const glm::vec3 camera = input.camera.position();
    for (size_t i = 0; i < parts_.size(); ++i) {
        const std::vector<CrowdGroup>& groups = parts_[i].groups;
        const uint32_t firstDrawn =
            std::exchange(drawn, drawn + static_cast<uint32_t>(groups.size()));
        BlendedSurfaces& surfaces = parts_[i].scene->blended();
        if (groups.empty() || surfaces.primitives().empty()) continue;
        const auto [playback, given, anchors] = crowdInput(input, i);
        if (given.empty()) {
            requests_.resize(parts_[i].demands.front().instanceCount);
            writeRequests(parts_[i].scene->model(), playback, requests_);
        }
        placed_.clear();
        for (const CrowdGroup& group : groups) {
            const std::span<const gpu::Affine> placed = group.poses.worldFromObject();
            placed_.insert(placed_.end(), placed.begin(), placed.end());
        }
        const std::span<const glm::vec3> middles = surfaces.middles(
            parts_[i].scene->crowd(), given.empty() ? requests_ : given, placed_, anchors);
        for (uint32_t g = 0; g < groups.size(); ++g) {
            addBlended(surfaces.primitives(), firstDrawn + g, camera, middles, groups[g].crowds[0]);
            if (!isBeside) continue;
            addBlended(surfaces.primitives(), shownCount + firstDrawn + g, camera, middles,
                       groups[g].crowds[1]);
        }
    }
    // Equal distances: in the order of models, instances and primitives.
    std::ranges::sort(blendedOrder_, [](const Blended& a, const Blended& b) {
        return a.squaredDistance != b.squaredDistance ? a.squaredDistance > b.squaredDistance
                                                      : a.order < b.order;
    });
    for (const Blended& each : blendedOrder_) blended_.push_back(each.draw);
}

/// Of the shown method.
void Frame::fillLines(const FrameSettings& settings) {
    const Overlays& overlays = settings.overlays;
    lines_.clear();
    for (size_t i = 0; i < parts_.size(); ++i) {
        for (const CrowdGroup& group : parts_[i].groups) {
            const CrowdDraws& draws = group.crowds[0].draws();
            if (overlays.skeleton) {
                lines_.push_back(draws.skeletons(moment_.phase));
            } else if (overlays.skeletonOf && i == settings.model &&
                       group.range().contains(*overlays.skeletonOf)) {
                lines_.push_back(
                    draws.skeletonOf(*overlays.skeletonOf - group.range().firstInstance,
                                     moment_.phase, skeletonAlone_));
            }
            if (overlays.bounds) lines_.push_back(draws.boxes(moment_.phase));
        }
    }
    if (!settings.cullCamera) return;
    std::optional<Lines> frustum;
    for (const Part& part : parts_) {
        for (const CrowdGroup& group : part.groups) {
            if (!group.crowds[0].plan().culled()) continue;
            const CrowdDraws& draws = group.crowds[0].draws();
            lines_.push_back(draws.judged(moment_.phase));
            frustum = draws.frustum(moment_.phase);
        }
    }
    if (frustum) lines_.push_back(*frustum);
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
    fillCrowds(settings, input.target.extent);
    fillLines(settings);
    sortBlended(input);
    return {
        .passes = *passes_,
        .timer = slot.timer,
        .invocations = slot.invocations,
        .statistics = slot.statistics,
        .shown = shown_,
        .compared = compared_,
        .moment = moment_,
        .view = slot.viewSet,
        .cascadeCount = settings.cascadeCount,
        .depthPrepass = settings.depthPrepass,
        .variant = settings.forward(),
        .drawn = drawn_,
        .casting = std::span(drawn_).first(shown_.size()),
        .lines = lines_,
        .blended = blended_,
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
    noteShown(input.settings, slot);
    const double animateMs = input.animateMs.value_or(0.0);
    slot.statistics.cpuFrameMs = stopwatch.ms() - ring_.waitedMs() + animateMs;
    slot.statistics.cpuThreadsMs = threadMs() - threadBefore + slot.statistics.cpuWorkersMs;
    return recording;
}

/// How much there is to do, or would be where nothing is culled.
void Frame::noteShown(const FrameSettings& settings, Slot& slot) const {
    slot.counted.clear();
    for (const CrowdNow& now : shown_) {
        const SkinnedCrowd& crowd = now.crowd;
        slot.statistics.verticesSkinned += crowd.verticesSkinned(passesOf(settings));
        slot.statistics.instances += crowd.range().instanceCount;
        const std::span<const gpu::LevelEntry> levels = crowd.levels();
        Counted& counted = slot.counted.emplace_back();
        if (crowd.culling()) counted.counts = crowd.culling()->counts(moment_.phase);
        counted.instances = crowd.range().instanceCount;
        std::copy(levels.begin(), levels.end(), counted.levels.begin());
        counted.levelCount = static_cast<uint32_t>(levels.size());
        counted.passesSkin = crowd.technique().passesSkin;
        counted.rated = crowd.plan().rated();
        counted.vertexBytes = crowd.vertexBytes();
    }
    slot.cameraPasses = settings.depthPrepass ? 2 : 1;
    slot.cascades = settings.cascadeCount;
    slot.ratePixels = settings.ratePixels;
}

/// The sum of what all crowds have; of those that are not culled, everybody.
void Frame::tellWork(const Slot& slot, FrameStatistics& statistics) {
    ListedInstances all;
    VertexMemory memory;
    uint64_t verticesSkinned = 0;
    bool culled = false;
    for (const Counted& each : slot.counted) {
        const auto& [counts, instances, levels, levelCount, passesSkin, rated, bytes] = each;
        const uint64_t vertices = levels.front().vertexCount;
        const ListedInstances listed =
            counts ? sumOfCounts(*counts, std::span(levels).first(levelCount), rated)
                   : everybody(instances, slot.cascades, vertices);
        add(listed, all);
        verticesSkinned +=
            passesSkin ? listed.verticesInView * slot.cameraPasses + listed.verticesInShadows
                       : listed.vertices;
        memory.held += bytes.held;
        memory.wanted += bytes.aVertex * listed.verticesWanted;
        memory.ofAll += bytes.aVertex * vertices * instances;
        culled |= counts != nullptr;
    }
    all.mostOff *= slot.ratePixels;  // it was a share of them
    if (memory.held > 0) statistics.vertexMemory = memory;
    if (!culled) return;
    statistics.listed = all;
    statistics.verticesSkinned = verticesSkinned;
}

/// The slot's fence has signalled: its stamps are there.
void Frame::collectStatistics(const Slot& slot) {
    if (slot.statistics.frameIndex <= statistics_.frameIndex) return;
    statistics_ = slot.statistics;
    for (uint32_t i = 0; i < kStepCount; ++i) {
        statistics_.steps[i].gpuMs = slot.timer.resultMs(i);
        statistics_.compared[i].gpuMs = slot.timer.resultMs(kWayScopes + i);
    }
    const auto addSecondCull = [&](uint32_t firstScope, StepTime& cull) {
        const std::optional<double> ms = slot.timer.resultMs(firstScope + kSecondCullScope);
        if (cull.gpuMs && ms) *cull.gpuMs += *ms;
    };
    addSecondCull(0, statistics_.steps[indexOf(Step::cull)]);
    addSecondCull(kWayScopes, statistics_.compared[indexOf(Step::cull)]);
    tellWork(slot, statistics_);
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
