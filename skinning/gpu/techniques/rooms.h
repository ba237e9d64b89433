// The techniques by name, and the parts that several of them are made of.
#pragma once

#include "skinning/gpu/techniques/technique.h"

namespace sinew::techniques {

#define SINEW_METHOD(id, name, onCpu) extern const Technique id;
#include SINEW_METHODS
#undef SINEW_METHOD

// Rows of buffer lists.

/// What poses on the GPU are made from; nothing where they are not made there.
BufferList posingBuffers(const SkinPlan& plan);
/// What culling reads and writes; empty without culling. The buffers of class Culling are small and
/// not listed.
BufferList cullingBuffers(const SkinPlan& plan);
/// Joint local-to-object matrices. `everyFrame`: false where only the skeleton overlay reads them.
BufferRow poses(const SkinPlan& plan, bool everyFrame);
BufferRow morphWeights(const SkinPlan& plan);
/// Object-space boxes: of compact vertices, and for the bounds overlay.
BufferRow boxes(const SkinPlan& plan);
BufferRow palettes(const SkinPlan& plan);
BufferRow normalPalettes(const SkinPlan& plan);
/// Skinned vertices: what the passes read.
BufferRow vertices(const SkinPlan& plan, WrittenBy writer, VkBufferUsageFlags usage = 0);

/// What methods with poses and palettes on the GPU have.
BufferList paletteBuffers(const SkinPlan& plan);

// Vertex stages.

/// The passes read vertices that are skinned already.
PassStage readsVertices(const SkinPlan& plan);
/// The passes' vertex stage skins from palettes: in a storage buffer (source "palette") or in a
/// uniform buffer ("uniform").
PassStage skinsFromPalettes(const SkinPlan& plan, std::string_view source);
/// The passes' vertex stage skins from baked clips.
PassStage skinsFromBakedClips(const SkinPlan& plan);

/// By boxes of clips, and by boxes of poses.
extern const std::array<CullRound, 2> kCullRounds;
/// Sampling and posing as compute passes: poses and morph weights of all instances, and boxes
/// around them. Plans with posedOnGpu() have them, whatever the technique.
extern const GpuStep kPose;
extern const GpuStep kBoxes;
/// Step palette as a compute pass: palettes of all instances from poses and inverse bind matrices.
extern const GpuStep kPalette;

// Lines of cost cards.

/// Palette entries that the format of influences can tell apart.
JointLimit influenceLimit(const SkinPlan& plan);
/// Of culling, where there is any.
void cullCost(const SkinPlan& plan, CostCard& card);
/// The lines of sampling, poses and palettes on the GPU.
void paletteCost(const CostInput& input, CostCard& card);
/// Bytes read to skin all vertices of an instance once.
struct Skinning {
    uint64_t entryBytes = 0;      // of a palette entry, as it is read
    uint64_t weightBytes = 4;     // of a morph weight
    bool findsInfluences = true;  // by an offset a vertex
    bool directions = true;       // normals and tangents too, which depth passes do not read
};
uint64_t bytesToSkin(const CostInput& input, const Skinning& skinning);
/// A step on the GPU skins once, from palettes in a storage buffer.
void skinCost(const CostInput& input, bool findsInfluences, CostCard& card);
/// The passes read skinned vertices.
void passesReadVertices(const CostInput& input, CostCard& card);
/// The passes skin, each again.
void passesSkin(const CostInput& input, uint64_t readForward, uint64_t readForDepth,
                CostCard& card);

std::string cannotShareVertices(const CostCard& card);
std::string cannotHandVerticesOn(const CostCard& card);

}  // namespace sinew::techniques
