// Matching rows, and the rule of when they differ.
#include "benchmarks/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "benchmarks/measure.h"
#include "benchmarks/number_text.h"

namespace sinew {
namespace {

constexpr double kStateOfARun = 0.02;
constexpr double kFalseAlarms = 0.05;  // of comparisons
constexpr size_t kFewestBlocks = 5;

using Key = std::tuple<std::string, std::string, std::string, uint32_t, uint32_t, Measure>;

/// What stands in one report under a key.
struct Entry {
    const Timing* timing = nullptr;
    const Row* row = nullptr;  // nothing: a kernel
    RowState state = RowState::measured;
    std::string note;
};

/// Standard deviations beyond which a normal distribution has the share `outside`, by
/// bisection.
double quantile(double outside) {
    double low = 0;
    double high = 40;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (std::erfc(middle / std::sqrt(2.0)) > outside ? low : high) = middle;
    }
    return low;
}

/// The medians of all blocks but the fastest and the slowest, which other work may have spoiled.
struct Middle {
    double low = 0;
    double high = 0;
};
Middle middleOf(const Timing& timing) {
    std::vector<double> medians = timing.blockMedians;
    std::sort(medians.begin(), medians.end());
    return {medians.at(1), medians.at(medians.size() - 2)};
}

/// Standard deviation of block medians, relative to the whole's median: the range of their middle
/// by what that range is of as many normally distributed values (Blom, "Statistical Estimates and
/// Transformed Beta-Variables", 1958). With five or eight blocks that is more reliable than a
/// median of deviations, and it includes the whole of a drift.
double blockNoise(const Timing& timing) {
    const Middle middle = middleOf(timing);
    const auto blocks = static_cast<double>(timing.blockMedians.size());
    const double range = 2 * quantile(2 * 1.625 / (blocks + 0.25));
    return (middle.high - middle.low) / range / timing.all.median;
}

class Comparer {
public:
    explicit Comparer(std::span<const Report> reports) : reports_(reports) {}

    Comparison run() {
        for (size_t i = 0; i < reports_.size(); ++i) {
            const Report& report = reports_[i];
            out_.reports.push_back(
                {report.device.name,
                 fmt::format("{}, {}, sinew {} ({}), {}", report.device.driver, report.machine.cpu,
                             report.programVersion, report.commit, report.timeUtc)});
            judgeable_.push_back(i > 0 && comparable(i));
            for (const Section& section : report.sections) collect(i, section);
        }
        judge();
        if (lonely_ > 0) {
            out_.warnings.push_back(
                fmt::format("{} not measured in every report.",
                            lonely_ == 1 ? "1 time was" : countText(lonely_) + " times were"));
        }
        return std::move(out_);
    }

private:
    void warn(size_t report, const std::string& text) {
        out_.warnings.push_back(fmt::format("Report {}: {}", letterOf(report), text));
    }

    /// Compared with the first report. Returns why they cannot be compared.
    bool comparable(size_t i) {
        const Report& a = reports_[0];
        const Report& b = reports_[i];
        if (a.device.name != b.device.name || a.machine.cpu != b.machine.cpu) {
            warn(i, "another machine than A's: times stand beside each other and are not judged.");
            return false;
        }
        const auto same = [](const Conditions& c) {
            return std::tuple(c.width, c.height, c.samples, c.pipelined, c.validated);
        };
        if (same(a.conditions) != same(b.conditions)) {
            warn(i,
                 "another picture size, sampling, validation or frame mode than A's: times "
                 "are not judged.");
            return false;
        }
        if (a.device.driver != b.device.driver) warn(i, "another driver than A's.");
        if (a.conditions.frames != b.conditions.frames ||
            a.conditions.blocks != b.conditions.blocks) {
            warn(i, "another number of frames or blocks than A's.");
        }
        return true;
    }

