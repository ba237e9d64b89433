// Realistic reports, generated from known costs and a seed.
#pragma once

#include <random>
#include <string_view>

#include "benchmarks/report/report.h"

namespace sinew::test {

/// Relative standard deviations of times.
struct Noise {
    double frames = 0.02;    // between frames
    double blocks = 0.005;   // between blocks, independent
    double drift = 0.0;      // between blocks, accumulated
    double rows = 0.0;       // between the same rows of two runs
    double run = 0.0;        // between runs, all rows together
    double outliers = 0.01;  // share of frames that take three times as long
};

/// A timing of `frames` in `blocks` around `ms`.
Timing timingAround(double ms, const Noise& noise, std::mt19937& random, uint32_t frames = 200,
                    uint32_t blocks = 16);

void slowDown(Timing& timing, double by);

/// A timing without noise.
Timing steadyTiming(double ms, uint32_t blocks = 16);

/// A row with a steady frame time.
Row steadyRow(std::string_view choice, uint32_t instances, uint32_t passes, double ms);

/// A discrete GPU. A sweep of six choices over instances and passes in which vertex leads small
/// crowds in one pass and compute the rest; two crowds of soldiers, one row wrong; and kernels. One
/// choice is not measured, one is stood in for.
Report exampleReport(uint32_t seed);
const Report& exampleReport();  // seed 1, generated once

}  // namespace sinew::test
