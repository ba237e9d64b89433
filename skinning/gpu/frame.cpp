// The frame on the CPU: resources, steps 3 and 4, submission, statistics and capture.
#include "skinning/gpu/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/cascades.h"
#include "shaders/shared/packing.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

/// Where the sun stands: to the right of the camera's usual place, two thirds up.
const glm::vec3 kTowardsLight = glm::normalize(glm::vec3(0.62f, 0.95f, 0.42f));
constexpr float kExposure = 0.80f;

}  // namespace

Frame Frame::create(const Device& device, ShaderLibrary shaders, VkFormat colorFormat,
                    VkSampleCountFlagBits samples) {
    Frame frame(device, std::move(shaders));
    frame.layouts_ = SetLayouts::create(device);
    frame.passes_ = frame.createPasses(frame.shaders_, colorFormat, samples);
    frame.ring_ = FrameRing::create(device);
    frame.pool_ = createDescriptorPool(device, kFramesInFlight, kFramesInFlight);
    for (Slot& slot : frame.slots_) {
        slot.view = Buffer::create(device, {.name = "view constants",
                                            .bytes = sizeof(gpu::ViewConstants),
                                            .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                            .memory = MemoryUse::upload});
        slot.viewSet = allocateSet(device, frame.pool_, frame.layouts_.view, "view");
        slot.timer = GpuTimer::create(device, kStepCount);
    }
    frame.bindShadowMap();
    return frame;
}

Frame::~Frame() {
    // A lost device answers with an error, and there is nobody left to tell.
    if (device_) vkDeviceWaitIdle(device_->get());
}

Frame::Passes Frame::createPasses(const ShaderLibrary& shaders, VkFormat colorFormat,
                                  VkSampleCountFlagBits samples) const {
    Passes passes{
        .palette = PalettePass::create(*device_, shaders, layouts_),
        .skin = SkinPass::create(*device_, layouts_),
        .shadow = ShadowPass::create(*device_, shaders, layouts_),
        .forward = ForwardPass::create(*device_, shaders, layouts_, colorFormat, samples),
    };
    if (scene_) passes.skin.prepare(*device_, shaders, scene_->gpuModel);
    return passes;
}

void Frame::bindShadowMap() {
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
    BindBoxes bindBoxes = makeBindBoxes(*model);
    const Box bounds = standingBounds(*model, bindBoxes);
    auto scene =
        std::make_unique<Scene>(Scene{.gpuModel = GpuModel::create(*device_, *model, layouts_),
                                      .crowd = Crowd(*model),
                                      .cpuSkinner = CpuSkinner(*model),
                                      .bindBoxes = std::move(bindBoxes),
                                      .bounds = bounds,
                                      .model = std::move(model)});
    passes_.skin.prepare(*device_, shaders_, scene->gpuModel);
    ring_.retire(std::exchange(pages_, Pages{}));
    ring_.retire(std::exchange(scene_, std::move(scene)));
}

void Frame::instanceBounds(const Playback& playback, std::span<Box> objectBoxes) {
    scene_->crowd.bounds(playback, scene_->bindBoxes, 0, objectBoxes);
}

Box Frame::crowdBoundsAt(const Playback& playback, uint32_t instanceCount) {
    std::vector<Box> objectBoxes(instanceCount);
    instanceBounds(playback, objectBoxes);
    std::vector<gpu::Affine> worldFromObject(instanceCount);
    placeCrowd(scene_->bounds, worldFromObject);
    Box crowd = Box::nothing();
    for (uint32_t i = 0; i < instanceCount; ++i) {
        crowd.include(transformed(objectBoxes[i], worldFromObject[i]));
    }
    return crowd;
}

void Frame::setShaders(ShaderLibrary shaders) {
    const VkExtent2D extent = passes_.forward.extent();
    Passes passes = createPasses(shaders, passes_.forward.colorFormat(), passes_.forward.samples());
    if (extent.width > 0) (void)passes.forward.resize(*device_, extent);
    // The descriptor sets name the old shadow map; let every frame that reads them end first.
    finish();
    passes_ = std::move(passes);
    shaders_ = std::move(shaders);
    capturePass_.reset();
    bindShadowMap();
}

uint32_t Frame::maxInstances(Method method) const {
    const uint64_t crowdBytes =
        pages_.instanceCount() * methodMemory(*scene_->model, pages_.method()).perInstance();
    return sinew::maxInstances(*device_, *scene_->model, method, crowdBytes);
}

