// Fits the cost of a frame per instance, vertex and pass to measured rows.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// One model for each choice and measure with at least four rows. It minimizes the sum of ((fit -
/// measured) / measured)^2 over non-negative terms, exactly: normal equations for each subset of
/// terms.
///
/// Terms that the rows cannot separate are added to the first of them in this order: fixed, per
/// instance, per vertex and pass, per vertex. One section has one vertex count, so perInstance
/// includes costs that are independent of passes. Sections of several models separate the terms,
/// provided that a vertex costs the same in each.
std::vector<CostModel> costModels(std::span<const Section> sections);

/// Terms that the rows can separate from preceding terms.
struct CostTerms {
    bool fixed = false;
    bool perInstance = false;
    bool perVertexAndPass = false;
    bool perVertex = false;
};
CostTerms separableTerms(std::span<const Section> sections);

double predictMs(const CostModel& model, uint32_t instances, uint32_t passes, uint32_t vertices);

}  // namespace sinew
