// The times of a row by measure and by part, and the test for a significant difference.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

const std::optional<Timing>& timingOf(const Row& row, Measure measure);

/// A part of a row's GPU or CPU time. On the GPU, it is a serialised step; on the CPU, a step or
/// work between the steps.
struct Part {
    Measure side = Measure::gpu;  // gpu or cpu
    // Index of a Step. After the steps, the indices of upload, record, submit and other follow.
    uint32_t index = 0;
};
inline constexpr uint32_t kPartsOfASide = kStepCount + 4;
/// Returns "skin" or "record", for example.
const char* nameOf(const Part& part);
/// Returns "GPU skin" or "CPU record", for example.
std::string wordsOf(const Part& part);
const std::optional<Timing>& timingOf(const Row& row, const Part& part);

std::vector<Part> allParts();

/// Returns null if the row was not measured, or if another choice replaced the requested one.
const Timing* timeOf(const Row& row, Measure measure);

/// True if choices are ranked by this measure. Methods that skin on the CPU are not ranked by GPU
/// time.
bool isRanked(const SkinChoice& choice, Measure measure);

/// Returns the robust standard deviation of the block medians relative to the median. If there are
/// fewer than three blocks, it is computed from the frame times.
double relativeSpread(const Timing& timing);

/// True if `first` is significantly shorter than `second`, at a point with `choices` ranked
/// choices.
bool leads(const Timing& first, const Timing& second, size_t choices);

/// Splits the rows into one span per crowd size and number of passes.
std::vector<std::span<const Row>> pointsOf(const Section& section);

/// Splits the kernel rows into one span per number of instances.
std::vector<std::span<const KernelRow>> kernelsBySize(const Section& section);

std::vector<SkinChoice> choicesOf(const Section& section);

/// Returns the distinct values on an axis, ascending.
std::vector<uint32_t> valuesOf(std::span<const Row> rows, uint32_t Row::*axis);

}  // namespace sinew
