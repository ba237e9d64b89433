// Counting winners and joining crossovers.
#include "benchmarks/summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "benchmarks/measure.h"
#include "benchmarks/number_text.h"

namespace sinew {

std::string leadersText(const Section& section, Measure measure) {
    std::vector<std::pair<SkinChoice, size_t>> winners;
    size_t points = 0;
    size_t close = 0;
    for (const Verdict& verdict : section.verdicts) {
        if (verdict.measure != measure) continue;
        ++points;
        if (!verdict.winner) {
            ++close;
            continue;
        }
        const auto found = std::find_if(winners.begin(), winners.end(), [&](const auto& winner) {
            return winner.first == *verdict.winner;
        });
        if (found == winners.end()) {
            winners.emplace_back(*verdict.winner, 1);
        } else {
            ++found->second;
        }
    }
    if (points == 0) return "Nothing was compared.";
    std::stable_sort(winners.begin(), winners.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    const char* what = measure == Measure::gpu ? "the shortest GPU time" : "the shortest frame";
    if (winners.empty()) {
        return points == 1
                   ? fmt::format("No method has {}: the differences are within the noise.", what)
                   : fmt::format(
                         "No method has {} at any of {} points: the differences are within the "
                         "noise.",
                         what, points);
    }
    std::string text;
    for (const auto& [choice, count] : winners) {
        text += text.empty()
                    ? fmt::format("{} has {} at {}", choiceText(choice), what,
                                  count == points && points > 1
                                      ? fmt::format("all {} points", points)
                                      : fmt::format("{} of {}", count, counted(points, "point")))
                    : fmt::format(", {} at {}", choiceText(choice), count);
    }
    if (close > 0) text += fmt::format("; {} within the noise", close);
    return text + ".";
}

std::vector<std::string> crossoverTexts(const Section& section, Measure measure) {
    std::vector<std::string> texts;
    std::map<std::tuple<Crossover::Axis, SkinChoice, SkinChoice>, size_t> places;
    for (const Crossover& crossover : section.crossovers) {
        if (crossover.measure != measure) continue;
        const bool instances = crossover.axis == Crossover::Axis::instances;
        const auto first = static_cast<uint64_t>(
            std::clamp<double>(std::ceil(crossover.at), crossover.from + 1.0, crossover.to));
        const std::string with = counted(crossover.fixed, instances ? "pass" : "instance");
        const auto [place, isNew] =
            places.try_emplace({crossover.axis, crossover.below, crossover.above}, texts.size());
        if (isNew) {
            texts.push_back(fmt::format("{} overtakes {} at {} ({})", choiceText(crossover.above),
                                        choiceText(crossover.below),
                                        counted(first, instances ? "instance" : "pass"), with));
        } else {
            texts[place->second] += fmt::format(", {} ({})", countText(first), with);
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

/// The crowd sizes at which both were measured, ascending: at which poses of the GPU win, and not.
struct Wins {
    std::vector<uint32_t> won;
    std::vector<uint32_t> others;

    std::string text() const {
        if (won.size() + others.size() == 1) {
            return fmt::format("{} with {}", others.empty() ? "win" : "do not win",
                               counted(others.empty() ? won[0] : others[0], "instance"));
        }
        if (won.empty()) {
            return fmt::format("do not win up to {}", counted(others.back(), "instance"));
        }
        if (others.empty() || others.back() < won.front()) {
            return fmt::format("win from {} on", counted(won.front(), "instance"));
        }
        return fmt::format("win with {} and not with {} instances", countsText(won),
                           countsText(others));
    }

    static std::string countsText(const std::vector<uint32_t>& counts) {
        std::string text;
        for (const uint32_t count : counts) text += (text.empty() ? "" : ", ") + countText(count);
        return text;
    }
};

}  // namespace

std::vector<std::string> posedOnGpuTexts(const Section& section, Measure measure) {
    // By choice and passes, then by instances. Goes over the rows once: a file may have thousands.
    std::map<std::pair<SkinChoice, uint32_t>, std::map<uint32_t, const Timing*>> lines;
    for (const Row& row : section.rows) {
        const Timing* time = isRanked(row.choice, measure) ? timeOf(row, measure) : nullptr;
        if (time) lines[{row.choice, row.passes}][row.instances] = time;
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
            (leads(*time, *beside->second) ? wins.won : wins.others).push_back(instances);
        }
        if (wins.won.empty() && wins.others.empty()) continue;
        texts.push_back(fmt::format("{}: poses on the GPU {} ({}).", choiceText(choice),
                                    wins.text(), counted(passes, "pass")));
    }
    return texts;
}

std::vector<Exception> exceptionsOf(const Section& section) {
    std::vector<Exception> exceptions;
    std::map<std::string, std::pair<size_t, uint32_t>> places;  // and how many rows
    const auto add = [&](std::string text, RowState state) {
        const auto [place, isNew] = places.try_emplace(text, exceptions.size(), 0u);
        ++place->second.second;
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
        if (!kernel.isCopy() && kernel.ofCopy > 1) {
            add(fmt::format(
                    "Kernel {} is faster than the copy of as many bytes: the copy kernel is "
                    "no ceiling here, and shares of it mean nothing",
                    kernel.name),
                kernel.state);
        }
    }
    for (const auto& [text, place] : places) {
        const auto [index, count] = place;
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
