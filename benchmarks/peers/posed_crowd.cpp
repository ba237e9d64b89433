// Posing the crowd, and reading its vertices back.
#include "benchmarks/peers/posed_crowd.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/barrier.h"
#include "shaders/shared/packing.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/record.h"

namespace sinew {
namespace {

using Way = PosedCrowd::Way;

constexpr Moment kMoment{};
/// Where in the clip instance 0 is: not at a bind pose, which a wrong kernel may get right.
constexpr float kFraction = 0.4f;

/// By number; those at the end may be missing.
std::vector<Way> waysOf(const Model& model) {
    std::vector<Way> ways{Way::full, Way::compact, Way::matrices};
    if (PosedCrowd::missing(Way::quantized, model).empty()) ways.push_back(Way::quantized);
    return ways;
}

}  // namespace

Model skinOnly(const Model& model) {
    Model bare = model;
    bare.geometry.morphOffsets.clear();
    bare.geometry.morphDeltas.clear();
    bare.restMorphWeights.clear();
    for (Clip& clip : bare.clips) {
        std::erase_if(clip.channels,
                      [](const Channel& c) { return c.path == Channel::Path::weights; });
    }
    bare.images.clear();
    bare.materials.assign(1, Material{});
    for (Primitive& primitive : bare.primitives) primitive.material = 0;
    return bare;
}

SkinChoice PosedCrowd::choiceOf(Way way) {
    switch (way) {
        case Way::compact:
            return {Method::compute, {.output = Output::compact}};
        case Way::quantized:
            return {Method::compute,
                    {.influences = InfluenceFormat::split64,
                     .mesh = MeshFormat::quantized,
                     .output = Output::compact}};
        case Way::matrices:
            return {Method::vertex, {.palette = PaletteFormat::matrix}};
        case Way::full:
            break;
    }
    return {};
}

std::string PosedCrowd::missing(Way way, const Model& model) {
    const InfluenceFormat format = choiceOf(way).settings.influences;
    if (model.binds.size() <= paletteLimit(format)) return {};
    return fmt::format("the model has {} palette entries, and its influences can index {}",
                       model.binds.size(), paletteLimit(format));
}

PosedCrowd::PosedCrowd(const Device& device, const ShaderLibrary& shaders,
                       std::shared_ptr<const Model> model, uint32_t clip, uint32_t instances)
    : model_(std::move(model)),
      layouts_(CrowdLayouts::create(device)),
      scene_(std::make_shared<Scene>(device, layouts_.passes, model_)),
      kernels_(Kernels::create(device)),
      boxes_(instances) {
    Playback playback{.clip = clip};
    if (clip != kRestPose) playback.timeSeconds = kFraction * model_->clips[clip].durationSeconds;
    requests_ = requestsOf(*model_, playback, instances);
    std::vector<CrowdDemand> demands;
    for (const Way way : waysOf(*model_)) demands.push_back({choiceOf(way), instances});
    crowds_ =
        Crowds::create(layouts_, {.scene = *scene_, .demands = demands, .worldFromObject = {}});
    FrameStatistics untold;
    crowds_.animate(requests_, kMoment.phase, {}, untold);
    scene_->crowd().bounds(requests_, boxes_);
    makePalettes(device, shaders);
}

void PosedCrowd::makePalettes(const Device& device, const ShaderLibrary& shaders) {
    for (const SkinnedCrowd& crowd : crowds_.ways) prepareSkinning(kernels_, shaders, crowd);
    runOnce(device, [&](VkCommandBuffer commands) {
        FrameStatistics untold;
        for (const SkinnedCrowd& crowd : crowds_.ways) {
            recordStep(commands, kernels_, crowd, CrowdStep::palette, kMoment, untold);
        }
        memoryBarrier(commands, access::kComputeWrite,
                      access::kComputeRead | access::kComputeFetch);
    });
}

VkBuffer PosedCrowd::palettesOf(Way which, size_t page) const {
    const PageBuffers& buffers = way(which).pages().all()[page].buffers;
    return buffers.find(SINEW_BINDING_PALETTES, kMoment.phase)->get();
}

uint32_t PosedCrowd::paletteStride(Way which) const {
    return way(which).plan().palette.stride;
}

std::vector<uint32_t> PosedCrowd::pageInstances(Way which) const {
    std::vector<uint32_t> instances;
    for (const Page& page : way(which).pages().all()) instances.push_back(page.range.instanceCount);
    return instances;
}

uint32_t PosedCrowd::recordSkin(VkCommandBuffer commands, Way which) const {
    FrameStatistics statistics;
    recordStep(commands, kernels_, way(which), CrowdStep::skin, kMoment, statistics);
    return statistics.dispatches;
}

CapturedVertices PosedCrowd::read(const Device& device, Way which, uint32_t instance) const {
    const SkinnedCrowd& crowd = way(which);
    const std::vector<uint32_t>& order = crowd.mesh().mesh.order;
    const uint64_t stride = skinnedVertexBytes(choiceOf(which).settings.output);
    const std::span<const Page> pages = crowd.pages().all();
    const size_t p = static_cast<size_t>(
        std::find_if(pages.begin(), pages.end(),
                     [&](const Page& page) { return page.range.contains(instance); }) -
        pages.begin());
    const uint64_t first = uint64_t{instance - pages[p].range.firstInstance} * order.size();
    const std::vector<std::byte> bytes =
        readBack<std::byte>(device, *pages[p].buffers.find(SINEW_BINDING_SKINNED, kMoment.phase),
                            first * stride, order.size() * stride);
    if (!crowd.plan().compact()) {
        std::vector<gpu::PackedVertex> full(order.size());
        std::memcpy(full.data(), bytes.data(), bytes.size());
        return unpacked(full, order);
    }
    CapturedVertices out{std::vector<glm::vec3>(order.size()), std::vector<glm::vec3>(order.size()),
                         std::vector<glm::vec4>(order.size())};
    const Box& in = box(instance);
    for (size_t i = 0; i < order.size(); ++i) {
        gpu::CompactVertex packed;
        std::memcpy(&packed, &bytes[i * stride], sizeof(packed));
        const uint32_t v = order[i];
        out.positions[v] = in.low + gpu::unpackCompactPosition(packed) * (in.high - in.low);
        out.normals[v] = gpu::unpackCompactNormal(packed);
        out.tangents[v] = gpu::unpackCompactTangent(packed);
    }
    return out;
}

ReferencePose PosedCrowd::referencePose(uint32_t instance) const {
    const ClipMoment moment = baseOf(requests_[instance]);
    return sinew::referencePose(*model_, moment.clip, double{moment.seconds});
}

uint64_t posedCrowdBytes(const Device& device, const Model& model, uint32_t instances) {
    uint64_t shared = 0;
    uint64_t bytes = 0;
    for (const Way way : waysOf(model)) {
        const SkinPlan plan = planOf(deviceLimits(device), model, PosedCrowd::choiceOf(way));
        const BufferSums sums = sumOf(plan.buffers(), {});
        shared = std::max(shared, sums.modelBytes);
        bytes += instances * sums.perInstance();
    }
    return shared + bytes;
}

}  // namespace sinew
