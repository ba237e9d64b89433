// Plans the runs of a ranking, and formats the results as text.
#include "app/demo/work/ranking.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/demo/platform/render_command.h"
#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/advice.h"
#include "benchmarks/verdict/summary.h"
#include "benchmarks/verdict/verdict.h"
#include "renderer/device/device.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {
namespace {

constexpr double kMethodsSeconds = 15;  // including compareTwo()
constexpr double kSweepSeconds = 30;
// Shares of the time in which blocks of frames are measured. Verification, warm-up and slow frames
// take the rest.
constexpr double kShareOfMethods = 0.25;
constexpr double kShareOfSweep = 0.7;
constexpr uint32_t kComparedPasses[] = {1, 3, 5};
constexpr uint32_t kSweptPasses[] = {1, 2, 3, 5, 8};
constexpr const char* kComparison = "two-methods";
constexpr uint32_t kSweptFactors[] = {1, 2, 4, 8};

bool passesSkin(const SkinChoice& choice) {
    return skinningMethod(choice.method).facts.passesSkin;
}

const Verdict* frameVerdict(const Section& section) {
    if (section.rows.empty()) return nullptr;
    const Row& row = section.rows.front();
    return verdictAt(section, Measure::frame, row.instances, row.passes);
}

std::string headlineText(const Verdict* verdict) {
    if (!verdict) return "No method was measured.";
    if (verdict->winner) return headlineOf(*verdict);
    return verdict->hasEnoughBlocks()
               ? "No clear winner: differences are within noise."
               : fmt::format("No ranking: {} of frames measured, {} needed.",
                             counted(verdict->blocks, "block"), verdict->neededBlocks);
}

/// Returns the fastest choice that skins once and the fastest that skins in each pass. Either may
/// be missing.
std::vector<SkinChoice> fastestOfEachKind(const Section& section) {
    std::vector<SkinChoice> fastest;
    const Verdict* verdict = frameVerdict(section);
    if (!verdict) return fastest;
    for (const bool inPasses : {false, true}) {
        const auto found = std::find_if(
            verdict->ranking.begin(), verdict->ranking.end(),
            [&](const RankedChoice& ranked) { return passesSkin(ranked.choice) == inPasses; });
        if (found != verdict->ranking.end()) fastest.push_back(found->choice);
    }
    return fastest;
}

/// Returns the kSwept fastest choices of `all`, or `all` if fewer choices are ranked.
std::vector<SkinChoice> fastestChoices(const Section& section, std::vector<SkinChoice> all) {
    constexpr size_t kSwept = 4;
    const Verdict* verdict = frameVerdict(section);
    if (!verdict || verdict->ranking.size() < kSwept) return all;
    all.clear();
    for (size_t i = 0; i < kSwept; ++i) all.push_back(verdict->ranking[i].choice);
    std::sort(all.begin(), all.end());
    return all;
}

}  // namespace

bool RankingInputs::operator==(const RankingInputs& other) const {
    const auto isSame = [](const MeasuredModel& a, const MeasuredModel& b) {
        return a.model == b.model && a.clip == b.clip && a.animatorName == b.animatorName;
    };
    return std::equal(models.begin(), models.end(), other.models.begin(), other.models.end(),
                      isSame) &&
           skinning == other.skinning && instanceCount == other.instanceCount &&
           passes == other.passes && shadows == other.shadows && samples == other.samples &&
           validated == other.validated && extent.width == other.extent.width &&
           extent.height == other.extent.height && camera == other.camera;
}

VkExtent2D measuredExtent(const RankingInputs& inputs) {
    constexpr double kPixelsOnACpu = 480 * 270;
    const auto [width, height] = inputs.extent;
    const double pixels = double{1} * width * height;
    if (!inputs.isCpu || pixels <= kPixelsOnACpu) return inputs.extent;
    const double scale = std::sqrt(kPixelsOnACpu / pixels);
    return {static_cast<uint32_t>(scale * width), static_cast<uint32_t>(scale * height)};
}

