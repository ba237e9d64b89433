// What poses on the GPU are made from, beside requests: joints, clips, and the boxes of binds.
#pragma once

#include "renderer/resources.h"
#include "skinning/animation/clip_arcs.h"
#include "skinning/model.h"

namespace sinew {

/// Move-only.
struct GpuClips {
    /// Uploads and waits. `clips`: words as layClips and packClips make them; `arcs`: of dual
    /// quaternions, else null. Throws std::runtime_error where a device cannot hold them in a
    /// buffer.
    static GpuClips create(const Device& device, const Model& model, const BindBoxes& bindBoxes,
                           const ClipArcs* arcs, const std::vector<uint32_t>& clips);

    Buffer joints;     // gpu::JointEntry
    Buffer clips;      // words (skinning/animation/clip_words.h)
    Buffer bindBoxes;  // words (shaders/shared/clips.h)
};

}  // namespace sinew
