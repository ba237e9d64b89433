// Step 6 of the walk on the GPU: every vertex of every instance, once.
#pragma once

#include <map>

#include "renderer/pipeline.h"
#include "renderer/vertex_source.h"
#include "skinning/gpu/influences.h"

namespace sinew {

/// Move-only.
class SkinPass {
public:
    static SkinPass create(const Device& device, const SetLayouts& layouts);

    /// Makes the pipelines that the mesh's buckets need; before record, outside the frame.
    void prepare(const Device& device, const ShaderLibrary& shaders, const SkinVariant& variant,
                 std::span<const InfluenceBucket> buckets);

    /// One dispatch a page and influence bucket (a bucket of more vertices than a dispatch can hold
    /// takes several). Reads the palettes, writes the shared vertex buffer. Returns dispatches.
    uint32_t record(VkCommandBuffer commands, const SkinVariant& variant,
                    std::span<const InfluenceBucket> buckets, std::span<const Batch> pages) const;

private:
    uint32_t instanceTile(uint32_t vertices, uint32_t instances) const;

    PipelineLayout layout_;
    std::map<SkinVariant, Pipeline> pipelines_;
    uint32_t maxGroupsX_ = 0;
    uint32_t maxGroupsY_ = 0;
    bool isCpu_ = false;
};

}  // namespace sinew