Pages Frame::createPages(Method method, uint32_t instanceCount) const {
    // Asked before anything is allocated: some systems promise memory that they cannot give.
    const uint64_t bytes = methodMemory(*scene_->model, method).perInstance() * instanceCount;
    const uint64_t budget = device_->memory().budget;
    if (bytes > budget) {
        throw VulkanError(
            VK_ERROR_OUT_OF_DEVICE_MEMORY,
            fmt::format("{} instances of {} need {} MiB with method {} and the device's budget is "
                        "{} MiB; try at most {} instances",
                        instanceCount, scene_->model->name, bytes >> 20, techniqueOf(method).name,
                        budget >> 20, maxInstances(method)));
    }
    std::vector<gpu::Affine> worldFromObject(instanceCount);
    placeCrowd(scene_->bounds, worldFromObject);
    return Pages::create(*device_, layouts_, *scene_->model, scene_->gpuModel, method,
                         worldFromObject);
}

/// Makes the crowd's buffers follow the settings.
void Frame::fitBuffers(const FrameSettings& settings) {
    const uint32_t count = std::max(settings.instanceCount, 1u);
    if (pages_.instanceCount() == count && pages_.method() == settings.method) return;
    try {
        ring_.retire(std::exchange(pages_, createPages(settings.method, count)));
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || pages_.instanceCount() == 0) throw;
        // There may be room for either crowd, but not for both at once.
        finish();
        const Method oldMethod = pages_.method();
        const uint32_t oldCount = pages_.instanceCount();
        pages_ = {};
        try {
            pages_ = createPages(settings.method, count);
        } catch (...) {
            pages_ = createPages(oldMethod, oldCount);
            throw;
        }
    }
    // The cpu method reads poses back; upload memory may be slow to read, so it has its own.
    cpuPoses_.resize(techniqueOf(settings.method).skin == Technique::Skin::cpu
                         ? uint64_t{count} * scene_->model->skeleton.size()
                         : 0);
}

/// Steps 3 and 4, and step 6 where the CPU does it, into slot `slot` of every page.
void Frame::animate(const Playback& playback, uint32_t slot, FrameStatistics& statistics) {
    const Model& model = *scene_->model;
    const uint64_t jointCount = model.skeleton.size();
    const uint64_t weightCount = model.restMorphWeights.size();
    const bool onCpu = techniqueOf(pages_.method()).skin == Technique::Skin::cpu;
    double sampleMs = 0;
    double poseMs = 0;
    for (const Page& page : pages_.all()) {
        const Page::Slot& memory = page.slots[slot];
        const uint64_t count = page.instanceCount;
        const auto uploaded = memory.poses.mapped<gpu::Affine>(0, count * jointCount);
        const auto weights = memory.morphWeights.mapped<float>(0, count * weightCount);
        const auto poses =
            onCpu ? std::span(cpuPoses_).subspan(page.firstInstance * jointCount, uploaded.size())
                  : uploaded;
        const Crowd::Timing timing =
            scene_->crowd.pose(playback, page.firstInstance, page.instanceCount, poses, weights);
        sampleMs += timing.sampleMs;
        poseMs += timing.poseMs;
        if (!onCpu) continue;
        const Stopwatch stopwatch;
        std::copy(poses.begin(), poses.end(), uploaded.begin());  // for the skeleton overlay
        scene_->cpuSkinner.skin(page.instanceCount, poses, weights, scene_->gpuModel.order,
                                memory.skinnedOnCpu.mapped<gpu::SkinnedVertex>(
                                    0, count * model.geometry.vertexCount()));
        statistics[Step::skin].cpuMs = statistics[Step::skin].cpuMs.value_or(0.0) + stopwatch.ms();
    }
    statistics[Step::sample].cpuMs = sampleMs;
    statistics[Step::pose].cpuMs = poseMs;
}

void Frame::uploadBounds(const Playback& playback, uint32_t slot) {
    static_assert(sizeof(Box) == sizeof(gpu::BoxEntry));
    for (const Page& page : pages_.all()) {
        scene_->crowd.bounds(playback, scene_->bindBoxes, page.firstInstance,
                             page.slots[slot].boxes.mapped<Box>(0, page.instanceCount));
    }
}

