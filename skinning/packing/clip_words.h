// Stores clips with unpacked keys as words that GPU posing samples.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// The clips and the rest pose of a model, in the layout of shaders/shared/clips.h (SINEW_CLIPS_*,
/// SINEW_TRACK_*). Throws std::runtime_error if its offsets cannot address them.
std::vector<uint32_t> layClips(const Model& model);

/// The size of layClips(), bytes.
uint64_t clipBytes(const Model& model);

/// SINEW_CLIPS_CUBIC and SINEW_CLIPS_SCALE, if a clip needs them; shaders are specialized by them.
uint32_t clipFeatures(const Model& model);

}  // namespace sinew
