// Runs the points of a section (crowd size and passes): shuffles the choices of each block, and
// decides when a choice or a point is finished. section_verification.cpp verifies a row, and
// section_frames.cpp measures the frames of a block.
#include "benchmarks/run/section_runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/run/row_cost.h"
#include "benchmarks/run/turns.h"
#include "benchmarks/verdict/verdict.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

// Maximum number of repetitions per block and kernel. A time limit may end the block earlier.
constexpr uint32_t kKernelRepetitions = 12;

std::vector<size_t> measuredRows(const std::vector<Row>& rows) {
    std::vector<size_t> measured;
    for (size_t i = 0; i < rows.size(); ++i) {
        if (rows[i].measured()) measured.push_back(i);
    }
    return measured;
}

/// Returns the rows in `turns` that need more blocks. Disturbed blocks do not count.
std::vector<size_t> unsettledRows(const std::vector<FrameSeries>& series,
                                  const std::vector<bool>& disturbed, std::span<const size_t> turns,
                                  double interval) {
    std::vector<std::optional<Timing>> frames(series.size());
    for (const size_t i : turns) {
        FrameSeries quiet = series[i];
        quiet.leaveOut(disturbed);
        frames[i] = timingOf(quiet.frame);
    }
    return choicesToMeasureOn(frames, turns, interval);
}

/// Erases the points that an interruption left with too few blocks.
void eraseInterrupted(std::vector<Row>& rows) {
    std::vector<std::pair<uint32_t, uint32_t>> points;
    for (const Row& row : rows) {
        if (row.end == RowEnd::interrupted) points.emplace_back(row.instances, row.passes);
    }
    std::erase_if(rows, [&](const Row& row) {
        return std::find(points.begin(), points.end(), std::pair(row.instances, row.passes)) !=
               points.end();
    });
}

/// Joins the distinct texts: "walk, run and 3 more".
std::string eachOnce(const std::vector<std::string>& texts) {
    constexpr size_t kMost = 3;
    std::vector<std::string> once;
    for (const std::string& text : texts) {
        if (std::find(once.begin(), once.end(), text) == once.end()) once.push_back(text);
    }
    const size_t more = once.size() - std::min(once.size(), kMost);
    once.resize(once.size() - more);
    const std::string all = fmt::format("{}", fmt::join(once, ", "));
    return more == 0 ? all : fmt::format("{} and {} more", all, more);
}

}  // namespace

ModelFacts factsOf(const Measured& measured) {
    ModelFacts facts{.contentHash = measured.contentHash,
                     .generated = !measured.importMs,
                     .models = static_cast<uint32_t>(measured.models.size()),
                     .importMs = measured.importMs};
    std::vector<std::string> names, clips, animators;
    for (const auto& [model, clip, animator, animatorName] : measured.models) {
        names.push_back(model->name);
        facts.vertices += model->geometry.vertexCount();
        facts.triangles += static_cast<uint32_t>(model->geometry.indices.size() / 3);
        facts.joints += model->skeleton.size();
        facts.paletteEntries += static_cast<uint32_t>(model->binds.size());
        if (animator) {
            animators.push_back(animatorName);
        } else if (clip != kRestPose) {
            clips.push_back(model->clips[clip].name);
        }
        const std::vector<uint32_t>& offsets = model->geometry.influenceOffsets;
        for (size_t v = 0; v + 1 < offsets.size(); ++v) {
            facts.mostInfluences = std::max(facts.mostInfluences, offsets[v + 1] - offsets[v]);
        }
    }
    facts.name = measured.name.empty() ? eachOnce(names) : measured.name;
    facts.clip = eachOnce(clips);
    facts.animator = eachOnce(animators);
    return facts;
}

SectionRunner::SectionRunner(const Device& device, const Measured& measured,
                             const Scenario& scenario, const Conditions& conditions, Section done)
    : device_(device),
      scenario_(scenario),
      conditions_(conditions),
      models_(measured.models),
      target_(OffscreenTarget::create(device, {conditions.width, conditions.height})),
      frame_(Frame::create(device, ShaderLibrary::embedded(), OffscreenTarget::kFormat,
                           static_cast<VkSampleCountFlagBits>(conditions.samples))),
      shuffle_(conditions.seed),
      section_(std::move(done)),
      instances_(scenario.instances) {
    std::vector<SceneModel> scene;
    for (const MeasuredModel& each : models_) scene.push_back({.model = each.model});
    frame_.setModels(scene);
    section_.scenario = scenario.name;
    section_.about = scenario.about;
    section_.model = factsOf(measured);
    eraseInterrupted(section_.rows);
    if (section_.rows.empty()) {
        section_.before = readSystemState(device.info().properties.deviceName);
    } else {
        // The run continues an interrupted run. Throttling between the two runs does not affect the
        // results, so the earlier count is discarded.
        section_.before.cpuThrottles.reset();
    }
}

