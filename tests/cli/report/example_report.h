// Generates realistic reports from known costs and a seed.
#pragma once

#include <random>
#include <string_view>

#include "benchmarks/report/report.h"

namespace sinew::test {

/// Relative standard deviations of the noise of times.
struct Noise {
    double frames = 0.02;    // between frames
    double blocks = 0.005;   // between blocks, independent
    double drift = 0.0;      // between successive blocks, accumulated
    double rows = 0.0;       // between the same rows of two runs
    double run = 0.0;        // between two runs, the same for all rows
    double outliers = 0.01;  // share of frames that take three times as long
};

/// Returns a timing of `frames` frames in `blocks` blocks, with noise around `ms`.
Timing timingAround(double ms, const Noise& noise, std::mt19937& random, uint32_t frames = 200,
                    uint32_t blocks = 16);

void slowDown(Timing& timing, double by);

/// Returns a timing without noise.
Timing steadyTiming(double ms, uint32_t blocks = 16);

/// Returns a row whose frame time has no noise.
Row steadyRow(std::string_view choice, uint32_t instances, uint32_t passes, double ms);

/// Returns the report of a discrete GPU. It has a sweep of six choices, in which `vertex` leads
/// small crowds in one pass and `compute` leads the rest. It also has two crowds of soldiers, each
/// with a wrong row, and kernels. One choice is not measured, and one has a note that `cpu`
/// replaced it.
Report exampleReport(uint32_t seed);
const Report& exampleReport();  // seed 1, generated once

}  // namespace sinew::test
