// What the frames of a row took.
#pragma once

#include <array>
#include <optional>

#include "benchmarks/report.h"
#include "benchmarks/verdict.h"
#include "renderer/gpu_timer.h"
#include "skinning/gpu/walk.h"

namespace sinew {

/// Milliseconds, block by block.
struct FrameSeries {
    std::array<Blocks, kStepCount> gpu;
    std::array<Blocks, kStepCount> cpu;
    Blocks gpuTotal, gpuSpan, cpuUpload, cpuRecord, cpuSubmit, cpuTotal, frame;

    FrameSeries() = default;
    explicit FrameSeries(uint32_t blocks);

    /// `wholeMs`: from the first step on the CPU until the GPU was done or, by the clock, from
    /// frame to frame; nothing when frames of one queue are in flight.
    void add(uint32_t block, TimerMode mode, const FrameStatistics& statistics,
             std::optional<double> wholeMs);
    void summarizeInto(Row& row) const;
};

}  // namespace sinew
