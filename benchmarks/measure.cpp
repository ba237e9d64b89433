// Which time is shorter, beyond the noise.
#include "benchmarks/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

namespace sinew {
namespace {

constexpr size_t kFewestBlocks = 5;
constexpr double kLeastLead = 0.01;

}  // namespace

const Measure& measureOf(std::string_view name) {
    for (const Measure& measure : kMeasures) {
        if (measure.name == name) return measure;
    }
    throw std::out_of_range(fmt::format("no measure is called '{}'", name));
}

const Timing* timeOf(const Row& row, const Measure& measure) {
    const std::optional<Timing>& timing = row.*measure.timing;
    if (!row.measured() || row.wrong || !row.note.empty() || !timing) return nullptr;
    if (row.instances == 0 || row.passes == 0) return nullptr;  // no frame of anything
    return timing->all.median > 0 ? &*timing : nullptr;
}

bool isRanked(const SkinChoice& choice, const Measure& measure) {
    return !skinsOnCpu(choice.method) || measure.timing != &Row::gpuTotal;
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