double SectionRunner::fractionDone() const {
    if (done_) return 1.0;
    // The number of crowd sizes is unknown if the crowd grows; two more are assumed.
    const double sizes =
        static_cast<double>(instances_.size()) + (scenario_.growth > 0 ? 2.0 : 0.0);
    const double points = sizes * static_cast<double>(scenario_.passes.size()) +
                          (measuresKernels() ? static_cast<double>(scenario_.instances.size()) : 0);
    double done = static_cast<double>(instancesIndex_ * scenario_.passes.size() + passesIndex_) +
                  static_cast<double>(kernelsBySize(section_).size());
    if (point_) {
        // A point's progress is its share of the maximum blocks, or of the time limit if that is
        // larger. Narrow intervals may end a point earlier.
        const double turns = static_cast<double>(std::max<size_t>(point_->order.size(), 1));
        const double block = point_->block + static_cast<double>(point_->turn) / turns;
        done += std::max(block / conditions_.blocks,
                         std::min(point_->spentMs / budgetMs(*point_), 1.0) *
                             std::min(block / kBlocksBeforeIntervals, 1.0)) -
                1;
    }
    if (kernels_) done += static_cast<double>(kernelBlocks_) / manyBlocks();
    return std::clamp(done / points, 0.0, 1.0);
}

bool SectionRunner::advance() {
    if (done_) return false;
    if (!point_) point_ = nextPoint();
    if (!point_) {
        advanceKernels();
        return !done_;
    }
    Point& point = *point_;
    if (point.verified < point.rows.size()) {
        verifyNext();
    } else if (point.turn < point.order.size()) {
        if (point.block == 0 && point.turn == 0) point.otherLoad = OtherLoad();
        const size_t i = point.order[point.turn++];
        const Stopwatch stopwatch;
        if (point.rows[i].measured()) measureBlock(point.rows[i], point.series[i]);
        point.spentMs += stopwatch.ms();
    } else {
        endBlock();
    }
    return true;
}

/// Returns the next point to measure; nothing if the sweep is complete.
std::optional<SectionRunner::Point> SectionRunner::nextPoint() {
    for (;; ++instancesIndex_, passesIndex_ = 0) {
        if (instancesIndex_ == instances_.size()) {
            if (!crowdMayGrow()) return std::nullopt;
            instances_.push_back(instances_.back() * scenario_.growth);
        }
        for (; passesIndex_ < scenario_.passes.size(); ++passesIndex_) {
            Point point{.instances = instances_[instancesIndex_],
                        .passes = scenario_.passes[passesIndex_]};
            if (isDone(point.instances, point.passes)) continue;
            for (const SkinChoice& choice : scenario_.choices) {
                point.order.push_back(point.rows.size());
                point.rows.push_back(
                    {.choice = choice, .instances = point.instances, .passes = point.passes});
            }
            point.crowds.resize(point.rows.size());
            point.series.resize(point.rows.size(), FrameSeries(conditions_.blocks));
            std::shuffle(point.order.begin(), point.order.end(), shuffle_);
            ++passesIndex_;
            playing_ =
                Playing(models_, frame_.crowds().countsOf(point.instances), conditions_.seed);
            return point;
        }
    }
}

bool SectionRunner::isDone(uint32_t instances, uint32_t passes) const {
    std::vector<SkinChoice> measured;
    for (const Row& row : section_.rows) {
        if (row.instances == instances && row.passes == passes) measured.push_back(row.choice);
    }
    if (measured.empty()) return false;
    if (measured == scenario_.choices) return true;
    throw std::runtime_error(
        "--resume: the interrupted run measured other methods; use the same --methods, or start a "
        "new run");
}

bool SectionRunner::crowdMayGrow() const {
    if (scenario_.growth == 0 || instances_.back() > kMostInstances / scenario_.growth)
        return false;
    return std::any_of(section_.rows.begin(), section_.rows.end(), [&](const Row& row) {
        return row.instances == instances_.back() && row.frame &&
               row.frame->all.median * scenario_.growth <= kLongestFrameMs;
    });
}

uint32_t SectionRunner::manyBlocks() const {
    const uint32_t needed = neededBlocks(scenario_.choices.size());
    return std::min(conditions_.blocks, std::max(kBlocksBeforeIntervals, needed));
}

/// Returns the time limit of a point: the sum over its measurable choices and the timer modes.
double SectionRunner::budgetMs(const Point& point) const {
    const size_t measured = std::max<size_t>(measuredRows(point.rows).size(), 1);
    const size_t modes = conditions_.steps ? 2 : 1;
    return 1e3 * conditions_.seconds * static_cast<double>(modes * measured);
}

