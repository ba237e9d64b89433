// Ranks the choices of a point by their measured times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/ratio.h"
#include "benchmarks/report.h"

namespace sinew {

/// Smaller differences are not a lead, even if they are significant.
inline constexpr double kLeastLead = 0.01;
/// Probability of at least one false lead at a point whose choices are equally fast. All pairs of
/// choices share it equally.
inline constexpr double kFalseLeads = 0.008;

/// The ratio is a lead among `choices` choices: its p-value is at most the pair's share of
/// kFalseLeads, and the lead is at least kLeastLead.
bool isLead(const Ratio& ratio, size_t choices);

/// The minimum number of blocks for a significant difference between `choices` choices: all
/// differences have equal signs by chance with at most the pair's share of kFalseLeads. At least
/// kFewestBlocks.
uint32_t neededBlocks(size_t choices);

/// `rows`: one point. Compares the choices that were measured as requested with the fastest, by
/// medians of blocks. `tickMs`: resolution of GPU timestamps; a lead of up to two ticks does not
/// count, except for Measure::cpu. The ranking is empty if nothing was measured.
Verdict judge(std::span<const Row> rows, Measure measure, double tickMs);

/// All points and measures with at least one measured choice, in the order of rows.
std::vector<Verdict> verdictsOf(const Section& section, double tickMs);

/// "compute (2.11 ms a frame) is the fastest; slower: vertex 1.07x (1.04 to 1.11)", or "equal
/// within noise: compute (2.11 ms a frame), cpu 1.01x (0.98 to 1.03); slower: ...". The ranking is
/// not empty.
std::string words(const Verdict& verdict);

/// "1.07x (1.04 to 1.11)".
std::string ratioText(const Ratio& ratio);

}  // namespace sinew
