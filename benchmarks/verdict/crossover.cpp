// Finds the crossovers on each line of points in a sweep.
#include "benchmarks/verdict/crossover.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/cost_model.h"
#include "benchmarks/verdict/verdict.h"

namespace sinew {
namespace {

struct Timed {
    const SkinChoice* choice;
    const Timing* time;
};
struct Point {
    uint32_t x = 1;
    std::vector<Timed> entries;

    const Timing* of(const SkinChoice& choice) const {
        for (const Timed& entry : entries) {
            if (*entry.choice == choice) return entry.time;
        }
        return nullptr;
    }
};

bool leadsAt(const Point& point, const SkinChoice& first, const SkinChoice& second) {
    const Timing* a = point.of(first);
    const Timing* b = point.of(second);
    return a && b && leads(*a, *b, point.entries.size());
}

/// Groups a section's points by the value of `across`, sorted by `along`, in one loop over the
/// rows, which may be thousands.
std::map<uint32_t, std::vector<Point>> linesOf(const Section& section, Measure measure,
                                               uint32_t Row::*along, uint32_t Row::*across) {
    std::map<std::pair<uint32_t, uint32_t>, std::vector<Timed>> points;
    for (const Row& row : section.rows) {
        if (!isRanked(row.choice, measure)) continue;
        if (const Timing* time = timeOf(row, measure)) {
            points[{row.*across, row.*along}].push_back({&row.choice, time});
        }
    }
    std::map<uint32_t, std::vector<Point>> lines;
    for (auto& [point, entries] : points) {
        std::stable_sort(entries.begin(), entries.end(), [](const Timed& a, const Timed& b) {
            return a.time->all.median < b.time->all.median;
        });
        lines[point.first].push_back({point.second, std::move(entries)});
    }
    return lines;
}

/// Returns where the times of both choices intersect for the last time. Times are straight lines
/// between points, on logarithmic axes.
double meeting(const std::vector<Point>& line, size_t from, size_t to, const SkinChoice& below,
               const SkinChoice& above) {
    double x0 = 0;
    double behind0 = 0;  // log(time of `above` / time of `below`)
    double at = line[to].x;
    for (size_t i = from; i <= to; ++i) {
        const Timing* a = line[i].of(below);
        const Timing* b = line[i].of(above);
        if (!a || !b) continue;
        const double x = std::log(line[i].x);
        const double behind = std::log(b->all.median / a->all.median);
        if (i > from && behind0 > 0 && behind <= 0) {
            at = std::exp(std::lerp(x0, x, behind0 / (behind0 - behind)));
        }
        x0 = x;
        behind0 = behind;
    }
    return at;
}

void addAlong(const std::vector<Point>& line, Crossover found, std::vector<Crossover>& out) {
    if (line.empty()) return;
    const SkinChoice* leader = line[0].entries[0].choice;
    for (size_t to = 1; to < line.size(); ++to) {
        const SkinChoice& fastest = *line[to].entries[0].choice;
        // Skips a point unless its fastest choice leads significantly over the preceding leader.
        if (!leadsAt(line[to], fastest, *leader)) continue;  // still level, or not measured
        for (size_t from = to; from-- > 0;) {
            if (!leadsAt(line[from], *leader, fastest)) continue;
            found.below = *leader;
            found.above = fastest;
            found.from = line[from].x;
            found.to = line[to].x;
            found.at = meeting(line, from, to, *leader, fastest);
            out.push_back(found);
            break;
        }
        leader = &fastest;
    }
}

}  // namespace

std::vector<Crossover> findCrossovers(const Section& section) {
    std::vector<Crossover> found;
    for (const Measure measure : {Measure::frame, Measure::gpu}) {
        for (const auto& [passes, line] :
             linesOf(section, measure, &Row::instances, &Row::passes)) {
            addAlong(line,
                     {.measure = measure, .axis = Crossover::Axis::instances, .fixed = passes},
                     found);
        }
        for (const auto& [instances, line] :
             linesOf(section, measure, &Row::passes, &Row::instances)) {
            addAlong(line,
                     {.measure = measure, .axis = Crossover::Axis::passes, .fixed = instances},
                     found);
        }
    }
    return found;
}

void conclude(Section& section, double tickMs) {
    section.verdicts = verdictsOf(section, tickMs);
    for (KernelRow& row : section.kernels) {
        const auto ours = std::find_if(
            section.kernels.begin(), section.kernels.end(), [&](const KernelRow& kernel) {
                return kernel.name == "sinew" && kernel.instances == row.instances;
            });
        const bool timed = ours != section.kernels.end() && ours->gpu && row.gpu && &*ours != &row;
        row.ratio = timed ? pairedRatio(row.gpu->blockMedians, ours->gpu->blockMedians)
                          : std::optional<Ratio>();
    }
    section.crossovers = findCrossovers(section);
    section.costModels = costModels({&section, 1});
}

}  // namespace sinew
