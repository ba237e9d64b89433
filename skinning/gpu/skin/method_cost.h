// Fills in the parts of cost cards that several methods share.
#pragma once

#include "skinning/gpu/skin/cost.h"

namespace sinew {

/// Adds the cost of culling; nothing without culling.
void cullCost(const SkinPlan& plan, CostCard& card);
/// Adds the cost of sampling, posing and palettes on the GPU.
void paletteCost(const CostInput& input, CostCard& card);
struct Skinning {
    uint64_t entryBytes = 0;      // bytes read for a palette entry
    uint64_t weightBytes = 4;     // bytes read for a morph weight
    bool findsInfluences = true;  // reads an offset for each vertex
    bool directions = true;       // normals and tangents; depth passes do not read them
};
/// Returns the bytes that are read to skin all vertices of an instance once.
uint64_t bytesToSkin(const CostInput& input, const Skinning& skinning);
/// Adds the cost of a skin step on the GPU.
void skinCost(const CostInput& input, bool findsInfluences, CostCard& card);
/// Sets the cost of passes that read skinned vertices.
void passesReadVertices(const CostInput& input, CostCard& card);
/// Sets the cost of passes whose vertex stage skins.
void passesSkin(const CostInput& input, uint64_t readForward, uint64_t readForDepth,
                CostCard& card);

std::string cannotShareVertices(const CostCard& card);
std::string cannotHandVerticesOn(const CostCard& card);

}  // namespace sinew
