// One of the field's kernels on a posed crowd.
#pragma once

#include "benchmarks/peers/kernels.h"
#include "benchmarks/peers/output.h"
#include "benchmarks/peers/posed_crowd.h"

namespace sinew {

/// Move-only; crowd and output outlive it.
class PeerPass {
public:
    /// Which of the crowd's palettes the kernel reads.
    static PosedCrowd::Way paletteWay(const PeerKernel& kernel);
    /// Throws as outputRuns does.
    static std::vector<OutputRun> runsOf(const Device& device, const PeerKernel& kernel,
                                         const PosedCrowd& crowd);

    /// `model` is the crowd's, of at most kPeerInfluences; `output` has room for the runs.
    static PeerPass create(const Device& device, const ShaderLibrary& shaders,
                           const PeerKernel& kernel, const Model& model, const PosedCrowd& crowd,
                           const SharedOutput& output);

    /// A dispatch for every range of vertices and every instance, without barriers between them.
    /// Returns dispatches.
    uint32_t record(Commands& commands) const;
    /// One instance of their result.
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