    void collect(size_t report, const Section& section) {
        const std::string model = section.scenario + '\n' + section.model.name;
        const auto [known, isNew] = models_.try_emplace(model, &section.model);
        const auto facts = [](const ModelFacts& m) {
            return std::tie(m.models, m.vertices, m.triangles, m.joints, m.mostInfluences, m.clip);
        };
        if (!isNew && facts(*known->second) != facts(section.model)) {
            warn(report, fmt::format("model {} of {} is another than in an earlier report; it is "
                                     "left out.",
                                     section.model.name, section.scenario));
            return;
        }
        for (const Row& row : section.rows) {
            for (const Measure measure : kMeasures) {
                const std::optional<Timing>& timing = timingOf(row, measure);
                add(report,
                    {section.scenario, section.model.name, choiceText(row.choice), row.instances,
                     row.passes, measure},
                    {row.measured() && timing ? &*timing : nullptr, &row, row.state, row.note});
            }
        }
        for (const KernelRow& row : section.kernels) {
            add(report,
                {section.scenario, section.model.name, "kernel " + row.name, row.instances, 0,
                 Measure::gpu},
                {row.measured() && row.gpu ? &*row.gpu : nullptr, nullptr, row.state, {}});
        }
    }

    void add(size_t report, const Key& key, const Entry& entry) {
        const auto [place, isNew] = places_.try_emplace(key, keys_.size());
        if (isNew) {
            keys_.push_back(key);
            entries_.emplace_back(reports_.size());
        }
        std::optional<Entry>& here = entries_[place->second][report];
        if (!here) here = entry;
    }

    void judge() {
        for (size_t i = 0; i < keys_.size(); ++i) judgeRow(i);
        // The limit depends on the number of verdicts.
        std::map<Measure, std::vector<double>> noises;  // by measure
        for (const ComparedRow& row : out_.rows) {
            for (const auto& change : row.changes) {
                if (change) noises[row.measure].push_back(change->bound);
            }
        }
        std::map<Measure, double> typical;
        for (const auto& [measure, values] : noises) {
            out_.judged += values.size();
            typical[measure] = summarize(values)->median;
        }
        const double z =
            quantile(kFalseAlarms / static_cast<double>(std::max<size_t>(out_.judged, 1)));
        for (ComparedRow& row : out_.rows) {
            for (auto& change : row.changes) {
                if (!change) continue;
                const double noise = std::max(change->bound, typical[row.measure]);
                const double logBound = z * std::hypot(noise, kStateOfARun, kStateOfARun);
                change->bound = std::exp(logBound) - 1;
                if (std::abs(std::log(change->ratio)) <= logBound) {
                    change->verdict = Change::Verdict::same;
                    change->mostly.clear();
                }
            }
        }
    }

    /// `bound` is the blocks' noise and `verdict` what blocks say, until judge() knows
    /// how many verdicts there are.
    void judgeRow(size_t i) {
        const auto& [scenario, model, what, instances, passes, measure] = keys_[i];
        ComparedRow row{.scenario = scenario,
                        .model = model,
                        .what = what,
                        .instances = instances,
                        .passes = passes,
                        .measure = measure};
        for (const std::optional<Entry>& entry : entries_[i]) {
            if (entry && entry->row) row.choice = entry->row->choice;
        }
        const std::optional<Entry>& first = entries_[i][0];
        const bool inFirst = first && first->timing && first->timing->all.median > 0;
        bool anywhere = false;
        bool everywhere = true;
        for (size_t report = 0; report < reports_.size(); ++report) {
            const std::optional<Entry>& entry = entries_[i][report];
            const bool here = entry && entry->timing && entry->timing->all.median > 0;
            anywhere = anywhere || here;
            everywhere = everywhere && here;
            row.medianMs.push_back(here ? std::optional(entry->timing->all.median) : std::nullopt);
            row.changes.emplace_back();
            if (report > 0 && inFirst && entry && entry->state == RowState::wrong)
                broken(report, row);
            if (!here || !inFirst || !judgeable_[report] || entry->note != first->note) continue;
            row.changes.back() = changeOf(*first, *entry, measure);
        }
        lonely_ += anywhere && !everywhere;
        if (anywhere) out_.rows.push_back(std::move(row));
    }

