// The frame on the CPU: resources, steps 3 and 4, submission, statistics and capture.
#include "skinning/gpu/frame.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/cascades.h"
#include "shaders/shared/packing.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/hazards.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/injected_fault.h"

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
    frame.passes_ = frame.createPasses(colorFormat, samples);
    frame.ring_ = FrameRing::create(device);
    frame.pool_ = createDescriptorPool(device, kFramesInFlight, kFramesInFlight);
    for (Slot& slot : frame.slots_) {
        slot.view = Buffer::create(device, {.name = "view constants",
                                            .bytes = sizeof(gpu::ViewConstants),
                                            .usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
                                            .memory = MemoryUse::upload});
        slot.viewSet = allocateSet(device, frame.pool_, frame.layouts_.view, "view");
        slot.timer = GpuTimer::create(device, kStepCount);
        slot.invocations = InvocationCounter::create(device);
    }
    frame.bindShadowMap();
    return frame;
}

Frame::~Frame() {
    // A lost device answers with an error, and there is nobody left to tell.
    if (device_) vkDeviceWaitIdle(device_->get());
}

Frame::Passes Frame::createPasses(VkFormat colorFormat, VkSampleCountFlagBits samples) const {
    Passes passes{
        .palette = PalettePass::create(*device_, layouts_),
        .skin = SkinPass::create(*device_, layouts_),
        .feedback = FeedbackPass::create(*device_, layouts_),
        .shadow = ShadowPass::create(*device_, layouts_),
        .forward = ForwardPass::create(*device_, layouts_, colorFormat, samples),
    };
    if (device_->has().vertexStores) passes.capture = CapturePass::create(*device_, layouts_);
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
    BindBoxes bindBoxes = makeBindBoxes(*model);
    const Box bounds = standingBounds(*model, bindBoxes);
    Uploader uploader(*device_);
    GpuMaterials materials = GpuMaterials::create(*device_, uploader, *model, layouts_);
    uploader.finish();
    auto scene = std::make_unique<Scene>(Scene{.materials = std::move(materials),
                                               .crowd = Crowd(*model, bindBoxes),
                                               .bindBoxes = std::move(bindBoxes),
                                               .bounds = bounds,
                                               .model = std::move(model),
                                               .meshes = {},
                                               .baked = {}});
    std::swap(scene_, scene);
    try {
        // What the default needs; a model that the device cannot hold fails here.
        (void)meshFor({});
    } catch (...) {
        std::swap(scene_, scene);
        throw;
    }
    ring_.retire(std::exchange(crowds_, {}));
    ring_.retire(std::exchange(comparedVertices_, {}));
    ring_.retire(std::move(scene));
}

void Frame::instanceBounds(const Playback& playback, std::span<Box> objectBoxes) {
    if (crowds_.empty()) {
        scene_->crowd.bounds(playback.stepped(), scene_->bindBoxes, 0, objectBoxes);
    } else {
        crowds_[0].boundInstances(scene_->crowd, scene_->bindBoxes, playback.stepped(), 0,
                                  objectBoxes);
    }
}

Box Frame::crowdBoundsAt(const Playback& playback, uint32_t instanceCount) {
    // Phases are spread evenly, so that these show nearly every pose that the others take.
    constexpr uint32_t kPosed = 1024;
    std::vector<Box> objectBoxes(std::min(instanceCount, kPosed));
    instanceBounds(playback, objectBoxes);
    Box any = Box::nothing();
    for (const Box& box : objectBoxes) any.include(box);
    std::vector<gpu::Affine> worldFromObject(instanceCount);
    placeCrowd(scene_->bounds, worldFromObject);
    Box crowd = Box::nothing();
    for (uint32_t i = 0; i < instanceCount; ++i) {
        const Box& box = i < objectBoxes.size() ? objectBoxes[i] : any;
        crowd.include(transformed(box, worldFromObject[i]));
    }
    return crowd;
}

