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
/// Terms that the rows cannot tell apart count into the first of: fixed, per instance, per vertex
/// and pass, per vertex. So in one section, which has one vertex count, everything that
/// does not grow with passes counts into perInstance and perVertex is 0; in rows with one number
/// of passes perVertexAndPass is too. Several sections, of different models, tell per instance
/// and per vertex apart, as far as a vertex of one costs what a vertex of another does.
std::vector<CostModel> costModels(std::span<const Section> sections);

/// Which of the terms rows can tell from those before them; the others are 0 in every model.
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
