// Matches the rows of reports, and tests their differences for significance.
#include "benchmarks/verdict/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "benchmarks/report/number_text.h"
#include "benchmarks/run/measure.h"
#include "benchmarks/verdict/verdict.h"

namespace sinew {
namespace {

constexpr double kStateOfARun = 0.01;
constexpr double kFalseDiscoveryRate = 0.05;
// Half the width of a 95 % interval of a normal distribution, in standard deviations.
constexpr double kInterval = 1.96;
constexpr size_t kManyRatios = 8;

using Key = std::tuple<std::string, std::string, std::string, uint32_t, uint32_t, Measure>;

struct Entry {
    const Timing* timing = nullptr;
    const Row* row = nullptr;  // null for a kernel
    RowState state = RowState::measured;
    std::string note;
};

double deviationOf(const std::vector<double>& values) {
    return deviationFromMad(summarize(values)->mad);
}

/// Returns Qn, a robust standard deviation: the lower quartile of the differences of all pairs,
/// scaled for a normal distribution. Outliers hardly raise it if they are at most half of the
/// values. Source: Rousseeuw and Croux, "Alternatives to the Median Absolute Deviation", 1993, with
/// the factors of Croux and Rousseeuw for few values.
double spreadOf(const std::vector<double>& values) {
    std::vector<double> differences;
    for (size_t i = 1; i < values.size(); ++i) {
        for (size_t j = 0; j < i; ++j) differences.push_back(std::abs(values[i] - values[j]));
    }
    const size_t half = values.size() / 2 + 1;
    const auto quarter = differences.begin() + static_cast<ptrdiff_t>(half * (half - 1) / 2 - 1);
    std::nth_element(differences.begin(), quarter, differences.end());
    const auto count = static_cast<double>(values.size());
    return 2.2219 * *quarter * count / (count + (values.size() % 2 == 0 ? 3.8 : 1.4));
}

std::vector<double> logarithmsOf(const std::vector<double>& values) {
    std::vector<double> logarithms;
    for (const double value : values) logarithms.push_back(std::log(value));
    return logarithms;
}

/// Returns the standard deviation of the centre of `blocks` (logarithms of times), from scatter and
/// drift.
double noiseOf(const std::vector<double>& blocks) {
    // Differences of adjacent blocks. They contain the scatter, but hardly any drift.
    std::vector<double> steps;
    for (size_t i = 1; i < blocks.size(); ++i) steps.push_back(blocks[i] - blocks[i - 1]);
    const auto half = blocks.begin() + static_cast<ptrdiff_t>(blocks.size() / 2);
    const double drift = typicalValue({half, blocks.end()}) - typicalValue({blocks.begin(), half});
    const double root = std::sqrt(static_cast<double>(blocks.size()));
    const double error = deviationOf(blocks) / root;
    const double scatter = 4 * deviationOf(steps) / std::sqrt(2.0) / root;
    return std::sqrt(error * error + std::max(0.0, drift * drift - scatter * scatter));
}

/// Approximates Student's distribution by a normal one (Wallace, "Bounds on Normal Approximations
/// to Student's and the Chi-Square Distributions", 1959). normalOf() returns the normal
/// deviate that is as probable as `t`; studentOf() is its inverse.
double normalOf(double t, double freedom) {
    return (8 * freedom + 1) / (8 * freedom + 3) * std::sqrt(freedom * std::log1p(t * t / freedom));
}
double studentOf(double z, double freedom) {
    const double root = z * (8 * freedom + 3) / (8 * freedom + 1);
    return std::sqrt(freedom * std::expm1(root * root / freedom));
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
            if (isDisturbed(report)) warn(i, "other programs were busy during the measurement.");
            comparable_.push_back(i > 0 && comparable(i));
            for (const Section& section : report.sections) collect(i, section);
        }
        setVerdicts();
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

    static bool isDisturbed(const Report& report) {
        const auto ofRow = [](const Row& row) { return row.disturbedBlocks > 0; };
        return std::any_of(report.sections.begin(), report.sections.end(), [&](const Section& s) {
            return std::any_of(s.rows.begin(), s.rows.end(), ofRow);
        });
    }

