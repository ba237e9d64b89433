// Step 6 of the walk on the GPU: every vertex of every instance, once.
#pragma once

#include <map>

#include "renderer/pipeline.h"
#include "skinning/gpu/pages.h"

namespace sinew {

/// Move-only.
class SkinPass {
public:
    static SkinPass create(const Device& device, const SetLayouts& layouts);

    /// Makes the pipelines that the model's buckets need; before record, outside the frame.
    void prepare(const Device& device, const ShaderLibrary& shaders, const GpuModel& model);

    /// One dispatch a page and influence bucket (a bucket of more vertices than a dispatch can hold
    /// takes several). Reads the palettes, writes Page::skinned. Returns dispatches.
    uint32_t record(VkCommandBuffer commands, const GpuModel& model, const Pages& pages,
                    uint32_t slot) const;

private:
    /// Above this many influences the loop's length is a push constant and not compiled in.
    static constexpr uint32_t kUnrolled = 8;
    struct Key {
        uint32_t influenceCount;  // 0: from the push constants
        bool morphs;
        auto operator<=>(const Key&) const = default;
    };
    static Key keyFor(const InfluenceBucket& bucket, const gpu::SkinConstants& constants);
    uint32_t instanceTile(uint32_t vertices, uint32_t instances) const;

    PipelineLayout layout_;
    std::map<Key, Pipeline> pipelines_;
    uint32_t maxGroupsX_ = 0;
    uint32_t maxGroupsY_ = 0;
    bool isCpu_ = false;
};

}  // namespace sinew
