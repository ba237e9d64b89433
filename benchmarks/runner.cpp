// Verification, warm-up, blocks in shuffled order, collection.
#include "benchmarks/runner.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <random>

#include "renderer/picture.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/crowd_camera.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

constexpr uint32_t kBlocks = 8;        // at most
constexpr uint32_t kFramesABlock = 4;  // at least; few frames make fewer blocks
constexpr uint32_t kWarmUpFrames =
    kFramesInFlight;  // all of the new buffers have been touched then
constexpr float kSecondsAFrame = 1.0f / 60.0f;

/// What the frames of one row measured, block after block.
struct Series {
    std::array<std::vector<double>, kStepCount> gpu;
    std::array<std::vector<double>, kStepCount> cpu;
    std::vector<double> gpuTotal;
    std::vector<double> cpuRecord;
    std::vector<double> cpuTotal;
    std::vector<double> frame;

    /// `wholeMs`: from the first step on the CPU until the GPU was done; nothing when frames
    /// overlap.
    void add(const FrameStatistics& statistics, std::optional<double> wholeMs) {
        std::optional<double> total;
        for (uint32_t i = 0; i < kStepCount; ++i) {
            const StepTime& step = statistics.steps[i];
            if (step.cpuMs) cpu[i].push_back(*step.cpuMs);
            if (!step.gpuMs) continue;
            gpu[i].push_back(*step.gpuMs);
            total = total.value_or(0.0) + *step.gpuMs;
        }
        cpuRecord.push_back(statistics.cpuRecordMs);
        cpuTotal.push_back(statistics.cpuFrameMs);
        if (total) gpuTotal.push_back(*total);
        if (wholeMs) {
            frame.push_back(*wholeMs);
        } else if (total) {
            frame.push_back(std::max(*total, statistics.cpuFrameMs));
        }
    }
};

class Runner {
public:
    Runner(const Device& device, std::shared_ptr<const Model> model,
           const BenchmarkOptions& options, const Progress& progress)
        : device_(device),
          progress_(progress),
          target_(OffscreenTarget::create(device, options.size)),
          frame_(Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                               device.sampleCount(options.samples))),
          shuffle_(options.seed) {
        frame_.setModel(std::move(model));
        run_.options = options;
        run_.samplesTaken = device.sampleCount(options.samples);
        run_.blocks = std::clamp(options.frames / kFramesABlock, 1u, kBlocks);
        run_.warmUpFrames = kWarmUpFrames;
        run_.overlapped = !device.isCpu();
        double load = 0;
        if (getloadavg(&load, 1) == 1) run_.loadBefore = load;
    }

    BenchmarkRun run() {
        for (const uint32_t instances : run_.options.instances) {
            for (uint32_t i = 0; i < run_.options.cascades.size(); ++i) {
                expectedWork_ += work(instances) * static_cast<double>(run_.options.choices.size());
            }
        }
        for (const uint32_t instances : run_.options.instances) {
            for (const uint32_t cascades : run_.options.cascades) {
                measureTogether(instances, cascades);
            }
        }
        return std::move(run_);
    }

