// Skinning kernels alone, timed beside each other: ours, those after other engines, and copies.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "benchmarks/peers/kernels.h"
#include "benchmarks/report.h"

namespace sinew {

/// The skin step of one model and crowd by every kernel, on the same pose and palettes, which are
/// made beforehand. Rows: "sinew" and "sinew compact", which are the frame's own skin pass;
/// "plain", which is shaders/skin_plain.comp.glsl; each of `kernels`; "copy kernel R+W" for every
/// pair of bytes that occurs among them, in the width that is faster here; "vkCmdCopyBuffer" of
/// half of the sum of our bytes, so that as much is read and written. Morph targets are left out:
/// most of the kernels have none.
///
/// Instances share the static vertices, in every kernel; only what belongs to an instance is read
/// and written for each. Bytes count as layouts have them, once a vertex and instance, before
/// caches: our own kernel reads a static vertex once for up to eight instances.
class KernelBench {
public:
    /// Skins with every kernel once and holds instances against the reference. A fault of one
    /// kernel stands in its row. A fault of all of them (memory, limits, no timestamps) stands in
    /// every row. Instances stand at spread places of `clip` (kRestPose: none), as Crowd poses
    /// them. Throws DeviceLost when the device is lost. The device outlives the bench.
    KernelBench(const Device& device, const Model& model, uint32_t clip, uint32_t instances,
                uint32_t seed, std::span<const PeerKernel> kernels = peerKernels());
    ~KernelBench();
    KernelBench(KernelBench&&) noexcept;
    KernelBench& operator=(KernelBench&&) noexcept;

    /// One block: each kernel in turn, in a newly shuffled order, until `repetitions` are measured
    /// or `seconds` have gone by for it; at least one repetition, after one that does not count. A
    /// repetition is all instances once, between timestamps with a full barrier on both sides.
    void measureBlock(uint32_t repetitions, double seconds);

    /// In the order above; figures over all blocks so far.
    std::vector<KernelRow> rows() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace sinew
