// The times of a row that methods are judged by, and when one is shorter than another.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// The row's time, of whatever was measured.
const std::optional<Timing>& timingOf(const Row& row, Measure measure);

/// A part of a row's time on the GPU (its steps, serialised) or on the CPU (steps, and what is
/// done for the GPU between them, and the rest).
struct Part {
    Measure side = Measure::gpu;  // or cpu
    uint32_t index = 0;           // a Step; then upload, record, submit and other
};
inline constexpr uint32_t kPartsOfASide = kStepCount + 4;
/// "skin", "record".
const char* nameOf(const Part& part);
/// "GPU skin", "CPU record".
std::string wordsOf(const Part& part);
const std::optional<Timing>& timingOf(const Row& row, const Part& part);

/// All parts of the GPU, then all of the CPU.
std::vector<Part> allParts();

/// A time of the row's choice; nothing where it was not measured, or where another choice was used
/// instead.
const Timing* timeOf(const Row& row, Measure measure);

/// False for GPU times of methods that skin on the CPU.
bool isRanked(const SkinChoice& choice, Measure measure);

/// Robust standard deviation of the block medians, relative to the median: how much the machine
/// varies between blocks. With fewer than three blocks, that of single frames.
double relativeSpread(const Timing& timing);

/// Two rows of one point of a sweep, at which `choices` choices are ranked: `first` is surely
/// shorter (benchmarks/verdict.h).
bool leads(const Timing& first, const Timing& second, size_t choices);

/// The rows of each crowd size and number of passes, in the section's order.
std::vector<std::span<const Row>> pointsOf(const Section& section);

/// The kernels of each number of instances, in the section's order.
std::vector<std::span<const KernelRow>> kernelsBySize(const Section& section);

/// In the order of the rows.
std::vector<SkinChoice> choicesOf(const Section& section);

/// The values that occur, ascending.
std::vector<uint32_t> valuesOf(std::span<const Row> rows, uint32_t Row::*axis);

}  // namespace sinew
