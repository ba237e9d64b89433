// The lines of cost cards that several methods share.
#pragma once

#include "skinning/gpu/cost.h"

namespace sinew {

/// The line of culling; unchanged without culling.
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

}  // namespace sinew
