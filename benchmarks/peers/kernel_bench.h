// Times skinning kernels without a frame: kernels of this project, engine layouts, and copies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report.h"

namespace sinew {

/// Runs the skin step of one crowd by every kernel, on the same pose and palettes. Rows: "sinew",
/// "sinew compact" and "sinew quantized", the frame's own skin pass; "plain",
/// shaders/skin_plain.comp.glsl; each of `kernels`; "copy kernel R+W" for each distinct pair of
/// bytes, in the faster width; "vkCmdCopyBuffer" of half the bytes of "sinew", so that reads and
/// writes add up to the same number. Morph targets are left out, because most kernels have none.
///
/// All kernels share static vertices between instances. Bytes follow from the layouts, once per
/// vertex and instance, before caches. The kernel of this project reads a static vertex once for up
/// to eight instances.
class KernelBench {
public:
    /// Skins once with every kernel and compares instances with the reference. A fault of one
    /// kernel is recorded in its row; a common fault (memory, limits, no timestamps) is recorded in
    /// every row. Instances are staggered over `clip` (or kRestPose), as Crowd poses them. Throws
    /// DeviceLost. The device outlives the bench.
    KernelBench(const Device& device, const Model& model, uint32_t clip, uint32_t instances,
                uint32_t seed, std::span<const PeerKernel> kernels = peerKernels());
    ~KernelBench();
    KernelBench(KernelBench&&) noexcept;
    KernelBench& operator=(KernelBench&&) noexcept;

    /// Measures one block: each kernel in turn, in a newly shuffled order. A kernel runs for
    /// `repetitions` or `seconds`, but at least once, after one warm-up. A repetition skins all
    /// instances once, between timestamps with a full barrier on both sides.
    void measureBlock(uint32_t repetitions, double seconds);

    /// In the order above; figures cover all blocks so far.
    std::vector<KernelRow> rows() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
