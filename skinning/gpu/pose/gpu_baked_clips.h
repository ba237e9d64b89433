// Baked clips on the GPU: the RGBA texture of Method::texture.
#pragma once

#include "renderer/resources.h"
#include "skinning/packing/bake.h"

namespace sinew {

/// Move-only.
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
