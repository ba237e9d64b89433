// Reports as they come from machines, made up from known costs and a seed.
#pragma once

#include <random>

#include "benchmarks/report/report.h"

namespace sinew::test {

/// How times scatter, relative to themselves.
struct Noise {
    double frames = 0.02;    // one frame from the next
    double blocks = 0.005;   // one block from the next
    double drift = 0.0;      // from one block to the next, and on
    double rows = 0.0;       // one row of a run from the same row of another run
    double run = 0.0;        // all rows of one run
    double outliers = 0.01;  // share of frames that take three times as long
};

/// `frames` in `blocks` around `ms`.
Timing timingAround(double ms, const Noise& noise, std::mt19937& random, uint32_t frames = 200,
                    uint32_t blocks = 16);

void slowDown(Timing& timing, double by);

/// Every block has the median `ms`.
Timing steadyTiming(double ms, uint32_t blocks = 16);

/// A discrete GPU. A sweep of six choices over instances and passes in which vertex leads small
/// crowds in one pass and compute the rest; two crowds of soldiers, one row wrong; and kernels. One
/// choice is not measured, one is stood in for.
Report exampleReport(uint32_t seed);
const Report& exampleReport();  // of seed 1, made once

}  // namespace sinew::test
