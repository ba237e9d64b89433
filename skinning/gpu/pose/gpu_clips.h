// Input of GPU posing, except requests: joints, clips, and boxes of binds.
#pragma once

#include "renderer/resources.h"
#include "skinning/model.h"

namespace sinew {

struct BindBoxes;
struct ClipBoxes;

/// Move-only.
struct GpuClips {
    /// Uploads and waits. `clips` is a result of layClips() or packClips(); `arcs` is null for
    /// linear blending. Throws std::runtime_error if a buffer exceeds the device limit.
    static GpuClips create(const Device& device, const Model& model, const BindBoxes& bindBoxes,
                           const ClipBoxes* arcs, const std::vector<uint32_t>& clips);

    Buffer joints;     // gpu::JointEntry
    Buffer clips;      // words (skinning/packing/clip_words.h)
    Buffer bindBoxes;  // words (shaders/shared/clips.h)
};

}  // namespace sinew
