// Writes advice in sentences. Adjacent points of a sweep at which the same choices lead share a
// sentence.
#include "benchmarks/verdict/advice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <tuple>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/verdict.h"

namespace sinew {
namespace {

constexpr double kSameMemory = 0.01;  // relative difference that is ignored
// Maximum position error of a choice that counts as exact, relative to the model's size.
constexpr double kExact = 1e-4;
constexpr size_t kMostNames = 3;      // longer lists are replaced by a count
constexpr size_t kMostSentences = 3;  // recommendation not included

/// Sorted, so that lists can be compared.
using Choices = std::vector<SkinChoice>;

/// Consecutive points on the sweep's axis at which the same choices lead.
struct Run {
    Choices leaders;
    std::vector<const Verdict*> points;
    std::string range;  // "from 3 passes on"; empty: only one value
};

std::vector<const Verdict*> rankedPoints(const Section& section) {
    std::vector<const Verdict*> points;
    for (const Verdict& verdict : section.verdicts) {
        if (verdict.measure == Measure::frame && verdict.ranking.size() > 1 &&
            verdict.hasEnoughBlocks()) {
            points.push_back(&verdict);
        }
    }
    return points;
}

Choices leadingChoices(const Verdict& verdict) {
    Choices leaders;
    for (const RankedChoice& ranked : verdict.ranking) {
        if (!ranked.slower) leaders.push_back(ranked.choice);
    }
    std::sort(leaders.begin(), leaders.end());
    return leaders;
}

/// Joins names: "a", "a and b", "a, b and c".
std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == words.size() ? " and " : ", ") + words[i];
    }
    return text;
}

const Row& rowOf(const Section& section, const SkinChoice& choice, const Verdict& at) {
    return *std::find_if(section.rows.begin(), section.rows.end(), [&](const Row& row) {
        return row.choice == choice && row.instances == at.instances && row.passes == at.passes;
    });
}

double memoryPerInstance(const Section& section, const SkinChoice& choice, const Verdict& at) {
    return rowOf(section, choice, at).cost.allocatedPerInstance;
}

std::string rangeText(const std::vector<uint32_t>& measured, uint32_t first, uint32_t last,
                      bool passes) {
    if (measured.size() == 1) return {};
    const char* one = passes ? "pass" : "instance";
    const bool fromStart = first == measured.front();
    const bool toEnd = last == measured.back();
    if (fromStart && toEnd) {
        return fmt::format(" at every number of {} measured", passes ? "passes" : "instances");
    }
    if (first == last) return " at " + counted(first, one);
    if (toEnd) return fmt::format(" from {} on", counted(first, one));
    if (fromStart) return " up to " + counted(last, one);
    return fmt::format(" at {} to {}", countText(first), counted(last, one));
}

class Sweep {
public:
    Sweep(const Section& section, std::vector<const Verdict*> points)
        : section_(section), points_(std::move(points)) {
        byPasses_ = sinew::valuesOf(section.rows, &Row::passes).size() > 1;
    }

    std::vector<std::string> sentences() const {
        // For each value of the fixed axis, the points form a line along the other axis. Lines on
        // which the same choices lead share a sentence.
        std::vector<std::vector<uint32_t>> groups;
        const std::vector<uint32_t> fixedValues = valuesOf(points_, fixedAxis());
        for (const uint32_t fixed : fixedValues) {
            const std::string leaders = leadersText(runsAt(fixed));
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
                return leaders == leadersText(runsAt(group.front()));
            });
            if (same != groups.end()) {
                same->push_back(fixed);
            } else {
                groups.push_back({fixed});
            }
        }
        std::vector<std::string> texts;
        for (const std::vector<uint32_t>& group : groups) {
            texts.push_back(sentence(group, group.size() == fixedValues.size()));
        }
        // Keeps the first and the last sentence, which cover the ends of the sweep.
        if (texts.size() > kMostSentences) texts.erase(texts.begin() + 1, texts.end() - 1);
        return texts;
    }

