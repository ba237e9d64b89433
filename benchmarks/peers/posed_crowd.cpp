// Posing the crowd, and reading its vertices back.
#include "benchmarks/peers/posed_crowd.h"

#include <algorithm>

#include "renderer/barrier.h"
#include "shaders/shared/packing.h"
#include "skinning/animation/placement.h"

namespace sinew {
namespace {

constexpr Moment kMoment{};
/// Where in the clip instance 0 is: not at a bind pose, which a wrong kernel may get right.
constexpr float kFraction = 0.4f;

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

std::vector<std::byte> readBack(const Device& device, VkBuffer buffer, uint64_t offset,
                                uint64_t count) {
    const Buffer host = Buffer::create(
        device, {.name = "vertices, read back", .bytes = count, .memory = MemoryUse::readback});
    runOnce(device, [&](VkCommandBuffer commands) {
        memoryBarrier(commands, access::kEverything, access::kCopyRead);
        const VkBufferCopy region{.srcOffset = offset, .size = count};
        vkCmdCopyBuffer(commands, buffer, host.get(), 1, &region);
        memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
    });
    const auto bytes = host.mapped<std::byte>(0, count);
    return {bytes.begin(), bytes.end()};
}

SkinChoice PosedCrowd::choiceOf(Way way) {
    switch (way) {
        case Way::compact:
            return {Method::compute, {.output = Output::compact}};
        case Way::matrices:
            return {Method::vertex, {.palette = PaletteFormat::matrix}};
        case Way::full:
            break;
    }
    return {};
}

PosedCrowd::PosedCrowd(const Device& device, const ShaderLibrary& shaders,
                       std::shared_ptr<const Model> model, uint32_t clip, uint32_t instances)
    : model_(std::move(model)),
      playback_{.clip = clip},
      layouts_(SetLayouts::create(device)),
      palette_(PalettePass::create(device, layouts_)),
      skin_(SkinPass::create(device, layouts_)),
      boxes_(instances) {
    if (clip != kRestPose) playback_.timeSeconds = kFraction * model_->clips[clip].durationSeconds;
    Uploader uploader(device);
    materials_ = GpuMaterials::create(device, uploader, *model_, layouts_);
    uploader.finish();

    const BindBoxes bindBoxes = makeBindBoxes(*model_);
    std::vector<gpu::Affine> worldFromObject(instances);
    placeCrowd(standingBounds(*model_, bindBoxes), worldFromObject);
    const auto mesh = CrowdMesh::create(device, model_, InfluenceFormat::split32, 0);
    Crowd crowd(*model_);
    FrameStatistics untold;
    for (const Way way : kWays) {
        SkinnedCrowd& made = ways_.emplace_back(
            SkinnedCrowd::create(device, layouts_, {choiceOf(way), instances},
                                 {.mesh = mesh, .materials = &materials_}, worldFromObject));
        made.animate(crowd, bindBoxes, playback_, kMoment.phase, {}, untold);
    }
    ways_[0].boundInstances(crowd, bindBoxes, playback_, 0, boxes_);
    makePalettes(device, shaders);
}

void PosedCrowd::makePalettes(const Device& device, const ShaderLibrary& shaders) {
    for (const SkinnedCrowd& way : ways_) {
        palette_.prepare(device, shaders, way.variant());
        if (way.technique().skin == Technique::Skin::compute) {
            skin_.prepare(device, shaders, way.variant(), way.mesh().mesh.buckets);
        }
    }
    runOnce(device, [&](VkCommandBuffer commands) {
        for (const SkinnedCrowd& way : ways_) {
            palette_.record(commands, way.variant(), way.pages().batches(kMoment));
        }
        memoryBarrier(commands, access::kComputeWrite, access::kComputeRead);
    });
}

VkBuffer PosedCrowd::palettesOf(Way which, size_t page) const {
    return way(which).pages().all()[page].resultsAt(kMoment.phase).palettes.get();
}

uint32_t PosedCrowd::paletteStride(Way which) const {
    return way(which).pages().batches(kMoment).front().constants.paletteStride;
}

std::vector<uint32_t> PosedCrowd::pageInstances(Way which) const {
    std::vector<uint32_t> instances;
    for (const Page& page : way(which).pages().all()) instances.push_back(page.instanceCount);
    return instances;
}

uint32_t PosedCrowd::recordSkin(VkCommandBuffer commands, Way which) const {
    const SkinnedCrowd& crowd = way(which);
    return skin_.record(commands, crowd.variant(), crowd.mesh().mesh.buckets,
                        crowd.pages().batches(kMoment));
}

CapturedVertices PosedCrowd::read(const Device& device, Way which, uint32_t instance) const {
    const SkinnedCrowd& crowd = way(which);
    const std::vector<uint32_t>& order = crowd.mesh().mesh.order;
    const uint64_t stride = skinnedVertexBytes(choiceOf(which).settings.output);
    CapturedVertices out;
    out.positions.resize(order.size());
    out.normals.resize(order.size());
    out.tangents.resize(order.size());
    for (const Page& page : crowd.pages().all()) {
        if (instance - page.firstInstance >= page.instanceCount) continue;
        const uint64_t first = uint64_t{instance - page.firstInstance} * order.size();
        const std::vector<std::byte> bytes =
            readBack(device, page.resultsAt(kMoment.phase).skinned.get(), first * stride,
                     order.size() * stride);
        for (size_t i = 0; i < order.size(); ++i) {
            const uint32_t v = order[i];
            if (which == Way::compact) {
                gpu::CompactVertex packed;
                std::memcpy(&packed, &bytes[i * stride], sizeof(packed));
                const Box& in = box(instance);
                out.positions[v] = in.low + gpu::unpackCompactPosition(packed) * (in.high - in.low);
                out.normals[v] = gpu::unpackCompactNormal(packed);
                out.tangents[v] = gpu::unpackCompactTangent(packed);
            } else {
                gpu::SkinnedVertex full;
                std::memcpy(&full, &bytes[i * stride], sizeof(full));
                out.positions[v] = {full.x, full.y, full.z};
                out.normals[v] = gpu::unpackUnit(full.normal);
                out.tangents[v] = gpu::unpackTangent(full.tangent);
            }
        }
    }
    return out;
}

ReferencePose PosedCrowd::referencePose(uint32_t instance) const {
    const uint32_t clip = playback_.clip;
    if (clip == kRestPose) return sinew::referencePose(*model_, clip, 0.0);
    const float time =
        instanceTime(model_->clips[clip], playback_, playback_.timeSeconds, instance);
    return sinew::referencePose(*model_, clip, double{time});
}

uint64_t posedCrowdBytes(const Device& device, const Model& model, uint32_t instances) {
    uint64_t bytes = 0;
    for (const PosedCrowd::Way way : PosedCrowd::kWays) {
        const MethodMemory memory =
            methodMemory(uniformLimits(device), model, PosedCrowd::choiceOf(way), false);
        bytes = std::max(bytes, memory.modelBytes);
    }
    for (const PosedCrowd::Way way : PosedCrowd::kWays) {
        bytes +=
            instances * methodMemory(uniformLimits(device), model, PosedCrowd::choiceOf(way), false)
                            .perInstance();
    }
    return bytes;
}

}  // namespace sinew
