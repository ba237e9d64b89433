// Ranks the choices of a point by their measured times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/report/report.h"
#include "benchmarks/verdict/ratio.h"

namespace sinew {

/// Smaller differences are not a lead, even if they are significant.
inline constexpr double kLeastLead = 0.01;
/// Probability of a false lead at a point with equally fast choices; all pairs share it equally.
inline constexpr double kFalseLeads = 0.008;

/// True if the p-value is at most the pair's share of kFalseLeads, and the ratio exceeds
/// kLeastLead.
bool isLead(const Ratio& ratio, size_t choices);

/// Minimum blocks for a lead: fewer have equal signs by chance more often than isLead() allows.
uint32_t neededBlocks(size_t choices);

/// Ranks the rows of one point that were measured as requested. `tickMs`: resolution of GPU
/// timestamps; a lead of up to two ticks does not count, except for Measure::cpu.
Verdict verdictOf(std::span<const Row> rows, Measure measure, double tickMs);

std::vector<Verdict> verdictsOf(const Section& section, double tickMs);

/// "compute (2.11 ms a frame) is the fastest; slower: vertex 1.07x (1.04 to 1.11)". The ranking is
/// not empty.
std::string words(const Verdict& verdict);

/// "1.07x (1.04 to 1.11)".
std::string ratioText(const Ratio& ratio);

}  // namespace sinew
