// Counts the points where choices win, joins crossovers, and describes rows.
#include "benchmarks/verdict/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"

namespace sinew {

namespace {

/// The number of points at which a choice is the fastest, the number at which it is slower, and the
/// range of the slower ratios.
struct Standing {
    SkinChoice choice;
    size_t wins = 0;
    size_t losses = 0;
    double least = 0;
    double most = 0;
};

std::vector<Standing> standingsOf(std::span<const Verdict* const> verdicts) {
    std::vector<Standing> standings;
    const auto of = [&](const SkinChoice& choice) -> Standing& {
        for (Standing& standing : standings) {
            if (standing.choice == choice) return standing;
        }
        return standings.emplace_back(Standing{.choice = choice});
    };
    for (const Verdict* verdict : verdicts) {
        if (verdict->winner) ++of(*verdict->winner).wins;
        for (const RankedChoice& ranked : verdict->ranking) {
            if (!ranked.slower || !ranked.ratio) continue;
            Standing& standing = of(ranked.choice);
            const double ratio = ranked.ratio->ratio;
            standing.least = standing.losses == 0 ? ratio : std::min(standing.least, ratio);
            standing.most = std::max(standing.most, ratio);
            ++standing.losses;
        }
    }
    return standings;
}

std::string ratiosText(const Standing& standing) {
    return standing.losses == 1 ? fmt::format("{:.2f}x", standing.most)
                                : fmt::format("{:.2f}x to {:.2f}x", standing.least, standing.most);
}

}  // namespace

std::string leadersText(const Section& section, Measure measure) {
    std::vector<const Verdict*> verdicts;
    for (const Verdict& verdict : section.verdicts) {
        if (verdict.measure == measure && verdict.ranking.size() > 1) verdicts.push_back(&verdict);
    }
    if (verdicts.empty()) return "Fewer than two methods were ranked.";
    std::vector<Standing> standings = standingsOf(verdicts);
    constexpr const char* kWhat[] = {"the shortest frame time", "the shortest GPU time",
                                     "the shortest CPU time", "the shortest GPU skinning"};
    const char* what = kWhat[static_cast<size_t>(measure)];
    std::string winners;
    size_t undecided = verdicts.size();
    std::stable_sort(standings.begin(), standings.end(),
                     [](const Standing& a, const Standing& b) { return a.wins > b.wins; });
    for (const Standing& standing : standings) {
        if (standing.wins == 0) continue;
        undecided -= standing.wins;
        winners += winners.empty()
                       ? fmt::format("{} has {} at {} of {}", choiceText(standing.choice), what,
                                     standing.wins, counted(verdicts.size(), "point"))
                       : fmt::format(", {} at {}", choiceText(standing.choice), standing.wins);
    }
    std::string text =
        winners.empty()
            ? fmt::format("No single choice has {} at {}", what,
                          verdicts.size() == 1 ? "the point"
                                               : fmt::format("any of {} points", verdicts.size()))
            : winners;
    if (!winners.empty() && undecided > 0)
        text += fmt::format("; no single choice at {}", undecided);
    text += '.';
    std::stable_sort(standings.begin(), standings.end(),
                     [](const Standing& a, const Standing& b) { return a.losses > b.losses; });
    std::string slower;
    for (const Standing& standing : standings) {
        if (standing.losses == 0) continue;
        slower += fmt::format("{}{} at {} ({})", slower.empty() ? "" : ", ",
                              choiceText(standing.choice), standing.losses, ratiosText(standing));
    }
    return slower.empty() ? text : text + " Slower than the fastest: " + slower + '.';
}

std::string blocksText(const Row& row) {
    std::string text = row.frame ? countText(row.frame->blockMedians.size()) : "0";
    if (row.end) text += fmt::format(", {}", nameOf(*row.end));
    if (row.disturbedBlocks > 0) text += fmt::format(" ({} disturbed)", row.disturbedBlocks);
    if (row.leftOutBlocks > 0) text += fmt::format(", {} left out", row.leftOutBlocks);
    return text;
}

std::vector<std::string> crossoverTexts(const Section& section, Measure measure) {
    std::vector<std::string> texts;
    std::map<std::tuple<Crossover::Axis, SkinChoice, SkinChoice>, size_t> indices;
    for (const Crossover& crossover : section.crossovers) {
        if (crossover.measure != measure) continue;
        const bool instances = crossover.axis == Crossover::Axis::instances;
        const auto first = static_cast<uint64_t>(
            std::clamp<double>(std::ceil(crossover.at), crossover.from + 1.0, crossover.to));
        const std::string with = counted(crossover.fixed, instances ? "pass" : "instance");
        const auto [found, isNew] =
            indices.try_emplace({crossover.axis, crossover.below, crossover.above}, texts.size());
        if (isNew) {
            texts.push_back(fmt::format("{} overtakes {} at {} ({})", choiceText(crossover.above),
                                        choiceText(crossover.below),
                                        counted(first, instances ? "instance" : "pass"), with));
        } else {
            texts[found->second] += fmt::format(", {} ({})", countText(first), with);
        }
    }
    for (std::string& text : texts) text += '.';
    return texts;
}

std::string untimedText(RowState state, const std::string& reason) {
    return fmt::format("{}: {}",
                       state == RowState::wrong ? "is wrong and was not timed" : "was not measured",
                       reason);
}

namespace {

/// The crowd sizes, ascending, at which GPU posing is significantly faster (won), slower (lost), or
/// neither.
struct Wins {
    std::vector<uint32_t> won, lost, level;

