// Realistic reports, generated from known costs and a seed.
#pragma once

#include <random>

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

/// The report of a discrete GPU: a sweep of six choices over instances and passes, two crowds of
/// soldiers with one wrong row, and kernels. In the sweep, vertex is the fastest for small crowds
/// in one pass, and compute otherwise. One choice is not measured, one has a substitute.
Report exampleReport(uint32_t seed);
const Report& exampleReport();  // seed 1, generated once

}  // namespace sinew::test
