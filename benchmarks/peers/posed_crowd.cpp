// Poses a crowd, and reads its skinned vertices back.
#include "benchmarks/peers/posed_crowd.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/barrier.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/playback.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/gpu/frame/record.h"

namespace sinew {
namespace {

using Variant = PosedCrowd::Variant;

constexpr Moment kMoment{};
/// Time of instance 0, as a fraction of the clip's duration. It is not 0, because errors of a
/// kernel may be invisible in a bind pose.
constexpr float kFraction = 0.4f;

/// Returns the variants in the order of the enum. The last one is missing if the model does not fit
/// its format.
std::vector<Variant> variantsOf(const Model& model) {
    std::vector<Variant> variants{Variant::full, Variant::compact, Variant::matrices};
    if (PosedCrowd::missing(Variant::quantized, model).empty())
        variants.push_back(Variant::quantized);
    return variants;
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

SkinChoice PosedCrowd::choiceOf(Variant variant) {
    switch (variant) {
        case Variant::compact:
            return {Method::compute, {.output = Output::compact}};
        case Variant::quantized:
            return {Method::compute,
                    {.influences = InfluenceFormat::split64,
                     .mesh = MeshFormat::quantized,
                     .output = Output::compact}};
        case Variant::matrices:
            return {Method::vertex, {.palette = PaletteFormat::matrix}};
        case Variant::full:
            break;
    }
    return {};
}

std::string PosedCrowd::missing(Variant variant, const Model& model) {
    const InfluenceFormat format = choiceOf(variant).settings.influences;
    if (model.binds.size() <= paletteLimit(format)) return {};
    return fmt::format("the model has {} palette entries, and its influences can index {}",
                       model.binds.size(), paletteLimit(format));
}

PosedCrowd::PosedCrowd(const Device& device, const ShaderLibrary& shaders,
                       std::shared_ptr<const Model> model, uint32_t clip, uint32_t instances)
    : model_(std::move(model)),
      layouts_(PassLayouts::create(device)),
      scene_(std::make_shared<Scene>(device, layouts_, model_)),
      kernels_(device),
      boxes_(instances) {
    Playback playback{.clip = clip};
    if (clip != kRestPose) playback.timeSeconds = kFraction * model_->clips[clip].durationSeconds;
    requests_ = requestsOf(*model_, playback, instances);
    std::vector<CrowdDemand> demands;
    for (const Variant variant : variantsOf(*model_))
        demands.push_back({choiceOf(variant), instances});
    groups_ = CrowdGroup::create({.scene = *scene_, .demands = demands, .worldFromObject = {}});
    FrameStatistics unusedStatistics;
    GroupAnimator().animate(groups_, playback, requests_, kMoment.phase, {}, unusedStatistics);
    scene_->crowd().bounds(requests_, boxes_);
    makePalettes(device, shaders);
}

void PosedCrowd::makePalettes(const Device& device, const ShaderLibrary& shaders) {
    for (CrowdGroup& group : groups_) {
        for (SkinnedCrowd& crowd : group.crowds) crowd.prepare(kernels_, shaders);
    }
    runCommands(device, [&](Commands& commands) {
        for (const CrowdGroup& group : groups_) {
            for (const SkinnedCrowd& crowd : group.crowds) {
                crowd.method().recordPalettes(commands, crowd, kMoment);
            }
        }
        memoryBarrier(commands, access::kComputeWrite,
                      access::kComputeRead | access::kComputeFetch);
    });
}

const Buffer& PosedCrowd::palettesOf(Variant variant, size_t group) const {
    return crowd(variant, group).buffer(CrowdBuffer::palettes, kMoment.phase);
}

uint32_t PosedCrowd::paletteStride(Variant variant) const {
    return crowd(variant).plan().palette.stride;
}

std::vector<uint32_t> PosedCrowd::groupInstances() const {
    std::vector<uint32_t> instances;
    for (const CrowdGroup& group : groups_) instances.push_back(group.range().instanceCount);
    return instances;
}

uint32_t PosedCrowd::recordSkin(Commands& commands, Variant variant) const {
    const uint32_t before = commands.dispatches;
    for (size_t group = 0; group < groups_.size(); ++group) {
        crowd(variant, group).method().recordSkinning(commands, crowd(variant, group), kMoment);
    }
    return commands.dispatches - before;
}

CapturedVertices PosedCrowd::read(const Device& device, Variant variant, uint32_t instance) const {
    const auto group = std::ranges::find_if(
        groups_, [&](const CrowdGroup& each) { return each.range().contains(instance); });
    const SkinnedCrowd& skinned = crowd(variant, static_cast<size_t>(group - groups_.begin()));
    const std::vector<uint32_t>& order = skinned.mesh().mesh.order;
    const uint64_t stride = skinnedVertexBytes(choiceOf(variant).settings.output);
    const uint64_t first = uint64_t{instance - group->range().firstInstance} * order.size();
    const std::vector<std::byte> bytes =
        readBack<std::byte>(device, skinned.buffer(CrowdBuffer::skinned, kMoment.phase),
                            first * stride, order.size() * stride);
    if (!skinned.plan().compact()) {
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
    for (const Variant variant : variantsOf(model)) {
        const SkinPlan plan = planOf(deviceLimits(device), model, PosedCrowd::choiceOf(variant));
        const BufferSums sums = sumOf(plan.buffers(), {});
        shared = std::max(shared, sums.modelBytes);
        bytes += instances * sums.bytesPerInstance;
    }
    return shared + bytes;
}

}  // namespace sinew
