// Stores the vertices that a pass's vertex stage gets: for verify, export, tests and the difference
// view.
#pragma once

#include <map>

#include "renderer/batch.h"
#include "renderer/commands.h"
#include "renderer/pipeline.h"
#include "shaders/shared/vertex.h"

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
    /// A buffer for `count` captured vertices, gpu::PackedVertex.
    static Buffer createVertices(const Device& device, uint64_t count);

    /// Writes the batch's vertices, instance-major.
    void record(Commands& commands, const VertexStage& stage, const Batch& batch,
                const Buffer& into) const;

    /// Runs all batches of one crowd and returns its vertices; waits for the GPU. The batches'
    /// buffers must be idle.
    std::vector<gpu::PackedVertex> capture(const Device& device, const VertexStage& stage,
                                           std::span<const Batch> batches) const;

private:
    StageLayouts layouts_;
    std::map<VertexStage, Pipeline> pipelines_;
};

}  // namespace sinew