void Frame::setShaders(ShaderLibrary shaders) {
    std::swap(shaders_, shaders);
    Passes passes;
    try {
        passes = createPasses(passes_.forward.colorFormat(), passes_.forward.samples());
        preparePasses(passes, {});
    } catch (...) {
        std::swap(shaders_, shaders);
        throw;
    }
    // The descriptor sets name the old shadow map; let every frame that reads them end first.
    finish();
    passes_ = std::move(passes);
    bindShadowMap();
}

uint32_t Frame::maxInstances(const SkinChoice& choice) const {
    uint64_t crowdBytes = 0;
    for (const SkinnedCrowd& crowd : crowds_) {
        const CrowdDemand& demand = crowd.demand();
        crowdBytes += demand.instanceCount * methodMemory(uniformLimits(*device_), *scene_->model,
                                                          demand.choice, demand.motion)
                                                 .perInstance();
    }
    const SkinChoice resolved = resolve(*device_, *scene_->model, choice).choice;
    const bool motion = !crowds_.empty() && crowds_[0].demand().motion;
    return sinew::maxInstances(*device_, *scene_->model, resolved, motion, crowdBytes);
}

void Frame::offer(std::shared_ptr<const BakedClips> clips) {
    constexpr size_t kKept = 3;  // two ways that are compared, and one for the way back
    auto& baked = scene_->baked;
    baked.push_back(
        std::make_shared<const GpuBakedClips>(GpuBakedClips::create(*device_, std::move(clips))));
    if (baked.size() > kKept) {
        ring_.retire(std::move(baked.front()));
        baked.erase(baked.begin());
    }
}

bool Frame::hasBaked(const BakeSettings& settings) const {
    return findBaked(settings) != nullptr;
}

std::shared_ptr<const GpuBakedClips> Frame::findBaked(const BakeSettings& settings) const {
    for (const auto& clips : scene_->baked) {
        if (clips->clips().settings == settings) return clips;
    }
    return nullptr;
}

std::shared_ptr<CrowdMesh> Frame::meshFor(const SkinChoice& choice) {
    constexpr size_t kKept = 4;
    // Methods of the CPU read the model's own influences; any format does for what they draw.
    const bool onCpu = techniqueOf(choice.method).skinsOnCpu();
    const std::pair key{onCpu ? InfluenceFormat::split32 : choice.settings.influences,
                        choice.settings.influenceLimit};
    auto& meshes = scene_->meshes;
    for (const auto& [made, mesh] : meshes) {
        if (made == key) return mesh;
    }
    meshes.emplace_back(key, CrowdMesh::create(*device_, scene_->model, key.first, key.second));
    const std::shared_ptr<CrowdMesh> mesh = meshes.back().second;
    if (meshes.size() > kKept) {
        ring_.retire(std::move(meshes.front().second));
        meshes.erase(meshes.begin());
    }
    return mesh;
}

std::shared_ptr<const GpuBakedClips> Frame::bakedFor(const SkinChoice& choice) {
    if (techniqueOf(choice.method).source != VertexSource::texture) return nullptr;
    const BakeSettings& settings = choice.settings.bake;
    if (auto clips = findBaked(settings)) return clips;
    offer(std::make_shared<const BakedClips>(
        bakeClips(*scene_->model, settings, device_->limits().maxImageDimension2D)));
    return scene_->baked.back();
}

Frame::Asked Frame::askedOf(const FrameSettings& settings) {
    return {settings.choice(), settings.compared, std::max(settings.instanceCount, 1u),
            settings.motion()};
}

std::vector<CrowdDemand> Frame::demandsOf(const Asked& asked) const {
    if (asked.motion && !device_->has().independentBlend) {
        throw std::runtime_error(
            fmt::format("motion vectors are unsupported: '{}' cannot write velocities beside a "
                        "blended colour (independentBlend)",
                        device_->info().properties.deviceName));
    }
    const SkinChoice first = resolve(*device_, *scene_->model, asked.choice).choice;
    std::vector<CrowdDemand> demands{{first, asked.instanceCount, asked.motion}};
    if (asked.compared) {
        demands.push_back({resolve(*device_, *scene_->model, *asked.compared).choice,
                           asked.instanceCount, asked.motion});
    }
    return demands;
}

