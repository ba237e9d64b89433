// Points down, choices across.
#include "benchmarks/frames_grid.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/measure.h"
#include "benchmarks/number_text.h"

namespace sinew {
namespace {

bool won(const Section& section, const Row& row, Measure measure) {
    return std::any_of(
        section.verdicts.begin(), section.verdicts.end(), [&](const Verdict& verdict) {
            return verdict.measure == measure && verdict.winner == row.choice &&
                   verdict.instances == row.instances && verdict.passes == row.passes;
        });
}

FramesGrid::Cell cellOf(const Section& section, const Row& row, Measure measure) {
    if (row.state == RowState::wrong) return {.time = "wrong"};
    const std::optional<Timing>& timing = timingOf(row, measure);
    if (!timing) return {.time = "-"};
    const double ms = timing->all.median;
    return {.time = fmt::format("{:.{}f}", ms,
                                ms < 1     ? 3
                                : ms < 10  ? 2
                                : ms < 100 ? 1
                                           : 0),
            .won = won(section, row, measure)};
}

}  // namespace

std::string pointWords(uint32_t instances, uint32_t passes) {
    return counted(instances, "instance") + ", " + counted(passes, "pass");
}

FramesGrid framesGrid(const Section& section, Measure measure) {
    FramesGrid grid{.choices = choicesOf(section)};
    std::string point;
    for (const Row& row : section.rows) {
        const std::string words = pointWords(row.instances, row.passes);
        if (grid.lines.empty() || words != point) {
            point = words;
            grid.lines.push_back(
                {point, std::vector<FramesGrid::Cell>(grid.choices.size(), {.time = "-"})});
        }
        const auto column = std::find(grid.choices.begin(), grid.choices.end(), row.choice);
        grid.lines.back().cells[static_cast<size_t>(column - grid.choices.begin())] =
            cellOf(section, row, measure);
    }
    return grid;
}

}  // namespace sinew
