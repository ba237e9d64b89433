// The parts that several techniques are made of.
#include "skinning/gpu/techniques/rooms.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/clips.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/passes.h"
#include "shaders/shared/playback.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/vertex.h"
#include "skinning/alike.h"
#include "skinning/animation/clip_words.h"
#include "skinning/gpu/cost.h"
#include "skinning/gpu/influences.h"
#include "skinning/gpu/skinned_crowd.h"
#include "skinning/quantized_mesh.h"

namespace sinew::techniques {
namespace {

WrittenBy posesWriter(const SkinPlan& plan) {
    return plan.posedOnGpu() ? WrittenBy::gpu : WrittenBy::pose;
}

/// The requests of instances, and the playback from which shaders derive them.
constexpr BufferRow kRequests[] = {{.name = "pose requests",
                                    .buffer = CrowdBuffer::requests,
                                    .bytes = sizeof(gpu::PoseRequest),
                                    .writer = WrittenBy::technique,
                                    .everyFrame = false},
                                   {.name = "playback",
                                    .buffer = CrowdBuffer::playback,
                                    .bytes = sizeof(gpu::Playback),
                                    .per = Per::crowd,
                                    .writer = WrittenBy::technique}};

}  // namespace

BufferList cullingBuffers(const SkinPlan& plan) {
    if (!plan.culled()) return {};
    constexpr uint64_t kCountBytes = SINEW_SLOT_COUNT * sizeof(uint32_t) / SINEW_CULL_GROUP;
    static_assert(kCountBytes * SINEW_CULL_GROUP == SINEW_SLOT_COUNT * sizeof(uint32_t));
    static_assert(SINEW_RATE_WORDS * sizeof(uint32_t) <= SINEW_CULL_GROUP);
    BufferList list{
        {.name = "bounds of clips",
         .buffer = std::nullopt,
         .bytes = (plan.model->clips.size() + 2) * sizeof(gpu::ClipEntry),
         .per = Per::model,
         .writer = WrittenBy::once},
        {.name = "visibility words",
         .buffer = CrowdBuffer::visibility,
         .bytes = sizeof(uint32_t),
         .keptByKernels = true},
        {.name = "visible counts per workgroup",
         .buffer = CrowdBuffer::visibleCounts,
         .bytes = kCountBytes + (plan.rated() ? 1 : 0),
         .keptByKernels = true,
         .runInstances = SINEW_CULL_GROUP},
        {.name = "visible lists",
         .buffer = CrowdBuffer::visibleLists,
         .bytes = (SINEW_LIST_COUNT + (plan.rated() ? 1 : 0)) * sizeof(uint32_t),
         .usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT},
    };
    if (plan.culledConstant() == SINEW_CULLED_BY_PLACE) {
        list.push_back({.name = "first vertices of instances",
                        .buffer = CrowdBuffer::firstVertices,
                        .bytes = sizeof(uint32_t)});
    }
    if (plan.rated()) {
        list.push_back({.name = "requests of the last poses",
                        .buffer = CrowdBuffer::heldPoses,
                        .bytes = sizeof(gpu::HeldPose),
                        .keptByKernels = true});
    }
    if (!plan.posedOnGpu()) list.insert(list.end(), std::begin(kRequests), std::end(kRequests));
    return list;
}

BufferList posingBuffers(const SkinPlan& plan) {
    if (!plan.posedOnGpu()) return {};
    const auto ofModel = [](const char* name, uint64_t bytes) {
        return BufferRow{.name = name,
                         .buffer = std::nullopt,
                         .bytes = bytes,
                         .per = Per::model,
                         .writer = WrittenBy::once};
    };
    const Model& model = *plan.model;
    BufferList list(std::begin(kRequests), std::end(kRequests));
    list.push_back(ofModel("joints", (model.skeleton.size() + 1) * sizeof(gpu::JointEntry)));
    // Packed ones take less; how much less is known when they are packed.
    list.push_back(ofModel("clips", clipBytes(model)));
    return list;
}

BufferRow poses(const SkinPlan& plan, bool everyFrame) {
    return {.name = "poses",
            .buffer = CrowdBuffer::poses,
            .bytes = plan.model->skeleton.size() * sizeof(gpu::Affine),
            .writer = posesWriter(plan),
            .everyFrame = everyFrame};
}

BufferRow morphWeights(const SkinPlan& plan) {
    return {.name = "morph weights",
            .buffer = CrowdBuffer::morphWeights,
            .bytes = plan.model->restMorphWeights.size() * sizeof(float),
            .writer = posesWriter(plan)};
}

BufferRow boxes(const SkinPlan& plan) {
    return {.name = "boxes",
            .buffer = CrowdBuffer::boxes,
            .bytes = sizeof(gpu::BoxEntry),
            .writer = plan.posedOnGpu() ? WrittenBy::gpu : WrittenBy::technique,
            .everyFrame = plan.compact()};
}

BufferRow palettes(const SkinPlan& plan) {
    return {.name = "palettes",
            .buffer = CrowdBuffer::palettes,
            .bytes = plan.paletteBytes(),
            .usage = VK_BUFFER_USAGE_UNIFORM_TEXEL_BUFFER_BIT};
}

BufferRow normalPalettes(const SkinPlan& plan) {
    return {.name = "normal palettes",
            .buffer = CrowdBuffer::normalPalettes,
            .bytes = uint64_t{plan.palette.stride} * plan.palette.normalBytes};
}

BufferRow vertices(const SkinPlan& plan, WrittenBy writer, VkBufferUsageFlags usage) {
    // The CPU writes vertices by instance, each at its own place.
    const bool shared = plan.culledConstant() == SINEW_CULLED_BY_PLACE && plan.vertexBudget > 0 &&
                        plan.levels && !plan.levels->coarser.empty();
    return {
        .name = writer == WrittenBy::gpu ? "shared vertex buffer" : "vertices skinned by the CPU",
        .buffer = CrowdBuffer::skinned,
        .bytes = plan.skinnedBytes(),
        .least = shared ? plan.levels->coarser.back().vertexCount *
                              uint64_t{skinnedVertexBytes(plan.settings().output)}
                        : 0,
        .room = shared ? plan.vertexBudget : 0,
        .writer = writer,
        .usage = usage};
}

BufferList paletteBuffers(const SkinPlan& plan) {
    BufferList list{poses(plan, true), boxes(plan), palettes(plan)};
    for (const BufferRow& row : posingBuffers(plan)) list.push_back(row);
    if (!plan.model->restMorphWeights.empty()) list.push_back(morphWeights(plan));
    if (plan.palette.normalBytes > 0) list.push_back(normalPalettes(plan));
    return list;
}

namespace {

void bindVertices(const SkinnedCrowd& crowd, Moment moment, std::span<Descriptor> buffers) {
    const FrameBuffers now = crowd.buffers(moment), before = crowd.previousBuffers(moment);
    buffers[0] = now.skinned;
    buffers[1] = now.boxes;
    buffers[2] = now.firstVertices;
    buffers[SINEW_PASS_PREVIOUS] = before.skinned;
    buffers[SINEW_PASS_PREVIOUS + 1] = before.boxes;
}

void bindMesh(const GpuMesh& mesh, std::span<Descriptor> buffers) {
    buffers[0] = mesh.vertices;
    buffers[1] = mesh.influences;
    buffers[2] = mesh.morphOffsets;
    buffers[3] = mesh.morphDeltas;
    buffers[8] = mesh.influenceOffsets;
}

void bindPalettes(const SkinnedCrowd& crowd, Moment moment, std::span<Descriptor> buffers) {
    const FrameBuffers now = crowd.buffers(moment), before = crowd.previousBuffers(moment);
    const uint32_t rangeBytes = crowd.plan().palette.rangeBytes;
    const auto palettes = [&](const FrameBuffers& of) {
        return rangeBytes > 0 ? Descriptor(of.palettes, 0, rangeBytes) : Descriptor(of.palettes);
    };
    bindMesh(crowd.mesh().mesh, buffers);
    buffers[4] = now.morphWeights;
    buffers[5] = now.normalPalettes;
    buffers[6] = palettes(now);
    buffers[7] = now.palettes;  // as texels
    buffers[SINEW_PASS_PREVIOUS] = before.morphWeights;
    buffers[SINEW_PASS_PREVIOUS + 1] = palettes(before);
    buffers[SINEW_PASS_PREVIOUS + 2] = before.palettes;
}

void bindBakedClips(const SkinnedCrowd& crowd, Moment moment, std::span<Descriptor> buffers) {
    bindMesh(crowd.mesh().mesh, buffers);
    buffers[6] = crowd.buffers(moment).bakedStates;
    buffers[7] = crowd.baked()->descriptor();
    buffers[SINEW_PASS_PREVIOUS] = crowd.previousBuffers(moment).bakedStates;
}

}  // namespace

PassStage readsVertices(const SkinPlan& plan) {
    return {"skinned",
            {.output = plan.variant().output, .culled = plan.culledConstant()},
            bindVertices};
}

PassStage skinsFromPalettes(const SkinPlan& plan, std::string_view source) {
    PassStage stage{source, plan.variant(), bindPalettes};
    if (plan.palette.rangeBytes > 0) stage.variant.uniformWords = plan.palette.rangeBytes / 16;
    return stage;
}

PassStage skinsFromBakedClips(const SkinPlan& plan) {
    return {"texture", plan.variant(), bindBakedClips};
}

JointLimit influenceLimit(const SkinPlan& plan) {
    const InfluenceFormat format = plan.settings().influences;
    if (format == InfluenceFormat::split32) return {0, "none"};
    return {paletteLimit(format), "bits of an influence"};
}

/// Of the clip that has the most to read. A track's keys are looked for among times that others
/// share.
void poseCost(const SkinPlan& plan, CostCard& card) {
    const Model& model = *plan.model;
    const bool packed = plan.settings().keys == KeyFormat::packed;
    uint64_t tracks = 0;
    for (const Clip& clip : model.clips) {
        uint64_t bytes = 0;
        for (const Channel& channel : clip.channels) {
            const bool cubic = channel.interpolation == Channel::Interpolation::cubicSpline;
            // Of packed keys two times three words.
            bytes += packed ? sizeof(gpu::PackedTrack) + 2 * 3 * sizeof(uint32_t)
                            : sizeof(gpu::ClipTrack) +
                                  uint64_t{channel.width} * sizeof(float) * (cubic ? 4 : 2);
        }
        tracks = std::max(tracks, bytes);
    }
    const uint64_t joints = model.skeleton.size(), weights = model.restMorphWeights.size();
    card.pose = {.read = tracks + weights * 2 * sizeof(uint32_t) +
                         joints * (sizeof(gpu::JointEntry) + sizeof(uint32_t)),
                 .written = joints * sizeof(gpu::Affine) + weights * sizeof(float)};
    card.dispatches += 1;
    if (!plan.compact() && !plan.culled()) return;
    constexpr uint64_t kBox = SINEW_BIND_BOX_WORDS * sizeof(uint32_t);
    card.pose.read += model.binds.size() * (sizeof(gpu::Affine) + sizeof(gpu::BindEntry) + kBox);
    card.pose.written += sizeof(gpu::BoxEntry);
    card.dispatches += 1;
}

/// As if every instance were in every list: masks, lists, and a list more in the arguments' order.
void cullCost(const SkinPlan& plan, CostCard& card) {
    const auto rounds = static_cast<uint32_t>(plan.cullRounds().size());
    if (rounds == 0) return;
    card.cull = {
        .read = rounds * (sizeof(gpu::Placement) + sizeof(gpu::BoxEntry) + sizeof(uint32_t)),
        .written = rounds * (1 + card.passes + 1) * sizeof(uint32_t)};
    card.dispatches += rounds * 3;  // masks, ends, lists
}

void paletteCost(const CostInput& input, CostCard& card) {
    const SkinPlan& plan = input.plan;
    if (plan.posedOnGpu()) poseCost(plan, card);
    const uint64_t entries = plan.model->binds.size();
    card.palette = {.read = entries * (sizeof(gpu::Affine) + sizeof(gpu::BindEntry)),
                    .written = entries * (plan.palette.entryBytes + plan.palette.normalBytes)};
    card.entryBytes = plan.palette.entryBytes + plan.palette.normalBytes;
    card.dispatches += 1;
    card.runInstances = plan.palette.rangeBytes > 0 ? plan.palette.runInstances : 0;
}

namespace {

// What the vertex stage of a depth pass loads of gpu::PackedVertex and of gpu::CompactVertex.
constexpr uint64_t kPositionBytes = 3 * sizeof(float);
constexpr uint64_t kCompactPositionBytes = 2 * sizeof(uint32_t);

}  // namespace

uint64_t bytesToSkin(const CostInput& input, const Skinning& skinning) {
    const Model& model = *input.plan.model;
    const SkinSettings& settings = input.plan.settings();
    const uint64_t vertexBytes = skinning.directions ? meshVertexBytes(settings.mesh)
                                 : settings.mesh == MeshFormat::quantized ? kCompactPositionBytes
                                                                          : kPositionBytes;
    const uint64_t morphBytes =
        skinning.directions ? sizeof(gpu::MorphEntry) : sizeof(uint32_t) + kPositionBytes;
    uint64_t bytes = input.plan.vertices() * vertexBytes + input.influences.bytes +
                     input.influences.walked * skinning.entryBytes;
    if (skinning.findsInfluences && settings.influences != InfluenceFormat::split64) {
        bytes += input.plan.vertices() * 2 * sizeof(uint32_t);
    }
    if (!model.restMorphWeights.empty()) {
        bytes += input.plan.vertices() * 2 * sizeof(uint32_t) +
                 model.geometry.morphDeltas.size() * (morphBytes + skinning.weightBytes);
    }
    return bytes;
}

void skinCost(const CostInput& input, bool findsInfluences, CostCard& card) {
    const SkinPlan& plan = input.plan;
    const uint64_t entryBytes = plan.palette.entryBytes + plan.palette.normalBytes;
    card.skin = {
        .read = bytesToSkin(input, {.entryBytes = entryBytes, .findsInfluences = findsInfluences}) +
                (plan.compact() ? sizeof(gpu::BoxEntry) : 0),
        .written = plan.skinnedBytes()};
}

void passesReadVertices(const CostInput& input, CostCard& card) {
    const uint64_t boxBytes = input.plan.compact() ? sizeof(gpu::BoxEntry) : 0;
    card.readForward = card.readWhileFading = input.plan.skinnedBytes() + boxBytes;
    card.readForDepth =
        card.vertices * (input.plan.compact() ? kCompactPositionBytes : kPositionBytes) + boxBytes;
    if (input.motion) card.readForMotion = card.readForDepth;
    card.verticesSkinned = card.vertices;
}

void passesSkin(const CostInput& input, uint64_t readForward, uint64_t readForDepth,
                CostCard& card) {
    card.readForward = card.readWhileFading = readForward;
    card.readForDepth = readForDepth;
    if (input.motion) card.readForMotion = readForDepth;
    card.verticesSkinned =
        drawnVertices(*input.plan.model) * (card.passes + (input.motion ? 1 : 0));
}

std::string cannotShareVertices(const CostCard& card) {
    return fmt::format("Cannot share skinned vertices among instances: each one takes {}.",
                       bytesText(card.memoryPerInstance));
}

std::string cannotHandVerticesOn(const CostCard& card) {
    return fmt::format(
        "Cannot reuse skinned vertices: every pass skins again, {} times a frame here, and ray "
        "tracing or readback have none.",
        card.passes + (card.readForMotion > 0 ? 1 : 0));
}

}  // namespace sinew::techniques
