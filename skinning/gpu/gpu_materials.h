// A model's materials on the GPU: constants, textures, samplers, one descriptor set each.
#pragma once

#include <vector>

#include "renderer/batch.h"
#include "renderer/resources.h"
#include "skinning/model.h"

namespace sinew {

/// Move-only.
class GpuMaterials {
public:
    /// Hands everything to `uploader`, whose finish() must come before the first draw. Throws
    /// std::runtime_error naming an image that is too large for the device.
    static GpuMaterials create(const Device& device, Uploader& uploader, const Model& model,
                               const PassLayouts& layouts);

    /// One for each of Model::materials.
    std::vector<DrawMaterial> drawMaterials;

private:
    Buffer constants_;
    std::vector<Image2D> images_;
    std::vector<Sampler> samplers_;
    DescriptorPool pool_;
};

/// SINEW_DRAW_* bits that follow from a material.
uint32_t materialFlags(const Material& material);

}  // namespace sinew
