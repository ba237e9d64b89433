// Times of a row by measure and by part, and the test for a significant difference.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

const std::optional<Timing>& timingOf(const Row& row, Measure measure);

/// A part of a row's time on one side. GPU: a serialised step. CPU: a step, or work between steps.
struct Part {
    Measure side = Measure::gpu;  // gpu or cpu
    uint32_t index = 0;           // a Step; then upload, record, submit and other
};
inline constexpr uint32_t kPartsOfASide = kStepCount + 4;
/// "skin", "record".
const char* nameOf(const Part& part);
/// "GPU skin", "CPU record".
std::string wordsOf(const Part& part);
const std::optional<Timing>& timingOf(const Row& row, const Part& part);

std::vector<Part> allParts();

/// Null if the row was not measured, or another choice replaced the requested one.
const Timing* timeOf(const Row& row, Measure measure);

/// False for GPU times of methods that skin on the CPU.
bool isRanked(const SkinChoice& choice, Measure measure);

/// Robust standard deviation of block medians (or of frames, for fewer than three blocks) relative
/// to the median.
double relativeSpread(const Timing& timing);

/// True if `first` is significantly shorter at a point with `choices` ranked choices.
bool leads(const Timing& first, const Timing& second, size_t choices);

/// One span per crowd size and number of passes.
std::vector<std::span<const Row>> pointsOf(const Section& section);

/// One span per number of instances.
std::vector<std::span<const KernelRow>> kernelsBySize(const Section& section);

std::vector<SkinChoice> choicesOf(const Section& section);

/// Distinct values, ascending.
std::vector<uint32_t> valuesOf(std::span<const Row> rows, uint32_t Row::*axis);

}  // namespace sinew
