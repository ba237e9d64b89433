// A model's materials on the GPU: constants, textures, samplers, one descriptor set per material.
#pragma once

#include <vector>

#include "renderer/passes/batch.h"
#include "renderer/resources.h"
#include "skinning/model.h"

namespace sinew {

/// Move-only.
class GpuMaterials {
public:
    /// Call `uploader`'s finish() before the first draw. Throws std::runtime_error if an image is
    /// too large.
    static GpuMaterials create(const Device& device, Uploader& uploader, const Model& model,
                               const PassLayouts& layouts);

    std::vector<DrawMaterial> drawMaterials;

private:
    Buffer constants_;
    std::vector<Image2D> images_;
    std::vector<Sampler> samplers_;
    DescriptorPool pool_;
};

}  // namespace sinew
