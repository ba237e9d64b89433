// Stores the vertices that a pass's vertex stage fetches: for verify, export, tests and the
// difference view.
#pragma once

#include <map>

#include "renderer/passes/batch.h"
#include "renderer/pipeline.h"
#include "shaders/shared/vertex.h"

namespace sinew {

/// Runs the vertex stage of the shadow and forward passes for every vertex and writes the fetched
/// vertices to a buffer. Requires Device::Features::vertexStores. Move-only.
class CapturePass {
public:
    /// Throws std::runtime_error if the vertex stage cannot write storage buffers.
    static void requireSupport(const Device& device);
    /// Throws like requireSupport().
    static CapturePass create(const Device& device, const PassLayouts& layouts);

    /// Creates the pipeline of `stage`. Call it before record(), not while a frame is recorded.
    void prepare(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage);

    static constexpr uint64_t bytes(uint64_t vertices) {
        return vertices * sizeof(gpu::PackedVertex);
    }
    static Buffer createVertices(const Device& device, uint64_t count);

    /// Writes the batch's vertices to `into`, ordered by instance.
    void record(Commands& commands, const VertexStage& stage, const Batch& batch,
                const Buffer& into) const;

    /// Captures all batches of one crowd and returns their vertices. Waits for the GPU. Pending GPU
    /// work must not use the batches' buffers.
    std::vector<gpu::PackedVertex> capture(const Device& device, const VertexStage& stage,
                                           std::span<const Batch> batches) const;

private:
    StageLayouts layouts_;
    std::map<VertexStage, Pipeline> pipelines_;
};

}  // namespace sinew
