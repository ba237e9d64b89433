// Which time is shorter, beyond the noise.
#include "benchmarks/measure.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace sinew {
namespace {

constexpr size_t kFewestBlocks = 5;
constexpr double kLeastLead = 0.01;

}  // namespace

const std::optional<Timing>& timingOf(const Row& row, Measure measure) {
    constexpr std::optional<Timing> Row::*kTimings[] = {&Row::frame, &Row::gpuTotal,
                                                        &Row::cpuTotal};
    return row.*kTimings[static_cast<size_t>(measure)];
}

const char* nameOf(const Part& part) {
    constexpr const char* kOthers[] = {"upload", "record", "submit"};
    return part.index < kStepCount ? kStepNames[part.index] : kOthers[part.index - kStepCount];
}

std::string wordsOf(const Part& part) {
    return (part.side == Measure::gpu ? "GPU " : "CPU ") + std::string(nameOf(part));
}

const std::optional<Timing>& timingOf(const Row& row, const Part& part) {
    static const std::optional<Timing> kNone;
    constexpr std::optional<Timing> Row::*kOthers[] = {&Row::cpuUpload, &Row::cpuRecord,
                                                       &Row::cpuSubmit};
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
    if (row.instances == 0 || row.passes == 0) return nullptr;  // no frame of anything
    return timing->all.median > 0 ? &*timing : nullptr;
}

bool isRanked(const SkinChoice& choice, Measure measure) {
    return !skinsOnCpu(choice.method) || measure != Measure::gpu;
}

double relativeSpread(const Timing& timing) {
    const std::optional<Summary> blocks = summarize(timing.blockMedians);
    const Summary& from = blocks && blocks->count >= 3 ? *blocks : timing.all;
    return from.median > 0 ? deviationFromMad(from.mad) / from.median : 0.0;
}

bool leads(const Timing& first, const Timing& second) {
    const size_t blocks = std::min(first.blockMedians.size(), second.blockMedians.size());
    if (blocks < kFewestBlocks) return false;
    std::vector<double> ratios;  // logarithms
    for (size_t i = 0; i < blocks; ++i) {
        if (first.blockMedians[i] <= 0 || second.blockMedians[i] <= 0) return false;
        ratios.push_back(std::log(second.blockMedians[i] / first.blockMedians[i]));
        if (ratios.back() <= 0) return false;
    }
    const Summary lead = *summarize(ratios);
    return lead.median > std::max(kLeastLead, deviationFromMad(lead.mad));
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