    /// Warns about differences of machine or conditions between report `i` and the first report.
    /// Returns false if verdicts are impossible because of a difference.
    bool comparable(size_t i) {
        const Report& a = reports_[0];
        const Report& b = reports_[i];
        if (a.device.name != b.device.name || a.machine.cpu != b.machine.cpu) {
            warn(i, "the machine differs from A: times are listed without verdicts.");
            return false;
        }
        const auto same = [](const Conditions& c) {
            return std::tie(c.width, c.height, c.samples, c.pipelined, c.validated,
                            c.assumedLimits, c.camera);
        };
        if (same(a.conditions) != same(b.conditions)) {
            warn(i,
                 "picture size, camera, samples, validation, frame mode or assumed limits differ "
                 "from A: times are listed without verdicts.");
            return false;
        }
        if (a.device.driver != b.device.driver) warn(i, "the driver differs from A.");
        const auto length = [](const Conditions& c) {
            return std::tie(c.frames, c.seconds, c.blocks, c.interval);
        };
        if (length(a.conditions) != length(b.conditions)) {
            warn(i, "frames, seconds, blocks or interval differ from A.");
        }
        if (a.machine.threads != b.machine.threads) {
            warn(i, fmt::format("{}; A has {}.", counted(b.machine.threads, "thread"),
                                a.machine.threads));
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
            warn(report, fmt::format("model {} of {} differs from an earlier report and is left "
                                     "out.",
                                     section.model.name, section.scenario));
            return;
        }
        const std::string& before = known->second->contentHash;
        if (!before.empty() && !section.model.contentHash.empty() &&
            before != section.model.contentHash) {
            warn(report, fmt::format("model {} of {} has other files than in an earlier report, "
                                     "with equal counts.",
                                     section.model.name, section.scenario));
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
        const auto [found, isNew] = indices_.try_emplace(key, keys_.size());
        if (isNew) {
            keys_.push_back(key);
            entries_.emplace_back(reports_.size());
        }
        std::optional<Entry>& here = entries_[found->second][report];
        if (!here) here = entry;
    }

    void setVerdicts() {
        for (size_t i = 0; i < keys_.size(); ++i) compareRow(i);
        for (size_t report = 1; report < reports_.size(); ++report) {
            for (const Measure measure : kMeasures) settleNoise(report, measure);
        }
        std::vector<Change*> all;
        for (ComparedRow& row : out_.rows) {
            for (auto& change : row.changes) {
                if (change) all.push_back(&*change);
            }
        }
        out_.verdicts = all.size();
        std::sort(all.begin(), all.end(),
                  [](const Change* a, const Change* b) { return a->byChance < b->byChance; });
        size_t sure = all.size();
        const auto bound = [&](size_t rank) {
            return kFalseDiscoveryRate * static_cast<double>(rank) /
                   static_cast<double>(all.size());
        };
        while (sure > 0 && all[sure - 1]->byChance > bound(sure)) --sure;
        for (size_t i = 0; i < all.size(); ++i) {
            Change& change = *all[i];
            if (i >= sure || std::max(change.ratio, 1 / change.ratio) < 1 + kLeastLead) {
                change.mostly.clear();
            } else {
                change.verdict =
                    change.ratio > 1 ? Change::Verdict::slower : Change::Verdict::faster;
            }
        }
    }

    /// Raises the noise of each ratio to at least the typical noise of its measure, then computes
    /// intervals and probabilities.
    void settleNoise(size_t report, Measure measure) {
        std::vector<Change*> changes;
        std::vector<double> noises, ratios;
        for (ComparedRow& row : out_.rows) {
            if (row.measure != measure || !row.changes[report]) continue;
            changes.push_back(&*row.changes[report]);
            noises.push_back(changes.back()->noise);
            ratios.push_back(std::log(changes.back()->ratio));
        }
        if (changes.empty()) return;
        const double spread = changes.size() >= kManyRatios ? spreadOf(ratios) : 0.0;
        const double least = std::max(summarize(noises)->median, spread);
        // Qn of n values is as precise as the standard deviation of 0.82 n values.
        const double freedomOfSpread = 0.82 * static_cast<double>(changes.size());
        for (Change* change : changes) {
            if (spread > change->noise) {
                change->freedom = std::min(change->freedom, freedomOfSpread);
            }
            change->noise = std::hypot(std::max(change->noise, least), kStateOfARun, kStateOfARun);
            const double log = std::log(change->ratio);
            const double side = studentOf(kInterval, change->freedom) * change->noise;
            change->low = std::exp(log - side);
            change->high = std::exp(log + side);
            const double z = normalOf(log / change->noise, change->freedom);
            change->byChance = std::erfc(z / std::sqrt(2.0));
        }
    }

    void compareRow(size_t i) {
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
            if (!here || !inFirst || !comparable_[report] || entry->note != first->note) continue;
            row.changes.back() = changeOf(*first, *entry, measure);
        }
        lonely_ += anywhere && !everywhere;
        if (anywhere) out_.rows.push_back(std::move(row));
    }

    void broken(size_t report, const ComparedRow& row) {
        if (row.measure != (row.choice ? Measure::frame : Measure::gpu)) return;  // once per row
        out_.broken.push_back(
            fmt::format("Report {}: wrong vertices, not measured (A is measured): {}.",
                        letterOf(report), pointOf(row)));
    }

    static std::optional<Change> changeOf(const Entry& a, const Entry& b, Measure measure) {
        const std::vector<double>& blocksA = a.timing->blockMedians;
        const std::vector<double>& blocksB = b.timing->blockMedians;
        if (std::min(blocksA.size(), blocksB.size()) < kFewestBlocks) return std::nullopt;
        const auto positive = [](const Timing& timing) {
            return std::all_of(timing.blockMedians.begin(), timing.blockMedians.end(),
                               [](double ms) { return ms > 0; });
        };
        if (!positive(*a.timing) || !positive(*b.timing)) return std::nullopt;
        const std::vector<double> before = logarithmsOf(blocksA);
        const std::vector<double> after = logarithmsOf(blocksB);
        Change change{.ratio = std::exp(typicalValue(after) - typicalValue(before)),
                      .noise = std::hypot(noiseOf(before), noiseOf(after)),
                      .freedom = static_cast<double>(before.size() + after.size() - 2)};
        if (a.row && b.row) {
            const double moved = b.timing->all.median - a.timing->all.median;
            change.mostly = mostlyOf(*a.row, *b.row, measure, moved);
        }
        return change;
    }

    /// Returns the part (step or work between steps) whose time changed most. Empty if it changed
    /// by less than half of `totalMoved` milliseconds.
    static std::string mostlyOf(const Row& a, const Row& b, Measure measure, double totalMoved) {
        double most = 0.5;
        std::string text;
        const auto consider = [&](const std::string& name, const std::optional<Timing>& before,
                                  const std::optional<Timing>& after) {
            if (!before || !after) return;
            const double share = (after->all.median - before->all.median) / totalMoved;
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
    std::vector<bool> comparable_;
    std::map<std::string, const ModelFacts*> models_;
    std::map<Key, size_t> indices_;
    // The keys of the rows, in the order of their first occurrence in the reports.
    std::vector<Key> keys_;
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

std::string measureText(const ComparedRow& row) {
    return fmt::format("{}, {}", pointOf(row), nameOf(row.measure));
}

}  // namespace sinew