std::vector<SkinChoice> rankedChoices(const SkinSettings& skinning) {
    std::vector<SkinChoice> choices;
    for (const Method method : allMethods()) {
        const SkinChoice choice{method, skinning};
        if (method != kReference) choices.push_back({method, supported(choice)});
    }
    return choices;
}

// ---- The view.

const Row* RankingView::rowOf(Method method) const {
    if (!report) return nullptr;
    for (const Row& row : report->sections.front().rows) {
        if (row.choice.method == method) return &row;
    }
    return nullptr;
}

const Verdict* RankingView::verdict() const {
    return report ? frameVerdict(report->sections.front()) : nullptr;
}

void RankingView::show(Report measured) {
    report = std::make_shared<const Report>(std::move(measured));
    caveats = caveatsFor(*report);
    chart.reset();
    sweepTexts.clear();
    const Section& section = report->sections.front();
    const Verdict* frames = verdict();
    headline = headlineText(frames);
    texts.clear();
    if (frames && frames->hasEnoughBlocks()) texts = adviceFor(section, report->device.type);
    for (const Section& compared : report->sections) {
        if (compared.scenario != kComparison) continue;
        const std::vector<std::string> more = leadersByPoint(compared);
        const size_t before = std::min(leadersByPoint(section).size(), texts.size());
        texts.insert(texts.begin() + static_cast<ptrdiff_t>(before), more.begin(), more.end());
    }
}

void RankingView::showSweep(RankingSweep sweep) {
    const Section& section = report->sections.back();
    const Row& row = section.rows.front();
    const bool ofPasses = sweep == RankingSweep::passes;
    chart = curveChart(section, Measure::frame, ofPasses ? SweepAxis::passes : SweepAxis::instances,
                       ofPasses ? row.instances : row.passes);
    sweepTexts = crossoverTexts(section, Measure::frame);
    const size_t planned = ofPasses ? std::size(kSweptPasses) : std::size(kSweptFactors);
    const size_t points = pointsOf(section).size();
    if (points < planned) {
        sweepTexts.push_back(
            fmt::format("The time was enough for {} of {}.", points, counted(planned, "point")));
    }
}

// ---- The run.

RankingRun::RankingRun(const Device& device, const RankingInputs& inputs, RankingSweep sweep,
                       std::shared_ptr<const Report> before)
    : device_(device), inputs_(inputs), sweep_(sweep) {
    Scenario scenario{.name = "methods",
                      .about = "All methods on the scene of the window.",
                      .subjects = {Subject{}},
                      .choices = rankedChoices(inputs.skinning),
                      .instances = {inputs.instanceCount},
                      .passes = {inputs.passes},
                      .shadows = inputs.shadows};
    if (sweep != RankingSweep::none) {
        report_ = *before;
        scenario.choices = fastestChoices(report_->sections.front(), scenario.choices);
    }
    if (sweep == RankingSweep::passes) {
        scenario.name = "more-passes";
        scenario.about = "The fastest methods on the scene of the window, with more passes.";
        scenario.passes.assign(std::begin(kSweptPasses), std::end(kSweptPasses));
    } else if (sweep == RankingSweep::instances) {
        scenario.name = "more-instances";
        scenario.about =
            "The fastest methods on the scene of the window, with more instances, framed.";
        scenario.instances.clear();
        for (const uint32_t factor : kSweptFactors) {
            if (inputs.instanceCount > kMostInstances / factor) break;
            scenario.instances.push_back(inputs.instanceCount * factor);
        }
        inputs_.camera.clear();  // empty: each crowd is framed
    }
    const size_t points = scenario.instances.size() * scenario.passes.size();
    const double share = sweep == RankingSweep::none
                             ? kShareOfMethods * kMethodsSeconds
                             : kShareOfSweep * kSweepSeconds / static_cast<double>(points);
    start(std::move(scenario), share);
}

