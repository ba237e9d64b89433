// Computes the bytes that the steps read and write, from the layouts of buffers.
#include "skinning/gpu/skin/method_cost.h"

#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/clips.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/instance.h"
#include "shaders/shared/palette.h"
#include "shaders/shared/vertex.h"
#include "skinning/model/alike.h"
#include "skinning/packing/quantized_mesh.h"

namespace sinew {

/// Adds the cost of GPU posing for the clip with the most bytes. Tracks share key times, so the
/// search for keys is not counted.
static void poseCost(const SkinPlan& plan, CostCard& card) {
    const Model& model = *plan.model;
    const bool packed = plan.settings().keys == KeyFormat::packed;
    uint64_t tracks = 0;
    for (const Clip& clip : model.clips) {
        uint64_t bytes = 0;
        for (const Channel& channel : clip.channels) {
            // A track reads two packed keys of at most three words each.
            bytes += packed ? sizeof(gpu::PackedTrack) + 2 * 3 * sizeof(uint32_t)
                            : sizeof(gpu::ClipTrack) + uint64_t{channel.width} * sizeof(float) *
                                                           (channel.cubic() ? 4 : 2);
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

/// Adds the cost of an instance that is in all lists and whose request follows from the playback.
/// In each round cull.comp writes a visibility word and reads that of the preceding round or frame;
/// lists.comp reads the word twice.
void cullCost(const SkinPlan& plan, CostCard& card) {
    const uint32_t rounds = plan.cullRounds();
    if (rounds == 0) return;
    const uint32_t words = 3 * rounds - (plan.leveled() || plan.rated() ? 0 : 1);
    card.cull = {.read = rounds * (sizeof(gpu::Placement) + sizeof(gpu::BoxEntry)) +
                         words * sizeof(uint32_t),
                 .written = rounds * (1 + card.passes + 1) * sizeof(uint32_t)};
    if (plan.rated()) {
        card.cull.read += sizeof(gpu::LastPose);
        card.cull.written += sizeof(gpu::LastPose);
    }
    card.dispatches += rounds * 2;
}

void paletteCost(const CostInput& input, CostCard& card) {
    const SkinPlan& plan = input.plan;
    if (plan.posedOnGpu()) poseCost(plan, card);
    const uint64_t entries = plan.model->binds.size();
    card.palette = {.read = entries * (sizeof(gpu::Affine) + sizeof(gpu::BindEntry)),
                    .written = entries * plan.palette.bytesAnEntry()};
    card.entryBytes = plan.palette.bytesAnEntry();
    card.dispatches += 1;
    card.instancesPerDraw = plan.palette.rangeBytes > 0 ? plan.palette.instancesPerRange : 0;
}

namespace {

// Bytes of gpu::PackedVertex and gpu::CompactVertex that the vertex stage of a depth pass loads.
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
    const uint64_t entryBytes = plan.palette.bytesAnEntry();
    card.skin = {.read = bytesToSkin(input, {.entryBytes = entryBytes,
                                             .findsInfluences = findsInfluences,
                                             .directions = hasNormals(*plan.model)}) +
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

}  // namespace sinew
