// Ranks choices by their time ratio to the fastest, divides them into groups, and describes the
// ranking.
#include "benchmarks/verdict/verdict.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"

namespace sinew {
namespace {

struct Entry {
    SkinChoice choice;
    const Timing* timing = nullptr;
    std::optional<Ratio> ratio;  // time / time of the fastest
};

std::optional<Ratio> ratioOf(const Timing& slower, const Timing& faster) {
    return pairedRatio(slower.blockMedians, faster.blockMedians);
}

double ratioValue(const Entry& entry) {
    return entry.ratio ? entry.ratio->ratio : std::numeric_limits<double>::infinity();
}

/// Sorts the fastest entry to the front. It is the one with the smallest median, unless the
/// ratio of paired blocks shows that another is faster.
void sortByRatio(std::vector<Entry>& entries) {
    const auto moveToFront = [&](size_t fastest) {
        std::swap(entries[0], entries[fastest]);
        entries[0].ratio.reset();
        for (Entry& other : std::span(entries).subspan(1)) {
            other.ratio = ratioOf(*other.timing, *entries[0].timing);
        }
        std::stable_sort(entries.begin() + 1, entries.end(), [](const Entry& a, const Entry& b) {
            return ratioValue(a) < ratioValue(b);
        });
    };
    const auto smallest = std::min_element(
        entries.begin(), entries.end(),
        [](const Entry& a, const Entry& b) { return a.timing->all.median < b.timing->all.median; });
    moveToFront(static_cast<size_t>(smallest - entries.begin()));
    if (entries.size() > 1 && ratioValue(entries[1]) < 1) moveToFront(1);
}

const char* unitOf(Measure measure) {
    constexpr const char* kUnits[] = {"a frame", "of GPU time a frame", "of CPU time a frame",
                                      "of GPU skinning a frame"};
    return kUnits[static_cast<size_t>(measure)];
}

}  // namespace

bool isLead(const Ratio& ratio, size_t choices) {
    const auto pairs = static_cast<double>(choices * (choices - 1)) / 2;
    return ratio.byChance * pairs <= kFalseLeads && ratio.ratio >= 1 + kLeastLead;
}

uint32_t neededBlocks(size_t choices) {
    auto blocks = static_cast<uint32_t>(kFewestBlocks);
    while (!isLead({.ratio = 2, .byChance = std::ldexp(2.0, -static_cast<int>(blocks))}, choices)) {
        ++blocks;
    }
    return blocks;
}

Verdict verdictOf(std::span<const Row> rows, Measure measure, double tickMs) {
    std::vector<Entry> entries;
    for (const Row& row : rows) {
        const Timing* timing = isRanked(row.choice, measure) ? timeOf(row, measure) : nullptr;
        if (timing) entries.push_back({row.choice, timing, {}});
    }
    Verdict verdict{.measure = measure};
    if (entries.empty()) return verdict;
    verdict.instances = rows.front().instances;
    verdict.passes = rows.front().passes;
    sortByRatio(entries);
    const auto isSlower = [&](const Entry& entry, const Entry& than) {
        const std::optional<Ratio> ratio =
            &than == &entries[0] ? entry.ratio : ratioOf(*entry.timing, *than.timing);
        if (!ratio || !isLead(*ratio, entries.size())) return false;
        return measure == Measure::cpu || (ratio->ratio - 1) * than.timing->all.median > 2 * tickMs;
    };
    size_t blocks = entries[0].timing->blockMedians.size();
    size_t first = 0;  // index of the current group's fastest entry
    uint32_t group = 1;
    for (size_t i = 0; i < entries.size(); ++i) {
        const Entry& entry = entries[i];
        blocks = std::min(blocks, entry.timing->blockMedians.size());
        const bool slower = i > 0 && isSlower(entry, entries[0]);
        if (slower && (first == 0 || isSlower(entry, entries[first]))) {
            ++group;
            first = i;
        }
        verdict.ranking.push_back({.choice = entry.choice,
                                   .medianMs = entry.timing->all.median,
                                   .ratio = entry.ratio,
                                   .slower = slower,
                                   .group = slower ? group : 1});
    }
    verdict.blocks = static_cast<uint32_t>(blocks);
    verdict.neededBlocks = neededBlocks(entries.size());
    if (entries.size() > 1 && std::all_of(verdict.ranking.begin() + 1, verdict.ranking.end(),
                                          [](const RankedChoice& other) { return other.slower; })) {
        verdict.winner = entries[0].choice;
    }
    verdict.words = words(verdict);
    return verdict;
}

std::vector<Verdict> verdictsOf(const Section& section, double tickMs) {
    std::vector<Verdict> verdicts;
    for (const std::span<const Row> point : pointsOf(section)) {
        for (const Measure measure : kMeasures) {
            Verdict verdict = verdictOf(point, measure, tickMs);
            if (!verdict.ranking.empty()) verdicts.push_back(std::move(verdict));
        }
    }
    return verdicts;
}

const Verdict* verdictAt(const Section& section, Measure measure, uint32_t instances,
                         uint32_t passes) {
    for (const Verdict& verdict : section.verdicts) {
        if (verdict.measure == measure && verdict.instances == instances &&
            verdict.passes == passes) {
            return &verdict;
        }
    }
    return nullptr;
}

std::string words(const Verdict& verdict) {
    const RankedChoice& fastest = verdict.ranking.front();
    const std::string first = fmt::format("{} ({} ms {})", choiceText(fastest.choice),
                                          numberText(fastest.medianMs), unitOf(verdict.measure));
    if (verdict.ranking.size() == 1) return first + " alone is ranked";
    std::string level, slower;
    for (const RankedChoice& other : std::span(verdict.ranking).subspan(1)) {
        std::string& text = other.slower ? slower : level;
        if (!text.empty()) text += ", ";
        text += choiceText(other.choice);
        if (other.ratio) text += ' ' + ratioText(*other.ratio);
    }
    if (!verdict.hasEnoughBlocks()) {
        return fmt::format("no ranking with {}, {} needed: {}, {}",
                           counted(verdict.blocks, "block"), verdict.neededBlocks, first, level);
    }
    std::string text = verdict.winner ? first + " is the fastest"
                                      : fmt::format("equal within noise: {}, {}", first, level);
    if (!slower.empty()) text += "; slower: " + slower;
    return text;
}

std::string ratioText(const Ratio& ratio) {
    return fmt::format("{:.2f}x ({:.2f} to {:.2f})", ratio.ratio, ratio.low, ratio.high);
}

}  // namespace sinew
