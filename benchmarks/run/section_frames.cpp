// Measures the frames of a block: warm-up, lead-in, and frames with their statistics.
#include "benchmarks/run/section_runner.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/run/warm_up.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

// Number of frames before the first measured frame of a block. With any update rate, every instance
// is posed at least once in these frames.
constexpr uint32_t kTurns = 1u << SINEW_MOST_RATE;
constexpr uint32_t kOnTheGrid = 0;  // scatter 0: a regular grid

std::optional<RowListed> listedOf(const FrameStatistics& statistics, uint32_t cascades) {
    if (!statistics.listed) return std::nullopt;
    const ListedInstances& listed = *statistics.listed;
    return RowListed{.skinned = listed.any,
                     .posed = listed.posed,
                     .inView = listed.camera,
                     .inCascades = {listed.cascades.begin(), listed.cascades.begin() + cascades},
                     .verticesInView = listed.verticesInView,
                     .verticesInCascades = listed.verticesInShadows};
}

/// Returns the number of instances at each level of detail, and the numbers of vertices with and
/// without levels. `vertices` is the number without levels.
std::optional<RowDetail> detailOf(const FrameStatistics& statistics, uint64_t vertices) {
    const ListedInstances& listed = *statistics.listed;
    const auto last = std::find_if(listed.atLevels.rbegin(), listed.atLevels.rend(),
                                   [](uint32_t count) { return count > 0; });
    return RowDetail{.atLevels = {listed.atLevels.begin(), last.base()},
                     .coarsened = listed.coarsened,
                     .verticesRequested = listed.verticesRequested,
                     .verticesOfAll = vertices};
}

RowRates ratesOf(const ListedInstances& listed) {
    return {.atRates = {listed.atRates.begin(), listed.atRates.end()},
            .posed = listed.posed,
            .mostPixelsOff = double{listed.mostOff}};
}

}  // namespace

Camera SectionRunner::cameraFor(uint32_t instances, float aspect) const {
    const Box crowd = frame_.crowds().bounds(instances, kOnTheGrid);
    if (!conditions_.camera.empty()) {
        return cameraAt(anglesFrom(conditions_.camera), crowd, aspect);
    }
    if (scenario_.inView > 0) {
        return cameraAbove(frame_.crowds().bounds(scenario_.inView, kOnTheGrid), aspect);
    }
    return crowdCamera(crowd, instances, aspect);
}

FrameInput SectionRunner::inputFor(const Row& row) const {
    const float aspect =
        static_cast<float>(conditions_.width) / static_cast<float>(conditions_.height);
    FrameInput input{
        .settings = {.method = row.choice.method,
                     .skinning = row.choice.settings,
                     .instanceCount = row.instances,
                     .scatter = kOnTheGrid,
                     .shadows = scenario_.shadows},
        .camera = cameraFor(row.instances, aspect),
        .target = target_.target(),
    };
    setPasses(input.settings, row.passes);
    return input;
}

/// Measures a block in each timer mode. The order of the modes alternates between blocks.
void SectionRunner::measureBlock(Row& row, FrameSeries& series) {
    doing_ = fmt::format("measuring {}, {}", choiceText(row.choice),
                         pointWords(row.instances, row.passes));
    const bool firstBlock = point_->block == 0;
    try {
        FrameInput input = inputFor(row);
        input.settings.countInvocations = firstBlock && device_.has().pipelineStatistics;
        row.warmUpFrames = std::max(row.warmUpFrames, warmUp(input, firstFrame(point_->block)));
        if (firstBlock) {
            row.vertexInvocations = frame_.statistics().vertexInvocations;
            row.forwardInvocations = frame_.statistics().forwardInvocations;
        }
        input.settings.countInvocations = false;
        std::vector<TimerMode> modes{TimerMode::overlapped};
        if (conditions_.steps) modes.push_back(TimerMode::serialised);
        if (point_->block % 2 == 1) std::reverse(modes.begin(), modes.end());
        for (const TimerMode mode : modes) {
            input.settings.timerMode = mode;
            measureFrames(input, row, series);
        }
        row.heapBytes = device_.memory().oursByHeap;
    } catch (const std::runtime_error& error) {
        fail(row, error);
    }
}

