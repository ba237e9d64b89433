// Times skinning kernels outside of a frame: this project's kernels, kernels with the layouts of
// engines, and copies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report/report.h"

namespace sinew {

/// Skins one crowd with every kernel, with the same palettes and without morph targets. The rows
/// are:
/// - "sinew", "sinew compact" and "sinew quantized": the skin pass of a frame;
/// - "plain": shaders/skin/skin_plain.comp.glsl;
/// - one row for each of `kernels`;
/// - "copy kernel R+W" for each distinct pair of bytes read and written;
/// - "vkCmdCopyBuffer" with half the bytes of "sinew", so that its reads plus writes equal the
/// bytes of "sinew".
///
/// Bytes are computed from the layouts, per vertex and instance, and ignore caches. Instances share
/// static vertices; this project's kernels read them once for up to eight instances.
class KernelBench {
public:
    /// Creates and verifies all kernels. A fault of one kernel is recorded in its row. A fault of
    /// all kernels (memory, limits, no timestamps) is recorded in every row. Throws DeviceLost.
    /// `device` must outlive this object.
    KernelBench(const Device& device, const Model& model, uint32_t clip, uint32_t instances,
                uint32_t seed, std::span<const PeerKernel> kernels = peerKernels());
    ~KernelBench();

    /// Measures the kernels in a shuffled order. Each kernel gets one warm-up and at least one
    /// repetition, and ends after `repetitions` or `seconds`. A repetition skins all instances
    /// once, between full barriers.
    void measureBlock(uint32_t repetitions, double seconds);

    std::vector<KernelRow> rows() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
