// Times the walk's steps: every way of skinning at every crowd size and number of cascades.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/statistics.h"
#include "skinning/gpu/cost.h"
#include "skinning/gpu/verify.h"

namespace sinew {

struct BenchmarkOptions {
    std::vector<SkinChoice> choices;
    std::vector<uint32_t> instances;  // each combined with each of cascades
    std::vector<uint32_t> cascades;
    uint32_t clip = kRestPose;
    uint32_t frames = 120;  // measured, for every row
    VkExtent2D size{1280, 720};
    uint32_t samples = 4;  // MSAA that is asked for
    uint32_t seed = 1;     // of the order that choices take turns in
};

struct StepSummary {
    std::optional<Summary> gpu;  // ms
    std::optional<Summary> cpu;
};

/// One way of skinning at one crowd size and number of cascades.
struct BenchmarkRow {
    SkinChoice choice;  // as asked for
    std::string note;   // what stood in for it and why; empty when nothing did
    CostCard cost;      // of what was measured; of an instance and, without motion, a frame
    uint32_t instances = 1;
    uint32_t cascades = 1;
    std::string notMeasured;  // why not; empty when it was
    /// Nothing where the device cannot capture vertices. ofItself decides whether it is timed.
    std::optional<Verification> verification;

    std::array<StepSummary, kStepCount> steps;
    std::optional<Summary> gpuTotal;   // all GPU steps of a frame
    std::optional<Summary> cpuRecord;  // writing the command buffer
    std::optional<Summary> cpuTotal;   // steps 3 to 9 and submission, waiting excluded
    std::optional<Summary> frame;      // what bounds the frame rate, see BenchmarkRun::overlapped

    // Milliseconds frame by frame, for comparisons: frame n shows the same pose in every way.
    std::vector<double> frameMs;
    std::vector<double> gpuMs;

    uint32_t drawCalls = 0;  // a frame
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;
    uint64_t deviceBytes = 0;  // allocated by the program while it ran
};

struct BenchmarkRun {
    BenchmarkOptions options;
    uint32_t samplesTaken = 1;
    uint32_t blocks = 0;
    uint32_t warmUpFrames = 0;  // before each block
    /// True: CPU and GPU worked on neighbouring frames at the same time, and a frame counts as the
    /// slower of the two. False, on devices that are CPUs, where both compete for the same cores:
    /// each frame was finished before the next began, and counts from its first step to its end.
    bool overlapped = true;
    std::optional<double> loadBefore;  // threads that were busy in the minute before, on average
    std::vector<BenchmarkRow> rows;    // by instances, then cascades, then choice
};

/// The first measured frame of block `block`; of block `run.blocks`: how many frames there are.
uint32_t blockStart(const BenchmarkRun& run, uint32_t block);

/// `fraction` of the expected work done, 0 to 1, and what is being done.
using Progress = std::function<void(double fraction, const std::string& what)>;

/// Renders offscreen. Every row's vertices are verified first; what is wrong is not timed, nor what
/// the device or the model rules out. Choices take turns in blocks of shuffled order, so that a
/// machine that slows down slows all of them.
BenchmarkRun runBenchmark(const Device& device, std::shared_ptr<const Model> model,
                          const BenchmarkOptions& options, const Progress& progress);

}  // namespace sinew
