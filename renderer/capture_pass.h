// Stores the vertices that a pass's vertex stage gets: for verify, export, tests and the difference
// view.
#pragma once

#include <map>

#include "renderer/batch.h"
#include "renderer/pipeline.h"

namespace sinew {

/// A pass at the same seam as shadow and forward: the vertex stage runs for every vertex and writes
/// what it got to a buffer; nothing is rasterised. Needs
/// Device::Features::vertexStores. Move-only.
class CapturePass {
public:
    /// Throws std::runtime_error on a device that cannot store from the vertex stage.
    static void requireSupport(const Device& device);
    /// The same, where requireSupport was not asked.
    static CapturePass create(const Device& device, const PassLayouts& layouts);

    /// Makes the pipeline for batches of this stage; before record, outside the frame.
    void prepare(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage);

    /// That so many captured vertices take.
    static constexpr uint64_t bytes(uint64_t vertices) {
        return vertices * sizeof(gpu::PackedVertex);
    }
    /// Room for the vertices of one page, instance-major.
    struct Vertices {
        Buffer buffer;  // gpu::PackedVertex
        DescriptorPool pool;
        VkDescriptorSet set = VK_NULL_HANDLE;
    };
    static Vertices createVertices(const Device& device, const PassLayouts& layouts,
                                   uint64_t count);

    /// Writes the batch's vertices to their places in its page.
    void record(VkCommandBuffer commands, const VertexStage& stage, const Batch& batch,
                const Vertices& into) const;

    /// Runs all batches of one page and returns its vertices; waits for the GPU. The batches'
    /// buffers must be idle.
    std::vector<gpu::PackedVertex> capture(const Device& device, const PassLayouts& layouts,
                                           const VertexStage& stage,
                                           std::span<const Batch> batches) const;

private:
    StagePipelineLayouts layouts_;
    std::map<VertexStage, Pipeline> pipelines_;
};

}  // namespace sinew
