// What a frame costs for every instance, vertex and pass, fitted to what was measured.
#pragma once

#include <span>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// For each choice and measure (gpu, cpu, frame) with at least four rows that stand for it: the
/// terms of CostModel, none negative, that make the sum of ((fit - measured) / measured)^2 the
/// smallest. All sixteen subsets of the four terms are solved by normal equations and the best that
/// has no negative term is taken, which is exact for so few.
///
/// Terms that the rows cannot separate are added to the first of them in this order: fixed, per
/// instance, per vertex and pass, per vertex. So in one section, which has one vertex count, costs
/// that do not grow with passes are added to perInstance, and there is no perVertex. In rows with
/// one number of passes there is no perVertexAndPass either. Several sections of different models
/// separate per instance from per vertex, if a vertex costs the same in each.
std::vector<CostModel> costModels(std::span<const Section> sections);

/// Which terms the rows can separate from those before them. The others are in no model.
struct CostTerms {
    bool fixed = false;
    bool perInstance = false;
    bool perVertexAndPass = false;
    bool perVertex = false;
};
CostTerms termsToldApart(std::span<const Section> sections);

/// Milliseconds.
double predictMs(const CostModel& model, uint32_t instances, uint32_t passes, uint32_t vertices);

}  // namespace sinew
