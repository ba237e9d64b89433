// Stores the vertices that a technique hands to the passes, for verify, export and tests.
#pragma once

#include "renderer/pipeline.h"
#include "renderer/vertex_source.h"

namespace sinew {

/// A pass at the same seam as shadow and forward: the technique's vertex stage runs for every
/// vertex and writes what it got to a buffer; nothing is rasterised. Needs
/// Device::Features::vertexStores.
class CapturePass {
public:
    /// Throws std::runtime_error on a device that cannot store from the vertex stage.
    static CapturePass create(const Device& device, const ShaderLibrary& shaders,
                              const SetLayouts& layouts);

    /// Runs the batch and returns its vertices, instance-major; waits for the GPU. The batch's
    /// buffers must be idle.
    std::vector<gpu::SkinnedVertex> capture(const Device& device, VertexSource source,
                                            const Batch& batch) const;

private:
    PipelineLayout layout_;
    DescriptorPool pool_;
    VkDescriptorSet set_ = VK_NULL_HANDLE;
    std::array<Pipeline, kVertexSourceNames.size()> pipelines_;
};

}  // namespace sinew
