// Comparison of rows that were measured in turns.
#include "benchmarks/verdict_two.h"

#include <fmt/format.h>

#include <algorithm>

namespace sinew {
namespace {

constexpr uint32_t kFewestBlocks = 5;

struct Measure {
    const char* name;
    const char* words;
    std::optional<Summary> BenchmarkRow::*summary;
    std::vector<double> BenchmarkRow::*perFrame;
};
constexpr Measure kMeasures[] = {
    {"frame", "a frame", &BenchmarkRow::frame, &BenchmarkRow::frameMs},
    {"gpu", "of GPU time a frame", &BenchmarkRow::gpuTotal, &BenchmarkRow::gpuMs},
};

std::string nameOf(const BenchmarkRow& row) {
    return choiceText(row.choice);
}

struct Difference {
    double medianMs = 0;
    double noiseMs = 0;  // standard deviation of slower - faster, frame by frame
    bool beyondNoise = false;
    bool inEveryBlock = false;
};

Difference differenceOf(const BenchmarkRun& run, const std::vector<double>& faster,
                        const std::vector<double>& slower) {
    std::vector<double> differences;
    for (size_t i = 0; i < std::min(faster.size(), slower.size()); ++i) {
        differences.push_back(slower[i] - faster[i]);
    }
    const Summary all = *summarize(differences);
    Difference difference{.medianMs = all.median,
                          .noiseMs = deviationFromMad(all.mad),
                          .beyondNoise = all.median > deviationFromMad(all.mad),
                          .inEveryBlock = run.blocks >= kFewestBlocks};
    for (uint32_t block = 0; block < run.blocks; ++block) {
        const auto from = differences.begin() + blockStart(run, block);
        const auto to = differences.begin() + blockStart(run, block + 1);
        if (summarize({from, to})->median <= 0) difference.inEveryBlock = false;
    }
    return difference;
}

/// `rows` are of one crowd size and number of cascades.
Verdict compare(const BenchmarkRun& run, std::vector<const BenchmarkRow*> rows,
                const Measure& measure) {
    Verdict verdict{.instances = rows.front()->instances,
                    .cascades = rows.front()->cascades,
                    .measure = measure.name};
    std::erase_if(rows, [&](const BenchmarkRow* row) { return !(row->*measure.summary); });
    if (rows.empty()) {
        verdict.words = "nothing was measured";
        return verdict;
    }
    std::sort(rows.begin(), rows.end(), [&](const BenchmarkRow* a, const BenchmarkRow* b) {
        return (a->*measure.summary)->median < (b->*measure.summary)->median;
    });
    const BenchmarkRow& first = *rows[0];
    const Summary& best = *(first.*measure.summary);
    if (rows.size() == 1) {
        verdict.words = fmt::format("{} alone was measured: {:.3f} ms {}", nameOf(first),
                                    best.median, measure.words);
        return verdict;
    }
    const BenchmarkRow& second = *rows[1];
    const Summary& next = *(second.*measure.summary);
    const Difference difference =
        differenceOf(run, first.*measure.perFrame, second.*measure.perFrame);
    if (difference.beyondNoise && difference.inEveryBlock) {
        verdict.winner = first.choice;
        verdict.words = fmt::format(
            "{} wins: {:.3f} ms {}; {} takes {:.3f} ms longer, {:.2f} times as long (noise {:.3f} "
            "ms)",
            nameOf(first), best.median, measure.words, nameOf(second), difference.medianMs,
            next.median / best.median, difference.noiseMs);
        return verdict;
    }
    verdict.words = fmt::format(
        "no winner: {} ({:.3f} ms {}) and {} ({:.3f} ms) {}", nameOf(first), best.median,
        measure.words, nameOf(second), next.median,
        !difference.beyondNoise
            ? fmt::format("differ by no more than the noise ({:.3f} ms)", difference.noiseMs)
        : run.blocks < kFewestBlocks ? "differ, but too few frames were measured to tell"
                                     : "changed places in the course of the measurement");
    return verdict;
}

}  // namespace

std::vector<Verdict> judge(const BenchmarkRun& run) {
    std::vector<Verdict> verdicts;
    const size_t together = run.options.choices.size();
    for (size_t start = 0; start < run.rows.size(); start += together) {
        std::vector<const BenchmarkRow*> rows;
        for (size_t i = 0; i < together; ++i) rows.push_back(&run.rows[start + i]);
        for (const Measure& measure : kMeasures) verdicts.push_back(compare(run, rows, measure));
    }
    return verdicts;
}

}  // namespace sinew
