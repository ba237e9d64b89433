// Times skinning kernels without a frame: kernels of this project, engine layouts, and copies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report/report.h"

namespace sinew {

/// Runs the skin step of one crowd by every kernel, on the same palettes, without morph targets.
/// Rows:
/// - "sinew", "sinew compact" and "sinew quantized": the frame's own skin pass;
/// - "plain": shaders/skin_plain.comp.glsl;
/// - each of `kernels`;
/// - "copy kernel R+W" for each distinct pair of bytes;
/// - "vkCmdCopyBuffer" of half the bytes of "sinew", so that reads plus writes are equal.
///
/// Bytes follow from the layouts, once per vertex and instance, before caches. Instances share
/// static vertices; kernels of this project read them once for up to eight instances.
class KernelBench {
public:
    /// Compares instances with the reference. A fault of one kernel is recorded in its row, a
    /// common fault (memory, limits, no timestamps) in every row. Throws DeviceLost. The device
    /// outlives the bench.
    KernelBench(const Device& device, const Model& model, uint32_t clip, uint32_t instances,
                uint32_t seed, std::span<const PeerKernel> kernels = peerKernels());
    ~KernelBench();
    KernelBench(KernelBench&&) noexcept;
    KernelBench& operator=(KernelBench&&) noexcept;

    /// Measures each kernel in a shuffled order, for `repetitions` or `seconds`, but at least once,
    /// after one warm-up. A repetition skins all instances once, between full barriers.
    void measureBlock(uint32_t repetitions, double seconds);

    std::vector<KernelRow> rows() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
