// Clips as words that a GPU samples: the keys as they are.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// The clips of a model and its rest pose, in the layout that shaders/shared/clips.h describes
/// (SINEW_CLIPS_*, SINEW_TRACK_*). Throws std::runtime_error where they are too many for it.
std::vector<uint32_t> layClips(const Model& model);

/// Of layClips().
uint64_t clipBytes(const Model& model);

/// SINEW_CLIPS_CUBIC, SINEW_CLIPS_SCALE: what shaders are compiled to sample.
uint32_t clipFeatures(const Model& model);

}  // namespace sinew