/// Starts to measure a scenario. `seconds` is the time limit of each point (instance count and
/// number of passes).
void RankingRun::start(Scenario scenario, double seconds) {
    const VkExtent2D extent = measuredExtent(inputs_);
    // On a CPU, a low frame limit makes blocks of one frame: many short blocks give a ranking
    // sooner than few long ones.
    constexpr uint32_t kFramesOnACpu = 24;
    const Conditions conditions{
        .frames = inputs_.isCpu ? kFramesOnACpu : Conditions{}.frames,
        .seconds = seconds / static_cast<double>(scenario.choices.size()),
        .width = extent.width,
        .height = extent.height,
        .samples = inputs_.samples,
        .validated = inputs_.validated,
        .steps = false,
        .camera = inputs_.camera,
    };
    run_.emplace(device_, planFor(std::move(scenario), conditions,
                                  {.models = inputs_.models, .name = inputs_.name}));
    doing_ = "starting";
}

double RankingRun::secondsLeft() const {
    const double most = sweep_ == RankingSweep::none ? kMethodsSeconds : kSweepSeconds;
    return most - std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
}

double RankingRun::fraction() const {
    const double first = sweep_ == RankingSweep::none ? 0.6 : 1.0;
    return comparesTwo_ ? first + (1 - first) * run_->fractionDone() : first * run_->fractionDone();
}

/// Starts the comparison of two methods with several numbers of passes. Returns false if there are
/// not two such methods, or if the time is too short.
bool RankingRun::compareTwo() {
    const std::vector<SkinChoice> two = fastestOfEachKind(report_->sections.front());
    const double left = secondsLeft();
    constexpr double kFewestSeconds = 1.5;
    if (two.size() < 2 || left < kFewestSeconds) return false;
    comparesTwo_ = true;
    constexpr auto kPoints = static_cast<double>(std::size(kComparedPasses));
    start({.name = kComparison,
           .about = "The fastest method that skins once, and the fastest that skins in each pass.",
           .subjects = {Subject{}},
           .choices = two,
           .instances = {inputs_.instanceCount},
           .passes = {std::begin(kComparedPasses), std::end(kComparedPasses)}},
          0.5 * left / kPoints);
    return true;
}

bool RankingRun::advance() {
    const bool hasMore = secondsLeft() > 0 && run_->advance();
    doing_ = run_->doing();
    if (hasMore) return true;
    addSections(RowEnd::seconds);
    run_.reset();
    return sweep_ == RankingSweep::none && !comparesTwo_ && hasMeasured_ && compareTwo();
}

/// Adds the finished blocks to the report, which keeps the conditions of its first section.
void RankingRun::addSections(RowEnd end) {
    run_->stop(end);
    Report measured = run_->report();
    if (measured.sections.empty()) return;
    hasMeasured_ = true;
    if (!report_) {
        report_ = std::move(measured);
    } else {
        for (Section& section : measured.sections) {
            std::erase_if(report_->sections,
                          [&](const Section& old) { return old.scenario == section.scenario; });
            report_->sections.push_back(std::move(section));
        }
    }
    report_->partial = end == RowEnd::interrupted;
    report_->notes = notesFor(*report_);
}

std::optional<Report> RankingRun::finish(RowEnd end) {
    if (run_) addSections(end);
    run_.reset();
    return hasMeasured_ ? report_ : std::nullopt;
}

std::string benchCommand(const RankingInputs& inputs) {
    std::vector<std::string> choices;
    for (const SkinChoice& choice : rankedChoices(inputs.skinning)) {
        choices.push_back(choiceText(choice));
    }
    const VkExtent2D extent = measuredExtent(inputs);
    std::string command = fmt::format(
        "sinew-cli bench {} --scenario quick --methods {} --instances {} --passes {} "
        "--size {}x{} --samples {}",
        inputs.files, fmt::join(choices, ","), inputs.instanceCount, inputs.passes, extent.width,
        extent.height, inputs.samples);
    const MeasuredModel& first = inputs.models.front();
    if (inputs.models.size() == 1 && !first.animator) {
        command += " --clip " + clipArgument(*first.model, first.clip);
    }
    if (inputs.shadows != Shadows()) command += " --shadows " + shadowsText(inputs.shadows);
    return command + fmt::format(" --camera {:.10g}", fmt::join(inputs.camera, ","));
}

}  // namespace sinew
