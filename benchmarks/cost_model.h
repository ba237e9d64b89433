// Fits the cost of a frame per instance, vertex and pass to measured rows.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// One model for each choice and measure with at least four rows. It minimizes
/// the sum of ((fit - measured) / measured)^2 over terms that are not negative. All sixteen subsets
/// of the four terms are solved by normal equations, and the best one without a negative term is
/// exact.
///
/// Terms that the rows cannot separate are added to the first of them in this order: fixed, per
/// instance, per vertex and pass, per vertex. One section has one vertex count: costs that are
/// independent of passes are added to perInstance, and perVertex is absent. With one number of
/// passes, perVertexAndPass is absent too. Sections of several models separate per instance from
/// per vertex, provided that a vertex costs the same in each.
std::vector<CostModel> costModels(std::span<const Section> sections);

/// Terms that the rows can separate from preceding terms. Other terms are in no model.
struct CostTerms {
    bool fixed = false;
    bool perInstance = false;
    bool perVertexAndPass = false;
    bool perVertex = false;
};
CostTerms termsToldApart(std::span<const Section> sections);

double predictMs(const CostModel& model, uint32_t instances, uint32_t passes, uint32_t vertices);

}  // namespace sinew