void Frame::updateView(const FrameInput& input, Slot& slot) {
    const VkExtent2D extent = input.target.extent;
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    const Box crowd = crowdBounds(scene_->bounds, pages_.instanceCount());
    const Cascades cascades =
        fitCascades(input.camera, aspect, kTowardsLight, {crowd.center(), crowd.radius()},
                    input.settings.cascadeCount, ShadowPass::kResolution);
    gpu::ViewConstants view{};
    view.clipFromWorld = input.camera.clipFromWorld(aspect);
    view.worldFromClip = glm::inverse(view.clipFromWorld);
    for (uint32_t i = 0; i < input.settings.cascadeCount; ++i) {
        view.cascadeFromWorld[i] = cascades.shadowFromWorld[i];
        view.cascadeTexel[static_cast<int>(i)] = cascades.texelSize[i];
    }
    view.cameraPosition = input.camera.position();
    view.cascadeCount = input.settings.cascadeCount;
    view.lightDirection = kTowardsLight;
    view.view = input.settings.view;
    view.groundRadius = 2.0f * crowd.radius() + 6.0f * scene_->bounds.radius();
    view.targetSize = {extent.width, extent.height};
    view.exposure = kExposure;
    slot.view.mapped<gpu::ViewConstants>()[0] = view;
}

void Frame::render(const FrameInput& input) {
    fitBuffers(input.settings);
    const VkExtent2D extent = input.target.extent;
    const VkExtent2D old = passes_.forward.extent();
    if (old.width != extent.width || old.height != extent.height) {
        ring_.retire(passes_.forward.resize(*device_, extent));
    }

    const VkCommandBuffer commands = ring_.begin(*device_);
    Slot& slot = slots_[ring_.slot()];
    collectStatistics(slot);

    const Stopwatch stopwatch;
    slot.statistics = {.frameIndex = ++frameIndex_};
    animate(input.playback, ring_.slot(), slot.statistics);
    if (input.settings.overlays.bounds) uploadBounds(input.playback, ring_.slot());
    updateView(input, slot);
    record(commands, input);
    ring_.submit(*device_, input.targetAcquired, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                 input.targetDone);
    const bool everyPass = techniqueOf(pages_.method()).skin == Technique::Skin::none;
    slot.statistics.verticesSkinned = uint64_t{scene_->model->geometry.vertexCount()} *
                                      pages_.instanceCount() *
                                      (everyPass ? input.settings.cascadeCount + 1 : 1);
    slot.statistics.cpuFrameMs = stopwatch.ms();
}

/// The slot's fence has signalled: its stamps are there.
void Frame::collectStatistics(const Slot& slot) {
    if (slot.statistics.frameIndex <= statistics_.frameIndex) return;
    statistics_ = slot.statistics;
    for (uint32_t i = 0; i < kStepCount; ++i) statistics_.steps[i].gpuMs = slot.timer.resultMs(i);
}

void Frame::finish() {
    ring_.finish(*device_);
    // Slots finish in order of their frames: the newest one's statistics stay.
    const Slot& other = slots_[(ring_.slot() + 1) % kFramesInFlight];
    collectStatistics(other);
    collectStatistics(slots_[ring_.slot()]);
}

CapturedVertices Frame::capture(const FrameSettings& settings, const Playback& playback,
                                uint32_t instance) {
    if (!capturePass_) capturePass_ = CapturePass::create(*device_, shaders_, layouts_);
    finish();
    fitBuffers(settings);
    Slot& slot = slots_[ring_.slot()];
    FrameStatistics unused;
    animate(playback, ring_.slot(), unused);
    runOnce(*device_, [&](VkCommandBuffer commands) {
        slot.timer.reset(commands, settings.timerMode);
        recordSkinning(commands, slot);
    });

    CapturedVertices result;
    const std::vector<uint32_t>& order = scene_->gpuModel.order;
    result.positions.resize(order.size());
    result.normals.resize(order.size());
    result.tangents.resize(order.size());
    for (size_t p = 0; p < pages_.all().size(); ++p) {
        const Page& page = pages_.all()[p];
        if (instance - page.firstInstance >= page.instanceCount) continue;
        const std::vector<gpu::SkinnedVertex> captured = capturePass_->capture(
            *device_, techniqueOf(settings.method).source, pages_.batches(ring_.slot())[p]);
        const size_t first = (instance - page.firstInstance) * order.size();
        for (size_t i = 0; i < order.size(); ++i) {
            const gpu::SkinnedVertex& v = captured[first + i];
            result.positions[order[i]] = {v.x, v.y, v.z};
            result.normals[order[i]] = gpu::unpackUnit(v.normal);
            result.tangents[order[i]] = gpu::unpackTangent(v.tangent);
        }
    }
    return result;
}

}  // namespace sinew
