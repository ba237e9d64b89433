// Returns the times of rows by measure and part, and tests differences for significance.
#include "benchmarks/run/measure.h"

#include <algorithm>
#include <set>

#include "benchmarks/verdict/verdict.h"

namespace sinew {
namespace {

/// Splits a list into spans. areOfOne() is true for the first element of a span and each other
/// element of this span.
template <typename T, typename AreOfOne>
std::vector<std::span<const T>> runsOf(std::span<const T> rest, const AreOfOne& areOfOne) {
    std::vector<std::span<const T>> runs;
    while (!rest.empty()) {
        const auto end = std::find_if(rest.begin(), rest.end(),
                                      [&](const T& each) { return !areOfOne(rest.front(), each); });
        runs.push_back(rest.first(static_cast<size_t>(end - rest.begin())));
        rest = rest.subspan(runs.back().size());
    }
    return runs;
}

}  // namespace

const std::optional<Timing>& timingOf(const Row& row, Measure measure) {
    if (measure == Measure::skin) return row.steps[indexOf(Step::skin)].gpu;
    constexpr std::optional<Timing> Row::*kTimings[] = {&Row::frame, &Row::gpuTotal,
                                                        &Row::cpuTotal};
    return row.*kTimings[static_cast<size_t>(measure)];
}

const char* nameOf(const Part& part) {
    constexpr const char* kOthers[] = {"upload", "record", "submit", "other"};
    return part.index < kStepCount ? kStepNames[part.index] : kOthers[part.index - kStepCount];
}

std::string wordsOf(const Part& part) {
    return (part.side == Measure::gpu ? "GPU " : "CPU ") + std::string(nameOf(part));
}

const std::optional<Timing>& timingOf(const Row& row, const Part& part) {
    static const std::optional<Timing> kNone;
    constexpr std::optional<Timing> Row::*kOthers[] = {&Row::cpuUpload, &Row::cpuRecord,
                                                       &Row::cpuSubmit, &Row::cpuOther};
    const bool gpu = part.side == Measure::gpu;
    if (part.index >= kStepCount) return gpu ? kNone : row.*kOthers[part.index - kStepCount];
    return gpu ? row.steps[part.index].gpu : row.steps[part.index].cpu;
}

std::vector<Part> allParts() {
    std::vector<Part> parts;
    for (const Measure side : {Measure::gpu, Measure::cpu}) {
        for (uint32_t i = 0; i < kPartsOfASide; ++i) parts.push_back({side, i});
    }
    return parts;
}

const Timing* timeOf(const Row& row, Measure measure) {
    const std::optional<Timing>& timing = timingOf(row, measure);
    if (!row.measured() || !row.note.empty() || !timing) return nullptr;
    if (row.instances == 0 || row.passes == 0) return nullptr;
    return timing->all.median > 0 ? &*timing : nullptr;
}

bool isRanked(const SkinChoice& choice, Measure measure) {
    return !skinsOnCpu(choice.method) || measure == Measure::frame || measure == Measure::cpu;
}

double relativeSpread(const Timing& timing) {
    const std::optional<Summary> blocks = summarize(timing.blockMedians);
    const Summary& from = blocks && blocks->count >= 3 ? *blocks : timing.all;
    return from.median > 0 ? deviationFromMad(from.mad) / from.median : 0.0;
}

bool leads(const Timing& first, const Timing& second, size_t choices) {
    const std::optional<Ratio> ratio = pairedRatio(second.blockMedians, first.blockMedians);
    return ratio && isLead(*ratio, choices);
}

std::vector<std::span<const Row>> pointsOf(const Section& section) {
    return runsOf<Row>(section.rows, [](const Row& a, const Row& b) {
        return a.instances == b.instances && a.passes == b.passes;
    });
}

std::vector<std::span<const KernelRow>> kernelsBySize(const Section& section) {
    return runsOf<KernelRow>(section.kernels, [](const KernelRow& a, const KernelRow& b) {
        return a.instances == b.instances;
    });
}

std::vector<SkinChoice> choicesOf(const Section& section) {
    std::vector<SkinChoice> choices;
    for (const Row& row : section.rows) {
        if (std::find(choices.begin(), choices.end(), row.choice) == choices.end()) {
            choices.push_back(row.choice);
        }
    }
    return choices;
}

std::vector<uint32_t> valuesOf(std::span<const Row> rows, uint32_t Row::*axis) {
    std::set<uint32_t> values;
    for (const Row& row : rows) values.insert(row.*axis);
    return {values.begin(), values.end()};
}

}  // namespace sinew
