// Measures the rows of a section: verification, warm-up, blocks in shuffled order, summaries.
#include "benchmarks/run/section_runner.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "benchmarks/charts/frames_grid.h"
#include "benchmarks/peers/kernel_errors.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/run/row_cost.h"
#include "benchmarks/run/turns.h"
#include "benchmarks/run/warm_up.h"
#include "benchmarks/verdict/verdict.h"
#include "shaders/shared/culling.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/gpu/trace/traceable.h"

namespace sinew {
namespace {

// Number of frames before the first measured frame of a block. With any update rate, every instance
// is posed at least once in these frames.
constexpr uint32_t kTurns = 1u << SINEW_MOST_RATE;
constexpr uint32_t kOnTheGrid = 0;  // scatter 0: a regular grid
// Selects one of the verified times: first the fraction of a clip, then the fraction of the time
// between two baked frames.
constexpr float kBetween = 0.37f;
// Frames per second. The verified time is between two frames of clips that are baked at this rate.
constexpr float kBakedRate = 30.0f;
// Maximum number of vertices that a verification skins if GPU steps are not measured. It takes less
// than a second.
constexpr uint32_t kFewVertices = 40'000;
// Maximum number of repetitions per block and kernel. A time limit may end the block earlier.
constexpr uint32_t kKernelRepetitions = 12;

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

void failed(Row& row, const std::runtime_error& error) {
    row.state = RowState::notMeasured;
    row.reason = error.what();
}

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

// ---- The points of the sweep.

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

// ---- Steps of one row.

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

void SectionRunner::verifyNext() {
    Row& row = point_->rows[point_->verified++];
    doing_ = fmt::format("verifying {}, {}", choiceText(row.choice),
                         pointWords(row.instances, row.passes));
    if (settle(row)) verify(row);
}

/// Computes the cost of a row. Returns false if the choice is impossible or does not fit into
/// memory; the row then has the reason.
bool SectionRunner::settle(Row& row) {
    std::vector<SkinChoice> choices(models_.size(), row.choice);
    std::vector<CrowdPart> crowd = crowdOf(row, choices);
    row.cost = rowCost(crowd, fullCounts(crowd));
    const bool traced = scenario_.shadows.mode == ShadowMode::traced;
    try {
        for (size_t i = 0; i < models_.size(); ++i) {
            const Resolution resolution = frame_.scene(i)->resolve(row.choice);
            choices[i] = resolution.choice;
            if (traced) {
                requireTraceable(device_, frame_.model(i), choices[i]);
            }
            if (row.note.find(resolution.note) != std::string::npos) continue;
            row.note += row.note.empty() ? resolution.note : "; " + resolution.note;
        }
        crowd = crowdOf(row, choices);
        row.cost = rowCost(crowd, fullCounts(crowd));
        row.cost.allocatedPerInstance = allocatedPerInstance(row, choices);
        const uint32_t most = frame_.maxInstances(row.choice, traced);
        if (row.instances <= most) {
            point_->crowds[point_->verified - 1] = std::move(crowd);
            return true;
        }
        row.state = RowState::notMeasured;
        row.reason =
            fmt::format("the device has memory for at most {} instances with this method{}", most,
                        traced ? " and traced shadows" : "");
    } catch (const std::runtime_error& error) {
        failed(row, error);
    }
    return false;
}

/// Returns the cost card and the number of instances of each model. `choices` has one element per
/// model.
std::vector<CrowdPart> SectionRunner::crowdOf(const Row& row, std::span<const SkinChoice> choices) {
    const DeviceLimits limits = deviceLimits(device_);
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(row.instances);
    std::vector<CrowdPart> crowd;
    for (size_t i = 0; i < models_.size(); ++i) {
        crowd.push_back({costOf(frame_.model(i), choices[i], row.passes, limits), counts[i]});
    }
    return crowd;
}

/// Returns the bytes that buffers need per instance. The models' levels of detail share one vertex
/// budget.
double SectionRunner::allocatedPerInstance(const Row& row, std::span<const SkinChoice> choices) {
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(row.instances);
    uint64_t bytes = 0;
    for (size_t i = 0; i < models_.size(); ++i) {
        if (counts[i] == 0) continue;
        const BufferSums sums =
            sumsOf({*frame_.scene(i),
                    {.choice = choices[i],
                     .instanceCount = counts[i],
                     .vertexBudget = FrameSettings{}.vertexBudget / models_.size()}});
        bytes += sums.of(counts[i]);
    }
    return static_cast<double>(bytes) / row.instances;
}

/// Returns the number of verified instances of a model: as many as fit into memory in full detail,
/// because verification has no levels of detail. Without GPU steps, the number is small.
uint32_t SectionRunner::verifiedOf(size_t model, const SkinChoice& choice, uint32_t instances) {
    const BufferSums sums = sumsOf(
        {*frame_.scene(model),
         {.choice = frame_.scene(model)->resolve(choice).choice, .instanceCount = instances}});
    const uint32_t vertices = std::max(frame_.model(model).geometry.vertexCount(), 1u);
    const uint32_t most = conditions_.steps ? instances : std::max(kFewVertices / vertices, 1u);
    return std::min({instances, most, maxInstances(device_, sums, 0)});
}

/// If the model plays a clip, it is verified at three times: at the start, in the middle, and
/// between two baked frames. Animators are verified in their first two frames.
Verifier SectionRunner::verifierFor(size_t model, uint32_t instances) {
    auto animated = playing_.beginning(model, 2, instances);
    if (!animated.empty()) return {*capture_, frame_.scene(model), std::move(animated)};
    const uint32_t clip = models_[model].clip;
    const float duration =
        clip == kRestPose ? 0.0f : frame_.model(model).clips[clip].durationSeconds;
    const float between = (std::floor(kBetween * duration * kBakedRate) + kBetween) / kBakedRate;
    const PoseSample samples[] = {
        {clip, 0.0f}, {clip, 0.5f * duration}, {clip, std::min(between, duration)}};
    return {*capture_, frame_.scene(model), instances, samples};
}

void SectionRunner::verify(Row& row) {
    if (!device_.has().vertexStores) return;
    const std::vector<uint32_t> counts = frame_.crowds().countsOf(row.instances);
    VertexErrors ofItself, ofTruth;
    uint32_t verified = 0;
    try {
        // Only one crowd exists at a time, because a large crowd may need all memory.
        frame_.releaseCrowds();
        if (!capture_) capture_.emplace(Capture::create(device_, ShaderLibrary::embedded()));
        for (size_t i = 0; i < models_.size(); ++i) {
            if (counts[i] == 0) continue;
            const uint32_t instances = verifiedOf(i, row.choice, counts[i]);
            const Verification found = verifierFor(i, instances).verify(row.choice);
            capture_->release();
            if (found.ofItself.withinTolerance() && !found.noBound.empty()) {
                throw std::runtime_error(found.noBound);
            }
            include(ofItself, found.ofItself);
            include(ofTruth, found.ofTruth);
            verified += instances;
        }
    } catch (const std::runtime_error& error) {
        if (capture_) capture_->release();
        failed(row, error);
        return;
    }
    row.verification = {.withinTolerance = ofItself.withinTolerance(),
                        .ofItself = rowErrorsOf(ofItself),
                        .ofTruth = rowErrorsOf(ofTruth)};
    if (verified < row.instances) row.verification->instances = verified;
    if (row.verification->withinTolerance) return;
    row.state = RowState::wrong;
    row.reason = errorText(row.verification->ofItself);
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
        failed(row, error);
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
