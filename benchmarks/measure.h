// The times of a row that methods are judged by, and when one is shorter than another.
#pragma once

#include <array>
#include <span>
#include <string_view>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

struct Measure {
    const char* name;   // as Verdict, Crossover and CostModel name it
    const char* words;  // "frame", "GPU steps", "CPU steps"
    std::optional<Timing> Row::*timing;
};
inline constexpr std::array<Measure, 3> kMeasures{{
    {"frame", "Frame", &Row::frame},
    {"gpu", "GPU steps", &Row::gpuTotal},
    {"cpu", "CPU steps", &Row::cpuTotal},
}};
/// Throws std::out_of_range for a name that is none of them.
const Measure& measureOf(std::string_view name);

/// A time of the row's choice; nothing where it was not measured, or where another choice was used
/// instead.
const Timing* timeOf(const Row& row, const Measure& measure);

/// False for GPU times of methods that skin on the CPU.
bool isRanked(const SkinChoice& choice, const Measure& measure);

/// Robust standard deviation of the block medians, relative to the median: how much the machine
/// varies between blocks. With fewer than three blocks, that of single frames.
double relativeSpread(const Timing& timing);

/// Two rows of one point of a sweep, whose blocks took turns: `first` is shorter beyond the noise
/// when the typical ratio of neighbouring blocks is larger than those ratios' own standard
/// deviation and 1 %, and none of at least five says the opposite. The same is asked of a verdict.
bool leads(const Timing& first, const Timing& second);

/// In the order of the rows.
std::vector<SkinChoice> choicesOf(const Section& section);

/// The values that occur, ascending.
std::vector<uint32_t> valuesOf(std::span<const Row> rows, uint32_t Row::*axis);

}  // namespace sinew
