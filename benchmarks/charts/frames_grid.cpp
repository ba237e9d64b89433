// Formats times as a grid: one line per point (instances and passes), one column per choice.
#include "benchmarks/charts/frames_grid.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"

namespace sinew {
namespace {

/// Returns the entry of the row's choice in a verdict; null if the choice is not ranked.
const RankedChoice* rankOf(const Row& row, const Verdict* verdict) {
    if (!verdict || verdict->ranking.size() < 2 || !row.note.empty()) return nullptr;
    const auto found =
        std::find_if(verdict->ranking.begin(), verdict->ranking.end(),
                     [&](const RankedChoice& ranked) { return ranked.choice == row.choice; });
    return found == verdict->ranking.end() ? nullptr : &*found;
}

FramesGrid::Cell cellOf(const Row& row, Measure measure, const Verdict* verdict) {
    if (row.state == RowState::wrong) return {.time = "wrong"};
    const std::optional<Timing>& timing = timingOf(row, measure);
    if (!timing) return {.time = "-"};
    const double ms = timing->all.median;
    FramesGrid::Cell cell{.time = fmt::format("{:.{}f}", ms,
                                              ms < 1     ? 3
                                              : ms < 10  ? 2
                                              : ms < 100 ? 1
                                                         : 0)};
    if (!row.note.empty()) cell.time += " *";
    const RankedChoice* ranked = rankOf(row, verdict);
    if (!ranked) return cell;
    cell.leads = verdict->hasEnoughBlocks() && !ranked->slower;
    if (ranked->ratio) {
        cell.ratio = fmt::format("{:.2f} ({:.2f} to {:.2f})", ranked->ratio->ratio,
                                 ranked->ratio->low, ranked->ratio->high);
    }
    return cell;
}

/// A range of integers, formatted as "8" or "8 to 12".
struct Range {
    size_t low = std::numeric_limits<size_t>::max();
    size_t high = 0;

    void include(size_t value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    std::string text() const {
        return low == high ? countText(low) : countText(low) + " to " + countText(high);
    }
};

std::string framesText(std::span<const Row> rows, Measure measure) {
    Range frames, blocks;
    for (const Row& row : rows) {
        const std::optional<Timing>& timing = timingOf(row, measure);
        if (!row.measured() || !timing) continue;
        frames.include(timing->all.count);
        blocks.include(timing->blockMedians.size());
    }
    return frames.high == 0 ? "-" : fmt::format("{} ({})", frames.text(), blocks.text());
}

}  // namespace

std::string pointWords(uint32_t instances, uint32_t passes) {
    return counted(instances, "instance") + ", " + counted(passes, "pass");
}

FramesGrid framesGrid(const Section& section, Measure measure) {
    FramesGrid grid{.choices = choicesOf(section)};
    std::map<std::pair<uint32_t, uint32_t>, const Verdict*> verdicts;
    for (const Verdict& verdict : section.verdicts) {
        if (verdict.measure == measure) verdicts[{verdict.instances, verdict.passes}] = &verdict;
    }
    for (const std::span<const Row> point : pointsOf(section)) {
        FramesGrid::Line& line = grid.lines.emplace_back(FramesGrid::Line{
            .point = pointWords(point.front().instances, point.front().passes),
            .frames = framesText(point, measure),
            .cells = std::vector<FramesGrid::Cell>(grid.choices.size(), {.time = "-"})});
        const auto verdict = verdicts.find({point.front().instances, point.front().passes});
        for (const Row& row : point) {
            const auto column = std::find(grid.choices.begin(), grid.choices.end(), row.choice);
            line.cells[static_cast<size_t>(column - grid.choices.begin())] =
                cellOf(row, measure, verdict == verdicts.end() ? nullptr : verdict->second);
        }
    }
    return grid;
}

}  // namespace sinew
