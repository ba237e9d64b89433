// Step 5 of the walk on the GPU: palettes of all instances.
#pragma once

#include <map>

#include "renderer/pipeline.h"
#include "renderer/vertex_source.h"

namespace sinew {

/// Move-only.
class PalettePass {
public:
    static PalettePass create(const Device& device, const SetLayouts& layouts);

    /// Makes the pipeline for palettes of this kind; before record, outside the frame.
    void prepare(const Device& device, const ShaderLibrary& shaders, const SkinVariant& variant);

    /// One dispatch a page. Reads poses, writes palettes. Returns dispatches.
    uint32_t record(VkCommandBuffer commands, const SkinVariant& variant,
                    std::span<const Batch> pages) const;

private:
    PipelineLayout layout_;
    std::map<SkinVariant, Pipeline> pipelines_;
    uint32_t maxGroups_ = 0;
};

}  // namespace sinew