void Frame::requireMemory(const FrameSettings& settings) const {
    for (const CrowdDemand& demand : demandsOf(askedOf(settings))) requireMemory(demand);
}

/// Asked before anything is allocated: some systems promise memory that they cannot give.
void Frame::requireMemory(const CrowdDemand& demand) const {
    const uint64_t bytes =
        methodMemory(uniformLimits(*device_), *scene_->model, demand.choice, demand.motion)
            .perInstance() *
        demand.instanceCount;
    const uint64_t budget = device_->memory().budget;
    if (bytes <= budget) return;
    throw VulkanError(
        VK_ERROR_OUT_OF_DEVICE_MEMORY,
        fmt::format("{} instances of {} need {} MiB with method {} and the device's budget is {} "
                    "MiB; try at most {} instances",
                    demand.instanceCount, scene_->model->name, bytes >> 20,
                    methodName(demand.choice.method), budget >> 20, maxInstances(demand.choice)));
}

Frame::Crowds Frame::createCrowds(std::span<const CrowdDemand> demands) {
    Crowds crowds;
    // Crowds that are compared are cut into the same pages.
    uint32_t mostPerPage = ~0u;
    for (const CrowdDemand& demand : demands) {
        mostPerPage =
            std::min(mostPerPage, instancesPerPage(*device_, *scene_->model, demand.choice));
    }
    const uint32_t count = demands[0].instanceCount;
    std::vector<VkBuffer> compared;
    if (demands.size() > 1 && passes_.capture) {
        for (uint32_t first = 0; first < count; first += mostPerPage) {
            const uint64_t vertices = uint64_t{std::min(mostPerPage, count - first)} *
                                      scene_->model->geometry.vertexCount();
            crowds.compared.push_back(CapturePass::createVertices(*device_, layouts_, vertices));
            compared.push_back(crowds.compared.back().buffer.get());
        }
    }
    std::vector<gpu::Affine> worldFromObject(count);
    placeCrowd(scene_->bounds, worldFromObject);
    for (const CrowdDemand& demand : demands) {
        crowds.ways.push_back(SkinnedCrowd::create(*device_, layouts_, demand,
                                                   {.mesh = meshFor(demand.choice),
                                                    .baked = bakedFor(demand.choice),
                                                    .materials = &scene_->materials,
                                                    .mostPerPage = mostPerPage,
                                                    .compared = compared},
                                                   worldFromObject));
    }
    return crowds;
}

/// Makes the crowds follow the settings.
void Frame::fitCrowds(const FrameSettings& settings) {
    const Asked asked = askedOf(settings);
    if (!crowds_.empty() && asked == asked_) return;
    if (settings.view == SINEW_VIEW_DIFFERENCE && settings.compared && !passes_.capture) {
        throw std::runtime_error(
            fmt::format("the difference view is unsupported: '{}' cannot store from the vertex "
                        "stage (vertexPipelineStoresAndAtomics)",
                        device_->info().properties.deviceName));
    }
    const std::vector<CrowdDemand> demands = demandsOf(asked);
    for (const CrowdDemand& demand : demands) requireMemory(demand);
    std::vector<CrowdDemand> present;
    for (const SkinnedCrowd& crowd : crowds_) present.push_back(crowd.demand());
    const auto take = [&](Crowds crowds) {
        ring_.retire(std::exchange(crowds_, std::move(crowds.ways)));
        ring_.retire(std::exchange(comparedVertices_, std::move(crowds.compared)));
        lastMoved_ = false;
    };
    const auto settle = [&] {
        asked_ = asked;
        resolution_ = resolve(*device_, *scene_->model, asked.choice);
    };
    try {
        if (present != demands) take(createCrowds(demands));
        settle();
    } catch (const VulkanError& error) {
        if (error.result != VK_ERROR_OUT_OF_DEVICE_MEMORY || present.empty()) throw;
        // There may be room for either crowd, but not for both at once.
        finish();
        crowds_.clear();
        comparedVertices_.clear();
        try {
            take(createCrowds(demands));
            settle();
        } catch (...) {
            take(createCrowds(present));
            throw;
        }
    }
}

