// Packs clips for the GPU, and computes bounds of the resulting vertex errors.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/model.h"

namespace sinew {

struct PackedClip {
    Clip decoded;            // the clip after packing and decoding
    uint64_t bytes = 0;      // the packed clip, tables and times included
    uint64_t fp32Bytes = 0;  // the clip's keys and times as floats
    uint32_t keys = 0;
    uint32_t keptKeys = 0;
    /// Bound of a vertex's error at any time, divided by the model's size. The size is the diagonal
    /// of the box of the rest pose. A blend of two clips has at most sqrt(2) times the larger
    /// bound.
    double bound = 0;
};

struct PackedClips {
    std::vector<uint32_t> words;  // layout of shaders/shared/clips.h
    std::vector<PackedClip> clips;
    double size = 0;  // size of the model: unit of the bounds
    /// The bound for every request: with blends, layers and the additive clip.
    double layeredBound = 0;
};

/// Returns true if 16 bits can index the different key times of each clip.
bool canPack(const Model& model);
/// Packs all clips. Requires canPack().
PackedClips packClips(const Model& model, const BindBoxes& bindBoxes);

}  // namespace sinew