private:
    static std::vector<uint32_t> valuesOf(std::span<const Verdict* const> points,
                                          uint32_t Verdict::*axis) {
        std::vector<uint32_t> values;
        for (const Verdict* point : points) values.push_back(point->*axis);
        std::sort(values.begin(), values.end());
        values.erase(std::unique(values.begin(), values.end()), values.end());
        return values;
    }

    uint32_t Verdict::*sweptAxis() const {
        return byPasses_ ? &Verdict::passes : &Verdict::instances;
    }
    uint32_t Verdict::*fixedAxis() const {
        return byPasses_ ? &Verdict::instances : &Verdict::passes;
    }

    std::vector<Run> runsAt(uint32_t fixed) const {
        std::vector<const Verdict*> line;
        for (const Verdict* point : points_) {
            if (point->*fixedAxis() == fixed) line.push_back(point);
        }
        std::sort(line.begin(), line.end(), [&](const Verdict* a, const Verdict* b) {
            return a->*sweptAxis() < b->*sweptAxis();
        });
        const std::vector<uint32_t> measured =
            sinew::valuesOf(section_.rows, byPasses_ ? &Row::passes : &Row::instances);
        std::vector<Run> runs;
        for (const Verdict* point : line) {
            Choices leaders = leadingChoices(*point);
            if (runs.empty() || runs.back().leaders != leaders) {
                runs.push_back({.leaders = std::move(leaders)});
            }
            runs.back().points.push_back(point);
            runs.back().range = rangeText(measured, runs.back().points.front()->*sweptAxis(),
                                          point->*sweptAxis(), byPasses_);
        }
        return runs;
    }

    /// Returns the leaders and their ranges as a text, without times, for comparison.
    static std::string leadersText(const std::vector<Run>& runs) {
        std::string text;
        for (const Run& run : runs) {
            for (const SkinChoice& choice : run.leaders) text += choiceText(choice) + ' ';
            text += run.range + ';';
        }
        return text;
    }

    /// Writes the sentence on the lines of points at the values `fixed` of the fixed axis. `all` is
    /// true if `fixed` has every value of that axis.
    std::string sentence(const std::vector<uint32_t>& fixed, bool all) const {
        std::vector<Run> runs;
        for (const uint32_t value : fixed) {
            const std::vector<Run> more = runsAt(value);
            if (runs.empty()) {
                runs = more;
                continue;
            }
            for (size_t i = 0; i < runs.size(); ++i) {
                runs[i].points.insert(runs[i].points.end(), more[i].points.begin(),
                                      more[i].points.end());
            }
        }
        std::string text;
        if (!all || fixed.size() > 1) text = conditionText(fixed, all) + ' ';
        for (size_t i = 0; i < runs.size(); ++i) text += (i == 0 ? "" : "; ") + clause(runs[i]);
        if (text.starts_with("all ")) text[0] = 'A';
        return text + '.';
    }

    std::string conditionText(const std::vector<uint32_t>& fixed, bool all) const {
        const char* one = byPasses_ ? "instance" : "pass";
        if (all) return fmt::format("At every number of {}s measured,", one);
        std::vector<std::string> values;
        for (const uint32_t value : fixed) values.push_back(countText(value));
        values.back() = counted(fixed.back(), one);
        return fmt::format("At {},", joined(values));
    }

    std::string clause(const Run& run) const {
        const Verdict& last = *run.points.back();
        if (run.leaders.size() > 1) {
            std::vector<std::string> names;
            for (const SkinChoice& choice : run.leaders) names.push_back(choiceText(choice));
            const bool all = names.size() == last.ranking.size() && names.size() > kMostNames;
            return fmt::format("{} are equal within noise{}",
                               all ? fmt::format("all {} methods", names.size()) : joined(names),
                               run.range);
        }
        const RankedChoice& second = last.ranking[1];
        return fmt::format("{} is {} faster than {}{}{}", choiceText(run.leaders[0]),
                           ratiosText(run.points, second.choice), choiceText(second.choice),
                           run.range, memoryText(last, second.choice));
    }

    /// Returns the frame time of `second` divided by that of the leader: "1.31x", "1.12x to 1.31x".
    static std::string ratiosText(std::span<const Verdict* const> points,
                                  const SkinChoice& second) {
        double least = 0;
        double most = 0;
        for (const Verdict* point : points) {
            for (const RankedChoice& ranked : point->ranking) {
                if (ranked.choice != second || !ranked.ratio) continue;
                const double ratio = ranked.ratio->ratio;
                least = least == 0 ? ratio : std::min(least, ratio);
                most = std::max(most, ratio);
            }
        }
        const std::string from = fmt::format("{:.2f}x", least);
        const std::string to = fmt::format("{:.2f}x", most);
        return from == to ? from : from + " to " + to;
    }

    std::string memoryText(const Verdict& at, const SkinChoice& second) const {
        const double mine = memoryPerInstance(section_, at.ranking[0].choice, at);
        const double others = memoryPerInstance(section_, second, at);
        if (std::abs(mine - others) <= kSameMemory * std::max(mine, others)) return {};
        return fmt::format(" and needs {} {} memory per instance",
                           meanBytesText(std::abs(mine - others)), mine > others ? "more" : "less");
    }

    const Section& section_;
    std::vector<const Verdict*> points_;
    bool byPasses_ = false;
};