/// Compiles what the crowds need and is not there yet.
void Frame::preparePasses(Passes& passes, const FrameSettings& settings) const {
    for (const SkinnedCrowd& crowd : crowds_) {
        const Technique& technique = crowd.technique();
        if (technique.paletteOnGpu) passes.palette.prepare(*device_, shaders_, crowd.variant());
        if (technique.skin == Technique::Skin::compute) {
            passes.skin.prepare(*device_, shaders_, crowd.variant(), crowd.mesh().mesh.buckets);
        }
        if (technique.skin == Technique::Skin::feedback) {
            passes.feedback.prepare(*device_, shaders_, crowd.variant());
        }
        const Batch& batch = crowd.pages().draws({}).front();  // the others have the same draws
        passes.shadow.prepare(*device_, shaders_, crowd.stage(), batch);
        passes.forward.prepare(*device_, shaders_, crowd.stage(), batch, settings.forward());
        if (settings.depthPrepass) {
            passes.forward.prepareDepth(*device_, shaders_, crowd.stage(), batch);
        }
        if (passes.capture && crowds_.size() > 1) {
            passes.capture->prepare(*device_, shaders_, crowd.stage());
        }
    }
}

void Frame::fitTargets(VkExtent2D extent, bool motion) {
    const auto differs = [&](VkExtent2D old) {
        return old.width != extent.width || old.height != extent.height;
    };
    if (differs(passes_.forward.extent())) {
        ring_.retire(passes_.forward.resize(*device_, extent));
    }
    if (motion && differs(passes_.forward.velocities().extent())) {
        ring_.retire(passes_.forward.resizeVelocities(*device_, extent));
    }
}

/// Steps 3 and 4, and step 6 where the CPU does it, of every way.
void Frame::animate(const FrameInput& input, FrameStatistics& statistics) {
    const Playback playback = input.playback.stepped();
    injected::failFrom(playback.timeSeconds);
    FrameStatistics untold;  // of the second way
    for (size_t i = 0; i < crowds_.size(); ++i) {
        crowds_[i].animate(scene_->crowd, scene_->bindBoxes, playback, moment_.phase,
                           {.skeleton = input.settings.overlays.skeleton && i == 0,
                            .bounds = input.settings.overlays.bounds && i == 0},
                           i == 0 ? statistics : untold);
    }
}

void Frame::updateView(const FrameInput& input, Slot& slot) {
    const VkExtent2D extent = input.target.extent;
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    const Box crowd = crowdBounds(scene_->bounds, crowds_[0].demand().instanceCount);
    const Cascades cascades =
        fitCascades(input.camera, aspect, kTowardsLight, {crowd.center(), crowd.radius()},
                    input.settings.cascadeCount, ShadowPass::kResolution);
    gpu::ViewConstants view{};
    view.clipFromWorld = input.camera.clipFromWorld(aspect);
    view.worldFromClip = glm::inverse(view.clipFromWorld);
    view.previousClipFromWorld = moment_.hasPast ? lastClipFromWorld_ : view.clipFromWorld;
    lastClipFromWorld_ = view.clipFromWorld;
    for (uint32_t i = 0; i < input.settings.cascadeCount; ++i) {
        view.cascadeFromWorld[i] = cascades.shadowFromWorld[i];
        view.cascadeTexel[i / 4][static_cast<int>(i % 4)] = cascades.texelSize[i];
    }
    view.cameraPosition = input.camera.position();
    view.cascadeCount = input.settings.cascadeCount;
    view.lightDirection = kTowardsLight;
    view.groundRadius = 2.0f * crowd.radius() + 6.0f * scene_->bounds.radius();
    view.targetSize = {extent.width, extent.height};
    view.exposure = kExposure;
    view.extent = 2.0f * scene_->bounds.radius();
    const Stopwatch stopwatch;
    slot.view.mapped<gpu::ViewConstants>()[0] = view;
    injected::slow("upload");
    slot.statistics.cpuUploadMs += stopwatch.ms();
}

