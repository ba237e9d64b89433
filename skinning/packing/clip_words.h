// Stores clips with unpacked keys as words that GPU posing samples.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Returns the clips and the rest pose of a model, in the layout of shaders/shared/clips.h
/// (SINEW_CLIPS_*, SINEW_TRACK_*). Throws std::runtime_error if there are too many words for the
/// offsets in this layout.
std::vector<uint32_t> layClips(const Model& model);

/// Returns the bytes of a clip's key times and values.
uint64_t keyBytes(const Clip& clip);

/// Returns the size of layClips(), in bytes.
uint64_t clipBytes(const Model& model);

/// Returns the flags SINEW_CLIPS_CUBIC and SINEW_CLIPS_SCALE if a clip needs them. They are a
/// specialization constant of shaders.
uint32_t clipFeatures(const Model& model);

}  // namespace sinew
