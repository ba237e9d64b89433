// Clips on the GPU: the input of GPU posing, and the texture of baked clips.
#pragma once

#include "renderer/resources.h"
#include "skinning/model.h"
#include "skinning/packing/bake.h"

namespace sinew {

struct BindBoxes;
struct ClipBoxes;

/// The input of GPU posing, except requests: joints, clips, and boxes of binds. Move-only.
struct GpuClips {
    /// Uploads and waits. `clips` is a result of layClips() or packClips(); `arcs` is null for
    /// linear blending. Throws std::runtime_error if a buffer exceeds the device limit.
    static GpuClips create(const Device& device, const Model& model, const BindBoxes& bindBoxes,
                           const ClipBoxes* arcs, const std::vector<uint32_t>& clips);

    Buffer joints;     // gpu::JointEntry
    Buffer clips;      // words (skinning/packing/clip_words.h)
    Buffer bindBoxes;  // words (shaders/shared/clips.h)
};

/// Baked clips: the RGBA texture of Method::texture. Move-only.
class GpuBakedClips {
public:
    /// Uploads and waits for the GPU. The sides of the texture must be at most maxImageDimension2D.
    static GpuBakedClips create(const Device& device, std::shared_ptr<const BakedClips> clips);

    const BakedClips& clips() const { return *clips_; }
    uint32_t texelsPerFrame() const { return clips_->texelsPerFrame; }
    uint32_t rows() const { return clips_->rows; }

    Descriptor descriptor() const { return {texture_, sampler_}; }

private:
    std::shared_ptr<const BakedClips> clips_;
    Image2D texture_;
    Sampler sampler_;
};

}  // namespace sinew