    std::string text() const {
        std::string text;
        const auto add = [&](const char* what, const std::vector<uint32_t>& counts) {
            if (counts.empty()) return;
            text += fmt::format("{}{} with {}", text.empty() ? "" : ", ", what,
                                counts.size() == 1 ? counted(counts[0], "instance")
                                                   : countsText(counts) + " instances");
        };
        add("win", won);
        add("lose", lost);
        add("equal poses on the CPU within noise", level);
        return text;
    }
};

}  // namespace

std::vector<std::string> posedOnGpuTexts(const Section& section, Measure measure) {
    // Times by choice and number of passes, then by instances. One loop collects them, because a
    // section may have thousands of rows.
    std::map<std::pair<SkinChoice, uint32_t>, std::map<uint32_t, const Timing*>> lines;
    std::map<std::pair<uint32_t, uint32_t>, size_t> choices;
    for (const Row& row : section.rows) {
        const Timing* time = isRanked(row.choice, measure) ? timeOf(row, measure) : nullptr;
        if (!time) continue;
        lines[{row.choice, row.passes}][row.instances] = time;
        ++choices[{row.instances, row.passes}];
    }
    std::vector<std::string> texts;
    for (const auto& [line, onGpu] : lines) {
        const auto& [choice, passes] = line;
        if (choice.settings.poses != PosedBy::gpu) continue;
        SkinChoice other = choice;
        other.settings.poses = PosedBy::cpu;
        other.settings.keys = KeyFormat::fp32;
        const auto onCpu = lines.find({other, passes});
        if (onCpu == lines.end()) continue;
        Wins wins;
        for (const auto& [instances, time] : onGpu) {
            const auto beside = onCpu->second.find(instances);
            if (beside == onCpu->second.end()) continue;
            const size_t ranked = choices[{instances, passes}];
            (leads(*time, *beside->second, ranked)   ? wins.won
             : leads(*beside->second, *time, ranked) ? wins.lost
                                                     : wins.level)
                .push_back(instances);
        }
        if (wins.text().empty()) continue;
        texts.push_back(fmt::format("{}: poses on the GPU {} ({}).", choiceText(choice),
                                    wins.text(), counted(passes, "pass")));
    }
    return texts;
}

std::vector<Exception> exceptionsOf(const Section& section) {
    std::vector<Exception> exceptions;
    // For each text: its index in `exceptions`, and its number of rows.
    std::map<std::string, std::pair<size_t, uint32_t>> indices;
    const auto add = [&](std::string text, RowState state) {
        const auto [found, isNew] = indices.try_emplace(text, exceptions.size(), 0u);
        ++found->second.second;
        if (isNew) exceptions.push_back({std::move(text), state});
    };
    const auto notMeasured = [&](const std::string& name, const auto& row) {
        add(name + ' ' + untimedText(row.state, row.reason), row.state);
    };
    for (const Row& row : section.rows) {
        if (!row.measured()) {
            notMeasured(choiceText(row.choice), row);
        } else if (!row.note.empty()) {
            add(fmt::format("{} *: {}; not ranked", choiceText(row.choice), row.note), row.state);
        }
    }
    for (const KernelRow& kernel : section.kernels) {
        if (!kernel.measured()) notMeasured("Kernel " + kernel.name, kernel);
    }
    for (const auto& [text, found] : indices) {
        const auto [index, count] = found;
        if (count > 1) exceptions[index].text += fmt::format(" ({})", counted(count, "row"));
    }
    return exceptions;
}

std::string factsText(const ModelFacts& model) {
    std::string text =
        fmt::format("{}, {}, {}, up to {}", counted(model.vertices, "vertex"),
                    counted(model.triangles, "triangle"), counted(model.joints, "joint"),
                    counted(model.mostInfluences, "influence"));
    if (model.models > 1) text = fmt::format("{} models, together {}", model.models, text);
    if (model.paletteEntries != model.joints) {
        text += fmt::format(", {} palette entries", countText(model.paletteEntries));
    }
    if (!model.animator.empty()) text += ", each by " + model.animator;
    if (!model.clip.empty()) {
        text += ", clip " + model.clip;
    } else if (model.animator.empty()) {
        text += ", rest pose";
    }
    if (model.generated) text += ", generated to these counts";
    if (model.importMs) text += fmt::format(", imported in {} ms", numberText(*model.importMs));
    return text;
}

}  // namespace sinew