std::string recommendation(const Section& section, std::span<const Verdict* const> points,
                           bool onCpu) {
    struct Candidate {
        int64_t leads = 0;
        double error = 0;   // maximum, relative to the model's size
        double memory = 0;  // bytes per instance at the last point

        auto order() const { return std::tuple(-leads, error > kExact, memory); }
    };
    std::map<SkinChoice, Candidate> candidates;
    for (const Verdict* point : points) {
        for (const SkinChoice& choice : leadingChoices(*point)) {
            const Row& row = rowOf(section, choice, *point);
            Candidate& candidate = candidates[choice];
            ++candidate.leads;
            candidate.memory = row.cost.allocatedPerInstance;
            if (!row.verification) continue;
            candidate.error = std::max(candidate.error, row.verification->ofTruth.position);
        }
    }
    const auto& [choice, best] = *std::min_element(
        candidates.begin(), candidates.end(),
        [](const auto& a, const auto& b) { return a.second.order() < b.second.order(); });
    const std::string where =
        pointsOf(section).size() == 1
            ? ""
            : fmt::format(" at {} of {}", best.leads, counted(points.size(), "ranked point"));
    std::string text = fmt::format(
        "Recommended{}: {}. It is the fastest or equal within noise{}, and needs {} of memory "
        "per instance.",
        onCpu ? " on this software renderer" : "", choiceText(choice), where,
        meanBytesText(best.memory));
    for (const auto& [other, candidate] : candidates) {
        if (candidate.leads < best.leads || candidate.memory >= best.memory) continue;
        text += fmt::format(" {} needs less memory, but its max error is {:.1e}.",
                            choiceText(other), candidate.error);
    }
    return text;
}

}  // namespace

std::vector<std::string> leadersByPoint(const Section& section) {
    const std::vector<const Verdict*> points = rankedPoints(section);
    return points.empty() ? std::vector<std::string>() : Sweep(section, points).sentences();
}

std::vector<std::string> adviceFor(const Section& section, DeviceType device) {
    const std::vector<const Verdict*> points = rankedPoints(section);
    if (points.empty()) {
        return {"No ranking: fewer than two methods were measured with enough blocks of frames."};
    }
    const bool onCpu = device == DeviceType::cpu;
    std::vector<std::string> advice = leadersByPoint(section);
    advice.push_back(recommendation(section, points, onCpu));
    if (onCpu) advice.emplace_back("Measure on a GPU before you decide.");
    return advice;
}

std::string headlineOf(const Verdict& verdict) {
    if (verdict.ranking.empty()) return {};
    const std::string first = choiceText(verdict.ranking[0].choice);
    if (verdict.ranking.size() == 1) return "only " + first + " is ranked";
    if (!verdict.hasEnoughBlocks()) {
        return fmt::format("no ranking: {} measured, {} needed", counted(verdict.blocks, "block"),
                           verdict.neededBlocks);
    }
    if (!verdict.winner) return "no clear winner";
    return fmt::format("{} is the fastest, {} before {}", first,
                       ratioText(*verdict.ranking[1].ratio), choiceText(verdict.ranking[1].choice));
}

}  // namespace sinew
