// Runs shaders/skin/skin_plain.comp.glsl on a posed crowd.
#pragma once

#include "benchmarks/peers/output.h"
#include "benchmarks/peers/posed_crowd.h"
#include "shaders/shared/vertex.h"
#include "skinning/model/plain_mesh.h"

namespace sinew {

/// Its kernel reads vertices in the order of the file. Move-only; the crowd and the output must
/// outlive the pass.
class PlainPass {
public:
    static constexpr uint32_t kWritten = sizeof(gpu::PackedVertex);
    /// Returns the reason why the kernel cannot skin the model on this device; empty if it can.
    static std::string missing(const Device& device, const Model& model);
    static std::vector<OutputRun> runsOf(const Device& device, const PosedCrowd& crowd);

    /// Requires that missing() returns an empty text, and that the buffers of `output` are large
    /// enough for the runs of runsOf().
    static PlainPass create(const Device& device, const ShaderLibrary& shaders,
                            const PosedCrowd& crowd, const SharedOutput& output);

    /// Records the kernel. Returns the number of dispatches.
    uint32_t record(Commands& commands) const;
    CapturedVertices read(const Device& device, uint32_t instance) const;

private:
    const PosedCrowd* crowd_ = nullptr;
    const SharedOutput* output_ = nullptr;
    std::vector<OutputRun> runs_;
    PlainConstants constants_{};
    uint32_t maxGroupsY_ = 0;
    Kernel kernel_;
    Buffer vertices_, influenceOffsets_, influences_;
};

}  // namespace sinew
