// Ranks the choices of a point by their measured times.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/report/report.h"
#include "benchmarks/verdict/ratio.h"

namespace sinew {

/// Minimum relative difference of a lead. Smaller differences are ignored, even if they are
/// significant.
inline constexpr double kLeastLead = 0.01;
/// Probability of any false lead at a point whose choices are equally fast. All pairs of choices
/// get equal shares of it.
inline constexpr double kFalseLeads = 0.008;

/// True if the p-value is at most the pair's share of kFalseLeads and the ratio is at least 1 +
/// kLeastLead.
bool isLead(const Ratio& ratio, size_t choices);

/// Returns the minimum number of blocks for a lead. With fewer blocks, all differences have the
/// same sign by chance more often than isLead() allows.
uint32_t neededBlocks(size_t choices);

/// Ranks the rows of one point; rows whose choice was replaced are excluded. `tickMs` is the
/// resolution of GPU timestamps: a difference of up to two ticks is no lead, except for
/// Measure::cpu.
Verdict verdictOf(std::span<const Row> rows, Measure measure, double tickMs);

std::vector<Verdict> verdictsOf(const Section& section, double tickMs);

/// Returns the verdict of a point; null if there is none.
const Verdict* verdictAt(const Section& section, Measure measure, uint32_t instances,
                         uint32_t passes);

/// Returns "compute (2.11 ms a frame) is the fastest; slower: vertex 1.07x (1.04 to 1.11)", for
/// example. The ranking must not be empty.
std::string words(const Verdict& verdict);

/// Returns "1.07x (1.04 to 1.11)", for example.
std::string ratioText(const Ratio& ratio);

}  // namespace sinew
