// Runs one engine's kernel on a posed crowd.
#pragma once

#include "benchmarks/peers/kernels.h"
#include "benchmarks/peers/output.h"
#include "benchmarks/peers/posed_crowd.h"

namespace sinew {

/// Move-only. The crowd and the output must outlive the pass.
class PeerPass {
public:
    static PosedCrowd::Variant paletteVariant(const PeerKernel& kernel);
    static std::vector<OutputRun> runsOf(const Device& device, const PeerKernel& kernel,
                                         const PosedCrowd& crowd);

    /// `model` is the model of the crowd, reduced to kPeerInfluences influences per vertex.
    static PeerPass create(const Device& device, const ShaderLibrary& shaders,
                           const PeerKernel& kernel, const Model& model, const PosedCrowd& crowd,
                           const SharedOutput& output);

    /// Records one dispatch per range of vertices and instance, without barriers. Returns the
    /// number of dispatches.
    uint32_t record(Commands& commands) const;
    CapturedVertices read(const Device& device, uint32_t instance) const;

private:
    const PeerKernel* kernel_ = nullptr;
    const SharedOutput* output_ = nullptr;
    const PosedCrowd* crowd_ = nullptr;
    std::vector<PeerRange> ranges_;
    std::vector<OutputRun> runs_;
    uint32_t vertexCount_ = 0;
    uint32_t paletteStride_ = 0;
    uint32_t maxGroups_ = 0;
    Kernel pipeline_;
    std::vector<Buffer> streams_;
};

}  // namespace sinew
