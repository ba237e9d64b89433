// Renders the crowds' depth from the light, one layer per cascade.
#pragma once

#include <map>

#include "renderer/passes/batch.h"
#include "renderer/pipeline.h"

namespace sinew {

/// Owns the shadow map. Orthographic depth has uniform precision, so it is not reversed. Move-only.
class ShadowPass {
public:
    static constexpr uint32_t kResolution = 2048;

    static ShadowPass create(const Device& device, const PassLayouts& layouts);

    /// Creates the pipelines for the draws of `batch`. Call it before record(), not while a frame
    /// is recorded.
    void prepare(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage,
                 const Batch& batch);

    /// The shadow map must be in the depth attachment layout and stays in it. Returns the number of
    /// draw calls.
    uint32_t record(Commands& commands, VkDescriptorSet view, std::span<const DrawnCrowd> crowds,
                    uint32_t cascadeCount) const;

    const Image2D& map() const { return map_; }
    VkSampler sampler() const { return sampler_.get(); }

private:
    uint32_t drawCrowd(Commands& commands, VkDescriptorSet view, const DrawnCrowd& crowd,
                       uint32_t cascade) const;

    Image2D map_;
    std::vector<ImageView> layers_;
    Sampler sampler_;
    StageLayouts layouts_;
    std::map<VertexStage, std::map<uint32_t, Pipeline>> variants_;  // by stage, then by castFlags()
};

}  // namespace sinew
