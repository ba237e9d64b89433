// Step 6 of the walk by transform feedback: a points pass that leaves skinned vertices.
#pragma once

#include <map>

#include "renderer/pipeline.h"
#include "renderer/vertex_source.h"

namespace sinew {

/// Needs Device::Features::transformFeedback. Move-only.
class FeedbackPass {
public:
    static FeedbackPass create(const Device& device, const SetLayouts& layouts);

    /// Makes the pipeline for vertices of this kind; before record, outside the frame.
    void prepare(const Device& device, const ShaderLibrary& shaders, const SkinVariant& variant);

    /// One draw: a point for every vertex of every instance of a page, captured in this order into
    /// `skinned`, its shared vertex buffer.
    void record(VkCommandBuffer commands, const SkinVariant& variant, const Batch& page,
                VkBuffer skinned) const;

private:
    PipelineLayout layout_;
    std::map<SkinVariant, Pipeline> pipelines_;
};

}  // namespace sinew
