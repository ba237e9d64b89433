// Ranks the choices of a point by their measured times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/ratio.h"
#include "benchmarks/report.h"

namespace sinew {

/// A difference below this is no lead, however sure it is.
inline constexpr double kLeastLead = 0.01;
/// A point whose choices all take equally long has a choice that is called slower with at most this
/// probability. All pairs of choices share it equally.
inline constexpr double kFalseLeads = 0.008;

/// The ratio is a lead among `choices` choices: chance is no likelier than the pair's share of
/// kFalseLeads, and the lead is at least kLeastLead.
bool isLead(const Ratio& ratio, size_t choices);

/// The fewest blocks with which a difference between `choices` choices can be sure: chance would
/// put all of them on one side with the probability that a pair may have. At least kFewestBlocks.
uint32_t neededBlocks(size_t choices);

/// `rows`: of one point. Choices that were measured as asked for are compared with the fastest by
/// the medians of their blocks. `tickMs`: of the GPU's timestamps; a lead of up to two ticks is
/// none. The ranking is empty where nothing was measured.
Verdict judge(std::span<const Row> rows, Measure measure, double tickMs);

/// Of all points and measures at which at least one choice was measured, in the order of rows.
std::vector<Verdict> verdictsOf(const Section& section, double tickMs);

/// "compute (2.11 ms a frame) is the fastest; slower: vertex 1.07x (1.04 to 1.11)", "not told
/// apart: compute (2.11 ms a frame), cpu 1.01x (0.98 to 1.03); slower: ...". At least one choice is
/// ranked.
std::string words(const Verdict& verdict);

/// "1.07x (1.04 to 1.11)".
std::string ratioText(const Ratio& ratio);

}  // namespace sinew
