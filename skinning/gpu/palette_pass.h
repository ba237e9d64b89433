// Step 5 of the walk on the GPU: palettes of all instances.
#pragma once

#include "renderer/pipeline.h"
#include "skinning/gpu/pages.h"

namespace sinew {

/// Move-only.
class PalettePass {
public:
    static PalettePass create(const Device& device, const ShaderLibrary& shaders,
                              const SetLayouts& layouts);

    /// One dispatch a page. Reads the slot's poses, writes Page::palettes. Returns dispatches.
    uint32_t record(VkCommandBuffer commands, const Pages& pages, uint32_t slot) const;

private:
    PipelineLayout layout_;
    Pipeline pipeline_;
    uint32_t maxGroups_ = 0;
};

}  // namespace sinew