/// Renders until frame times are stable. After the first block, it renders only until every frame
/// slot was used. Returns the number of frames.
uint32_t SectionRunner::warmUp(FrameInput& input, uint32_t first) {
    const bool firstBlock = point_->block == 0;
    const double mostMs = 500.0 * conditions_.seconds;
    WarmUp warmUp;
    playing_.rewind();
    const Stopwatch total;
    while (firstBlock ? !warmUp.done() && (warmUp.frames() == 0 || total.ms() < mostMs)
                      : warmUp.frames() < kFramesInFlight) {
        const Stopwatch stopwatch;
        playing_.show(first + warmUp.frames(), input);
        frame_.render(input);
        frame_.finish();
        warmUp.add(stopwatch.ms());
    }
    return warmUp.frames();
}

uint32_t SectionRunner::firstFrame(uint32_t block) const {
    return static_cast<uint32_t>(uint64_t{conditions_.frames} * block / conditions_.blocks);
}

uint64_t SectionRunner::verticesOf(uint32_t instances) const {
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(instances);
    uint64_t vertices = 0;
    for (size_t i = 0; i < models_.size(); ++i) {
        vertices += uint64_t{counts[i]} * frame_.model(i).geometry.vertexCount();
    }
    return vertices;
}

void SectionRunner::leadIn(FrameInput& input, const Row& row, uint32_t first) {
    const bool rated = supported(row.choice).rate != Rate::everyFrame;
    playing_.rewind();
    for (uint32_t n = first; n < first + kTurns; ++n) {
        playing_.show(n, input);
        if (!rated) continue;
        frame_.render(input);
        frame_.finish();
    }
}

/// Measures the frames of one block. Their statistics arrive some frames later, so the loop renders
/// more frames than it measures.
void SectionRunner::measureFrames(FrameInput& input, Row& row, FrameSeries& series) {
    const uint32_t block = point_->block;
    const uint32_t first = firstFrame(block);
    const uint32_t wanted = firstFrame(block + 1) - first;
    const double mostMs = 1e3 * conditions_.seconds / manyBlocks();
    leadIn(input, row, first);
    uint64_t seen = frame_.statistics().frameIndex;
    uint32_t taken = 0;
    const Stopwatch total;
    for (uint32_t n = first + kTurns; taken < wanted && (taken == 0 || total.ms() < mostMs); ++n) {
        const Stopwatch stopwatch;
        playing_.show(n, input);
        frame_.render(input);
        std::optional<double> totalMs;
        if (!conditions_.pipelined) {
            frame_.finish();
            totalMs = stopwatch.ms();
        }
        const FrameStatistics& statistics = frame_.statistics();
        if (statistics.frameIndex == seen) continue;
        seen = statistics.frameIndex;
        ++taken;
        series.add(block, input.settings.timerMode, statistics, totalMs);
        row.drawCalls = statistics.drawCalls;
        row.dispatches = statistics.dispatches;
        row.verticesSkinned = statistics.verticesSkinned;
        row.listed = listedOf(statistics, input.settings.cascadeCount);
        if (row.listed && supported(row.choice).lod != Lod::none) {
            row.detail = detailOf(statistics, verticesOf(row.instances));
        }
        if (row.listed && supported(row.choice).rate != Rate::everyFrame) {
            row.rates = ratesOf(*statistics.listed);
        }
        if (const std::optional<TraceWork>& trace = statistics.trace) {
            row.trace = {trace->structureBytes, trace->scratchBytes, trace->refitted,
                         trace->rebuilt};
        }
        if (const std::optional<VertexMemory>& memory = statistics.vertexMemory) {
            row.vertexMemory = {memory->allocated, memory->requested, memory->saved()};
        }
    }
    frame_.finish();
}

}  // namespace sinew
