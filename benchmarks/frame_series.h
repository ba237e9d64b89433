// What the frames of a row took.
#pragma once

#include <array>
#include <optional>

#include "benchmarks/report.h"
#include "renderer/gpu_timer.h"
#include "skinning/gpu/walk.h"

namespace sinew {

/// Milliseconds frame by frame, of each block. Frame n of a block shows the same pose in every
/// choice.
using Blocks = std::vector<std::vector<double>>;

/// Over all blocks; nothing when they are empty.
std::optional<Timing> timingOf(const Blocks& blocks);

struct FrameSeries {
    std::array<Blocks, kStepCount> gpu;
    std::array<Blocks, kStepCount> cpu;
    Blocks gpuTotal, gpuSpan, cpuUpload, cpuRecord, cpuSubmit, cpuOther, cpuTotal, cpuThreads,
        frame;

    FrameSeries() = default;
    explicit FrameSeries(uint32_t blocks);

    /// `wholeMs`: from the first step on the CPU until the GPU was done; nothing when frames are
    /// in flight.
    void add(uint32_t block, TimerMode mode, const FrameStatistics& statistics,
             std::optional<double> wholeMs);
    /// How many of the blocks that were measured have `value` in `marks`, a value for each block.
    uint32_t count(const std::vector<bool>& marks, bool value) const;
    /// Forgets the frames of those blocks.
    void leaveOut(const std::vector<bool>& marked);
    void summarizeInto(Row& row) const;

private:
    template <typename Visit>
    void forEach(const Visit& visit);
};

}  // namespace sinew
