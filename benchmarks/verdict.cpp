// Comparison of choices that were measured in turns.
#include "benchmarks/verdict.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

constexpr uint32_t kFewestBlocks = 5;

std::vector<double> joined(const Blocks& blocks) {
    std::vector<double> all;
    for (const auto& block : blocks) all.insert(all.end(), block.begin(), block.end());
    return all;
}

struct Difference {
    double medianMs = 0;
    double noiseMs = 0;  // standard deviation of slower - faster, frame by frame
    bool beyondNoise = false;
    bool inEveryBlock = true;
    uint32_t blocks = 0;
};

Difference differenceOf(const Blocks& faster, const Blocks& slower) {
    Difference difference;
    std::vector<double> all;
    for (size_t b = 0; b < std::min(faster.size(), slower.size()); ++b) {
        std::vector<double> block;
        for (size_t i = 0; i < std::min(faster[b].size(), slower[b].size()); ++i) {
            block.push_back(slower[b][i] - faster[b][i]);
        }
        all.insert(all.end(), block.begin(), block.end());
        const std::optional<Summary> summary = summarize(std::move(block));
        if (!summary) continue;
        ++difference.blocks;
        if (summary->median <= 0) difference.inEveryBlock = false;
    }
    if (const std::optional<Summary> summary = summarize(std::move(all))) {
        difference.medianMs = summary->median;
        difference.noiseMs = deviationFromMad(summary->mad);
        difference.beyondNoise = difference.medianMs > difference.noiseMs;
    }
    return difference;
}

}  // namespace

std::optional<Timing> timingOf(const Blocks& blocks) {
    const std::optional<Summary> all = summarize(joined(blocks));
    if (!all) return std::nullopt;
    Timing timing{.all = *all};
    for (const auto& block : blocks) {
        if (const auto summary = summarize(block)) timing.blockMedians.push_back(summary->median);
    }
    return timing;
}

Verdict judge(uint32_t instances, uint32_t passes, Measure measure,
              std::vector<Contender> contenders) {
    struct Entry {
        Contender contender;
        double medianMs;
    };
    std::vector<Entry> entries;
    for (const Contender& contender : contenders) {
        if (const auto all = summarize(joined(*contender.ms))) {
            entries.push_back({contender, all->median});
        }
    }
    std::sort(entries.begin(), entries.end(),
              [](const Entry& a, const Entry& b) { return a.medianMs < b.medianMs; });
    Verdict verdict{.instances = instances, .passes = passes, .measure = measure};
    if (entries.empty()) {
        verdict.words = "nothing was measured";
        return verdict;
    }
    const char* words = measure == Measure::gpu ? "of GPU time a frame" : "a frame";
    const std::string first = choiceText(entries[0].contender.choice);
    if (entries.size() == 1) {
        verdict.words =
            fmt::format("{} alone was measured: {:.3f} ms {}", first, entries[0].medianMs, words);
        return verdict;
    }
    const std::string second = choiceText(entries[1].contender.choice);
    const Difference difference = differenceOf(*entries[0].contender.ms, *entries[1].contender.ms);
    const bool enough = difference.blocks >= kFewestBlocks;
    if (difference.beyondNoise && difference.inEveryBlock && enough) {
        verdict.winner = entries[0].contender.choice;
        verdict.words = fmt::format(
            "{} wins: {:.3f} ms {}; {} takes {:.3f} ms longer, {:.2f} times as long (noise {:.3f} "
            "ms)",
            first, entries[0].medianMs, words, second, difference.medianMs,
            entries[1].medianMs / entries[0].medianMs, difference.noiseMs);
        return verdict;
    }
    verdict.words = fmt::format(
        "no winner: {} ({:.3f} ms {}) and {} ({:.3f} ms) {}", first, entries[0].medianMs, words,
        second, entries[1].medianMs,
        !difference.beyondNoise
            ? fmt::format("differ by no more than the noise ({:.3f} ms)", difference.noiseMs)
        : !enough ? "differ, but too few frames were measured for a verdict"
                  : "were each faster for a part of the measurement");
    return verdict;
}

}  // namespace sinew