    void broken(size_t report, const ComparedRow& row) {
        if (row.measure != (row.choice ? Measure::frame : Measure::gpu)) return;  // once a row
        out_.broken.push_back(fmt::format("Report {}: wrong, and measured in A: {}.",
                                          letterOf(report), pointOf(row)));
    }

    static std::optional<Change> changeOf(const Entry& a, const Entry& b, Measure measure) {
        const std::vector<double>& blocksA = a.timing->blockMedians;
        const std::vector<double>& blocksB = b.timing->blockMedians;
        if (std::min(blocksA.size(), blocksB.size()) < kFewestBlocks) return std::nullopt;
        Change change{.ratio = b.timing->all.median / a.timing->all.median};
        change.bound = std::hypot(blockNoise(*a.timing), blockNoise(*b.timing));
        const Middle before = middleOf(*a.timing);
        const Middle after = middleOf(*b.timing);
        if (change.ratio > 1 && after.low > before.high) change.verdict = Change::Verdict::slower;
        if (change.ratio < 1 && after.high < before.low) change.verdict = Change::Verdict::faster;
        if (a.row && b.row) {
            const double moved = b.timing->all.median - a.timing->all.median;
            change.mostly = mostlyOf(*a.row, *b.row, measure, moved);
        }
        return change;
    }

    /// The part whose median moved by most of the `wholeMoved` milliseconds; empty when none moved
    /// by half of them.
    static std::string mostlyOf(const Row& a, const Row& b, Measure measure, double wholeMoved) {
        double most = 0.5;  // of the whole
        std::string text;
        const auto consider = [&](const std::string& name, const std::optional<Timing>& before,
                                  const std::optional<Timing>& after) {
            if (!before || !after) return;
            const double share = (after->all.median - before->all.median) / wholeMoved;
            if (!(share >= most)) return;
            most = share;
            text = fmt::format("{}: {} to {} ms", name, numberText(before->all.median),
                               numberText(after->all.median));
        };
        for (const Part& part : allParts()) {
            const bool within = measure == Measure::frame || measure == part.side;
            if (within) consider(wordsOf(part), timingOf(a, part), timingOf(b, part));
        }
        return text;
    }

    std::span<const Report> reports_;
    Comparison out_;
    std::vector<bool> judgeable_;
    std::map<std::string, const ModelFacts*> models_;
    std::map<Key, size_t> places_;
    std::vector<Key> keys_;  // in the order of the first report that has them
    std::vector<std::vector<std::optional<Entry>>> entries_;
    size_t lonely_ = 0;
};

}  // namespace

Comparison compareReports(std::span<const Report> reports) {
    return reports.empty() ? Comparison{} : Comparer(reports).run();
}

std::vector<Comparison::Difference> Comparison::differences() const {
    std::vector<Difference> found;
    for (const ComparedRow& row : rows) {
        for (size_t i = 0; i < row.changes.size(); ++i) {
            const auto& change = row.changes[i];
            if (change && change->verdict != Change::Verdict::same) {
                found.push_back({&row, i, &*change});
            }
        }
    }
    std::stable_sort(found.begin(), found.end(), [](const Difference& a, const Difference& b) {
        return std::abs(std::log(a.change->ratio)) > std::abs(std::log(b.change->ratio));
    });
    return found;
}

std::string letterOf(size_t report) {
    return report < 26 ? std::string(1, static_cast<char>('A' + report))
                       : fmt::format("#{}", report + 1);
}

std::string pointOf(const ComparedRow& row) {
    std::string text = fmt::format("{}: {}, {}, {}", row.scenario, row.model, row.what,
                                   counted(row.instances, "instance"));
    if (row.passes > 0) text += ", " + counted(row.passes, "pass");
    return text;
}

std::string placeOf(const ComparedRow& row) {
    return fmt::format("{}, {}", pointOf(row), nameOf(row.measure));
}

}  // namespace sinew