void Frame::render(const FrameInput& input) {
    fitCrowds(input.settings);
    fitTargets(input.target.extent, input.settings.motion());
    preparePasses(passes_, input.settings);

    const VkCommandBuffer commands = ring_.begin(*device_);
    Slot& slot = slots_[ring_.slot()];
    collectStatistics(slot);

    const Stopwatch stopwatch;
    FrameStatistics statistics{.frameIndex = ++frameIndex_};
    moment_ = {.phase = static_cast<uint32_t>(frameIndex_ % kPhases),
               .hasPast = lastMoved_ && input.settings.motion() && !input.cut &&
                          input.playback.cuts == lastCuts_};
    lastMoved_ = false;  // a frame that ends here leaves half a past
    animate(input, statistics);
    slot.statistics = statistics;
    lastMoved_ = input.settings.motion();
    lastCuts_ = input.playback.cuts;
    updateView(input, slot);
    record(commands, input);
    const Stopwatch submission;
    ring_.submit(*device_, input.targetAcquired, VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT,
                 input.targetDone);
    injected::slow("submit");
    slot.statistics.cpuSubmitMs = submission.ms();
    const bool everyPass = crowds_[0].technique().skin == Technique::Skin::none;
    slot.statistics.verticesSkinned = uint64_t{scene_->model->geometry.vertexCount()} *
                                      crowds_[0].demand().instanceCount *
                                      (everyPass ? passesOf(input.settings) : 1);
    slot.statistics.cpuFrameMs = stopwatch.ms();
}

/// The slot's fence has signalled: its stamps are there.
void Frame::collectStatistics(const Slot& slot) {
    if (slot.statistics.frameIndex <= statistics_.frameIndex) return;
    statistics_ = slot.statistics;
    for (uint32_t i = 0; i < kStepCount; ++i) statistics_.steps[i].gpuMs = slot.timer.resultMs(i);
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

CapturedVertices Frame::capture(const FrameSettings& settings, const Playback& playback,
                                uint32_t instance) {
    if (!passes_.capture) (void)CapturePass::create(*device_, layouts_);  // says why not
    finish();
    fitCrowds({.method = settings.method,
               .skinning = settings.skinning,
               .instanceCount = settings.instanceCount});
    SkinnedCrowd& crowd = crowds_[0];
    preparePasses(passes_, {});
    passes_.capture->prepare(*device_, shaders_, crowd.stage());
    moment_.hasPast = false;
    lastMoved_ = false;  // the last frame's buffers are overwritten
    FrameStatistics unused;
    animate({.settings = {}, .playback = playback}, unused);
    runOnce(*device_,
            [&](VkCommandBuffer commands) { recordSkinning(commands, crowd, nullptr, unused); });

    CapturedVertices result;
    const std::vector<uint32_t>& order = crowd.mesh().mesh.order;
    result.positions.resize(order.size());
    result.normals.resize(order.size());
    result.tangents.resize(order.size());
    for (size_t p = 0; p < crowd.pages().all().size(); ++p) {
        const Page& page = crowd.pages().all()[p];
        if (instance - page.firstInstance >= page.instanceCount) continue;
        const std::vector<gpu::SkinnedVertex> captured = passes_.capture->capture(
            *device_, layouts_, crowd.stage(), crowd.pages().drawsOfPage(moment_, p));
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