private:
    /// Expected cost of a row; a pixel's part stands against that of a vertex.
    double work(uint32_t instances) const {
        constexpr double kConstant = 100'000;
        return kConstant + static_cast<double>(instances) * frame_.model().geometry.vertexCount();
    }

    /// All choices at one crowd size and number of cascades, in turns.
    void measureTogether(uint32_t instances, uint32_t cascades) {
        std::vector<BenchmarkRow> rows;
        for (const SkinChoice& choice : run_.options.choices) {
            rows.push_back({.choice = choice, .instances = instances, .cascades = cascades});
            if (settle(rows.back())) verify(rows.back());
        }
        std::vector<Series> series(rows.size());
        std::vector<size_t> order;
        for (size_t i = 0; i < rows.size(); ++i) order.push_back(i);
        for (uint32_t block = 0; block < run_.blocks; ++block) {
            std::shuffle(order.begin(), order.end(), shuffle_);
            for (const size_t i : order) {
                if (rows[i].notMeasured.empty()) measureBlock(block, rows[i], series[i]);
                doneWork_ += work(instances) / run_.blocks;
            }
        }
        for (size_t i = 0; i < rows.size(); ++i) summarizeInto(rows[i], series[i]);
        run_.rows.insert(run_.rows.end(), rows.begin(), rows.end());
    }

    /// What the row measures and what that costs. False, and the reason in the row, when nothing
    /// can stand in for what was asked for or the crowd does not fit.
    bool settle(BenchmarkRow& row) {
        const DeviceLimits limits = deviceLimits(device_);
        row.cost = costOf(frame_.model(), row.choice, row.cascades + 1, limits);
        try {
            const Resolution resolution = resolve(device_, frame_.model(), row.choice);
            row.note = resolution.note;
            row.cost = costOf(frame_.model(), resolution.choice, row.cascades + 1, limits);
            const uint32_t most = frame_.maxInstances(resolution.choice);
            if (row.instances <= most) return true;
            row.notMeasured =
                fmt::format("the device has memory for {} instances by this method", most);
        } catch (const std::runtime_error& error) {
            failed(row, error);
        }
        return false;
    }

    /// Leaves the reason in the row when vertices are wrong.
    void verify(BenchmarkRow& row) {
        if (!device_.has().vertexStores) return;
        report(row, "verifying");
        const float duration = run_.options.clip == kRestPose
                                   ? 0.0f
                                   : frame_.model().clips[run_.options.clip].durationSeconds;
        const PoseSample samples[] = {{run_.options.clip, 0.0f},
                                      {run_.options.clip, 0.5f * duration}};
        try {
            row.verification = verifyChoice(frame_, row.choice, row.instances, samples);
        } catch (const std::runtime_error& error) {
            failed(row, error);
            return;
        }
        const VertexErrors& errors = row.verification->ofItself;
        if (!errors.withinTolerance()) {
            row.notMeasured = fmt::format(
                "wrong: off the reference by {:.2g} of the extent, normals {:.3f} degrees, "
                "tangents {:.3f} degrees",
                errors.position, errors.normalDegrees, errors.tangentDegrees);
        }
    }

    void measureBlock(uint32_t block, BenchmarkRow& row, Series& series) {
        report(row, "measuring");
        try {
            renderFrames(row, blockStart(run_, block), blockStart(run_, block + 1), series);
        } catch (const std::runtime_error& error) {
            failed(row, error);
            return;
        }
        row.deviceBytes = device_.memory().ours;
    }

    /// Frame n of a row shows the same pose whatever the choice. Statistics arrive some frames
    /// later, so rendering goes on until the last wanted ones are there.
    void renderFrames(BenchmarkRow& row, uint32_t start, uint32_t end, Series& series) {
        const float aspect = static_cast<float>(run_.options.size.width) /
                             static_cast<float>(run_.options.size.height);
        FrameInput input{
            .settings = {.method = row.choice.method,
                         .skinning = row.choice.settings,
                         .instanceCount = row.instances,
                         .cascadeCount = row.cascades,
                         .timerMode = TimerMode::serialised},
            .playback = {.clip = run_.options.clip},
            .camera =
                crowdCamera(crowdBounds(frame_.bounds(), row.instances), row.instances, aspect),
            .target = target_.target(),
        };
        const uint64_t firstIndex = rendered_ + kWarmUpFrames + 1;
        const uint64_t lastIndex = firstIndex + (end - start) - 1;
        uint64_t seen = 0;
        for (uint32_t n = start; seen < lastIndex; ++n) {
            input.playback.timeSeconds = static_cast<float>(n) * kSecondsAFrame;
            const Stopwatch stopwatch;
            frame_.render(input);
            ++rendered_;
            std::optional<double> wholeMs;
            if (!run_.overlapped) {
                frame_.finish();
                wholeMs = stopwatch.ms();
            }
            const FrameStatistics& statistics = frame_.statistics();
            if (statistics.frameIndex == seen) continue;
            seen = statistics.frameIndex;
            if (seen < firstIndex || seen > lastIndex) continue;
            series.add(statistics, wholeMs);
            row.drawCalls = statistics.drawCalls;
            row.dispatches = statistics.dispatches;
            row.verticesSkinned = statistics.verticesSkinned;
        }
        frame_.finish();
    }

    /// For use in a handler: a lost device ends the run.
    static void failed(BenchmarkRow& row, const std::runtime_error& error) {
        const auto* vulkan = dynamic_cast<const VulkanError*>(&error);
        if (vulkan && vulkan->result == VK_ERROR_DEVICE_LOST) throw;
        row.notMeasured = error.what();
    }

    static void summarizeInto(BenchmarkRow& row, Series& series) {
        if (!row.notMeasured.empty()) return;
        for (uint32_t i = 0; i < kStepCount; ++i) {
            row.steps[i] = {summarize(std::move(series.gpu[i])),
                            summarize(std::move(series.cpu[i]))};
        }
        row.gpuTotal = summarize(series.gpuTotal);
        row.cpuRecord = summarize(std::move(series.cpuRecord));
        row.cpuTotal = summarize(std::move(series.cpuTotal));
        row.frame = summarize(series.frame);
        row.gpuMs = std::move(series.gpuTotal);
        row.frameMs = std::move(series.frame);
    }

    void report(const BenchmarkRow& row, const char* doing) const {
        progress_(doneWork_ / expectedWork_,
                  fmt::format("{} {}, {} instance{}", doing, choiceText(row.choice), row.instances,
                              row.instances == 1 ? "" : "s"));
    }

    const Device& device_;
    const Progress& progress_;
    OffscreenTarget target_;
    Frame frame_;
    std::mt19937 shuffle_;
    BenchmarkRun run_;
    uint64_t rendered_ = 0;
    double expectedWork_ = 0;
    double doneWork_ = 0;
};

}  // namespace

uint32_t blockStart(const BenchmarkRun& run, uint32_t block) {
    return static_cast<uint32_t>(uint64_t{run.options.frames} * block / run.blocks);
}

BenchmarkRun runBenchmark(const Device& device, std::shared_ptr<const Model> model,
                          const BenchmarkOptions& options, const Progress& progress) {
    return Runner(device, std::move(model), options, progress).run();
}

}  // namespace sinew
