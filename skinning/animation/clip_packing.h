// Clips in few words for the GPU: keys that interpolation gives are left out, the others quantized,
// and how far that moves a vertex is bounded.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/model.h"

namespace sinew {

/// What packing made of a clip.
struct PackedClip {
    Clip decoded;            // what the words say, in floats
    uint64_t bytes = 0;      // of the words, tables and times included
    uint64_t fp32Bytes = 0;  // of the clip's own keys and times in floats
    uint32_t keys = 0;       // of the clip's channels
    uint32_t keptKeys = 0;   // of those, the ones that are stored
    /// No vertex is farther from where the clip puts it, at any time: a share of the model's size,
    /// the diagonal of its box in the rest pose. For a blend of two clips, the root of 2 times the
    /// larger of both.
    double bound = 0;
};

struct PackedClips {
    std::vector<uint32_t> words;    // in the layout of shaders/shared/clips.h
    std::vector<PackedClip> clips;  // Model::clips
    double size = 0;                // what bounds are shares of
    /// The same whatever requests name: blends, layers, an additive clip.
    double layeredBound = 0;
};

/// Whether 16 bits count the different key times of each clip.
bool canPack(const Model& model);
/// A model that can be packed.
PackedClips packClips(const Model& model, const BindBoxes& bindBoxes);

}  // namespace sinew
