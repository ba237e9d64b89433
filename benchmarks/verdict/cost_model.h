// Fits the cost of a frame (per instance, vertex and pass) to measured rows.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns a cost model for each choice and measure with at least four rows. It minimizes the sum
/// of ((fit - measured) / measured)^2 over non-negative terms. The minimum is exact: each subset of
/// terms is solved by normal equations.
///
/// If rows cannot separate some terms, their cost is in the first of them in this order: fixed, per
/// instance, per vertex and pass, per vertex. A section has one number of vertices, so perInstance
/// includes all costs that do not depend on passes. Sections of several models separate the terms,
/// provided that a vertex costs the same in each model.
std::vector<CostModel> costModels(std::span<const Section> sections);

}  // namespace sinew