void SectionRunner::endBlock() {
    Point& point = *point_;
    point.disturbed.push_back(point.otherLoad.disturbed());
    ++point.block;
    std::erase_if(point.order, [&](size_t i) { return !point.rows[i].measured(); });
    const auto quiet = std::count(point.disturbed.begin(), point.disturbed.end(), false);
    const bool many = quiet >= ptrdiff_t{manyBlocks()};
    // The time limit is doubled if the device is too slow for enough blocks. Without GPU steps, it
    // is not doubled, and a point may end as soon as a ranking is possible.
    const double mostMs = budgetMs(point) * (many || !conditions_.steps ? 1 : 2);
    const size_t fewest =
        conditions_.steps ? kFewestBlocks : neededBlocks(scenario_.choices.size());
    const bool late = point.block >= fewest && point.spentMs >= mostMs;
    if (point.block == conditions_.blocks || late) {
        endRows(point, {}, late ? RowEnd::seconds : RowEnd::frames);
    } else if (many) {
        endRows(point,
                unsettledRows(point.series, point.disturbed, point.order, conditions_.interval),
                RowEnd::interval);
    }
    point.turn = 0;
    if (point.order.empty()) return finishPoint();
    playing_.passOver(firstFrame(point.block) - firstFrame(point.block - 1));
    std::shuffle(point.order.begin(), point.order.end(), shuffle_);
}

void SectionRunner::endRows(Point& point, std::vector<size_t> next, RowEnd end) {
    for (const size_t i : point.order) {
        if (std::find(next.begin(), next.end(), i) == next.end()) point.rows[i].end = end;
    }
    point.order = std::move(next);
}

void SectionRunner::fail(Row& row, const std::runtime_error& error) {
    row.state = RowState::notMeasured;
    row.reason = error.what();
}

void SectionRunner::stop(RowEnd end) {
    if (point_ && point_->block > 0) {
        // The unfinished block is removed, because a block counts only if every row has it.
        std::vector<bool> unfinished(point_->block + 1);
        unfinished.back() = true;
        for (FrameSeries& series : point_->series) series.leaveOut(unfinished);
        endRows(*point_, {}, end);
        finishPoint();
    }
    point_.reset();
    kernels_.reset();
    done_ = true;
}

void SectionRunner::finishPoint() {
    Point& point = *point_;
    // Disturbed blocks are removed from all rows or from none. So block n of every row comes from
    // the same round (one block of each row in turn).
    const std::vector<size_t> measured = measuredRows(point.rows);
    const bool leavesOut = std::all_of(measured.begin(), measured.end(), [&](size_t i) {
        return point.series[i].count(point.disturbed, false) >= neededBlocks(measured.size());
    });
    for (const size_t i : measured) {
        Row& row = point.rows[i];
        const uint32_t disturbed = point.series[i].count(point.disturbed, true);
        (leavesOut ? row.leftOutBlocks : row.disturbedBlocks) = disturbed;
        if (leavesOut) point.series[i].leaveOut(point.disturbed);
        point.series[i].summarizeInto(row);
        const double allocated = row.cost.allocatedPerInstance;
        row.cost = rowCost(point.crowds[i], processedCounts(row, point.crowds[i]));
        row.cost.allocatedPerInstance = allocated;
    }
    section_.rows.insert(section_.rows.end(), point.rows.begin(), point.rows.end());
    section_.after = readSystemState(device_.info().properties.deviceName);
    point_.reset();
}

bool SectionRunner::measuresKernels() const {
    return scenario_.kernels && models_.size() == 1;
}

std::optional<uint32_t> SectionRunner::nextKernels() const {
    if (!measuresKernels()) return std::nullopt;
    const auto done = kernelsBySize(section_);
    for (const uint32_t instances : scenario_.instances) {
        if (std::none_of(done.begin(), done.end(),
                         [&](const auto& rows) { return rows.front().instances == instances; })) {
            return instances;
        }
    }
    return std::nullopt;
}

void SectionRunner::advanceKernels() {
    const std::optional<uint32_t> instances = nextKernels();
    if (!instances) {
        done_ = true;
        return;
    }
    doing_ = "kernels, " + counted(*instances, "instance");
    if (!kernels_) {
        kernels_.emplace(device_, frame_.model(), models_[0].clip, *instances, conditions_.seed);
        kernelBlocks_ = 0;
        return;
    }
    kernels_->measureBlock(kKernelRepetitions, conditions_.seconds / manyBlocks());
    if (++kernelBlocks_ < manyBlocks()) return;
    const std::vector<KernelRow> rows = kernels_->rows();
    section_.kernels.insert(section_.kernels.end(), rows.begin(), rows.end());
    section_.after = readSystemState(device_.info().properties.deviceName);
    kernels_.reset();
}

}  // namespace sinew
