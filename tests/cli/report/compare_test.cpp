// Tests comparisons of reports: noise is not a difference, a slowdown is one, and reports of many
// machines share one table. Also tests the output, files and exit codes of sinew-cli compare.
#include "benchmarks/verdict/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "benchmarks/report/report_json.h"
#include "tests/cli/commands.h"
#include "tests/cli/report/example_report.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

Comparison compared(std::vector<Report> reports) {
    return compareReports(reports);
}

struct Situation {
    const char* name;
    Noise noise;
};
/// The noise of machines. From one run to the next, the times of a row shift by 1 to 2 % (`rows`).
const Situation kSituations[] = {
    {"quiet", {.frames = 0.01, .blocks = 0.002, .rows = 0.01, .run = 0.005}},
    {"ordinary", {.frames = 0.03, .blocks = 0.01, .rows = 0.015, .run = 0.01}},
    {"restless", {.frames = 0.08, .blocks = 0.05, .rows = 0.02, .run = 0.01, .outliers = 0.05}},
    {"drifting", {.frames = 0.03, .blocks = 0.01, .drift = 0.01, .rows = 0.015, .run = 0.01}},
};

/// Returns a report of a hundred rows. Each row has a frame time, a GPU time and a CPU time.
Report noisyReport(uint32_t seed, const Noise& noise) {
    std::mt19937 random(seed);
    const auto around = [&](double ms, double spread) {
        return ms * std::exp(std::normal_distribution<>()(random) * spread);
    };
    const double run = around(1.0, noise.run);
    Report report{.device = {.name = "Example"}, .sections = {Section{.scenario = "noise"}}};
    for (uint32_t i = 1; i <= 100; ++i) {
        const double row = around(run * i * 0.1, noise.rows);
        report.sections[0].rows.push_back({.instances = i,
                                           .gpuTotal = timingAround(row * 0.8, noise, random, 96),
                                           .cpuTotal = timingAround(row * 0.3, noise, random, 96),
                                           .frame = timingAround(row, noise, random, 96)});
    }
    return report;
}

/// Compares reports that differ only by noise. Each comparison has 300 verdicts. At most one
/// comparison in twenty may report a difference.
/// The parameter is the number of comparisons in each situation.
class CompareTwice : public ::testing::TestWithParam<uint32_t> {};
INSTANTIATE_TEST_SUITE_P(Few, CompareTwice, ::testing::Values(20));
INSTANTIATE_TEST_SUITE_P(Long, CompareTwice, ::testing::Values(60));

TEST_P(CompareTwice, TheSameIsNoDifference) {
    for (const Situation& situation : kSituations) {
        uint32_t alarms = 0;
        for (uint32_t i = 0; i < GetParam(); ++i) {
            const Comparison comparison = compared(
                {noisyReport(2 * i, situation.noise), noisyReport(2 * i + 1, situation.noise)});
            ASSERT_EQ(comparison.verdicts, 300u);
            alarms += !comparison.differences().empty();
        }
        EXPECT_LE(alarms, GetParam() / 20) << situation.name;
    }
}

TEST(Compare, ASlowdownOfOneRowIsFoundAndNothingElse) {
    const Noise& quiet = kSituations[0].noise;
    uint32_t found = 0;
    for (uint32_t i = 0; i < 20; ++i) {
        const Report before = noisyReport(2 * i, quiet);
        Report after = noisyReport(2 * i + 1, quiet);
        slowDown(*after.sections[0].rows[40].frame, 1.2);
        const Comparison comparison = compared({before, after});
        const auto differences = comparison.differences();
        if (differences.size() != 1) continue;
        found += differences[0].row->measure == Measure::frame &&
                 differences[0].change->verdict == Change::Verdict::slower &&
                 std::abs(differences[0].change->ratio - 1.2) < 0.08;
    }
    EXPECT_GE(found, 19u);
}

TEST(Compare, SaysWhichStepASlowdownLiesIn) {
    const Report& before = exampleReport();
    Report after = before;
    Row& row = after.sections[0].rows[36];
    ASSERT_EQ(row.choice.method, Method::compute);
    slowDown(*row.steps[indexOf(Step::skin)].gpu, 3.0);
    slowDown(*row.gpuTotal, 1.3);
    const Comparison comparison = compared({before, after});
    const auto differences = comparison.differences();
    ASSERT_THAT(differences, SizeIs(2));
    EXPECT_EQ(differences[0].row->measure, Measure::skin);
    EXPECT_EQ(differences[1].row->measure, Measure::gpu);
    EXPECT_THAT(differences[1].change->mostly, HasSubstr("GPU skin: "));
    EXPECT_THAT(comparisonTable(comparison), HasSubstr("GPU skin: "));
}

/// Compares pairs of reports with only a frame time, which is longer by the factor `by` in the
/// second report. Returns the share of comparisons that report a difference.
double foundShare(double by, uint32_t comparisons) {
    const Noise noise{.frames = 0.1, .blocks = 0.03, .run = 0.005};
    uint32_t found = 0;
    for (uint32_t i = 0; i < comparisons; ++i) {
        std::vector<Report> reports(2);
        for (size_t r = 0; r < 2; ++r) {
            std::mt19937 random(2 * i + static_cast<uint32_t>(r));
            const double run = std::exp(std::normal_distribution<>()(random) * noise.run);
            reports[r].sections = {Section{.scenario = "one"}};
            reports[r].sections[0].rows.push_back(
                {.frame = timingAround((r == 1 ? by : 1) * run, noise, random, 384, 64)});
        }
        found += !compared(reports).differences().empty();
    }
    return static_cast<double>(found) / comparisons;
}

TEST(Compare, AReportOfTheDefaultLengthShowsASlowdownOfFivePercent) {
    EXPECT_GE(foundShare(1.05, 200), 0.8);
    EXPECT_LE(foundShare(1.0, 200), 0.05);
}

TEST(Compare, ASlowdownOfEverythingIsFoundEverywhere) {
    const Noise& quiet = kSituations[0].noise;
    const Report before = noisyReport(1, quiet);
    Report after = noisyReport(2, quiet);
    for (Row& row : after.sections[0].rows) {
        for (auto timing : {&Row::frame, &Row::gpuTotal, &Row::cpuTotal})
            slowDown(*(row.*timing), 1.1);
    }
    EXPECT_GE(compared({before, after}).differences().size(), 270u);
}

TEST(Compare, ASlowdownOfHalfOfTheRowsIsFound) {
    const Noise& quiet = kSituations[0].noise;
    const Report before = noisyReport(1, quiet);
    Report after = noisyReport(2, quiet);
    std::vector<Row>& rows = after.sections[0].rows;
    for (Row& row : std::span(rows).first(rows.size() / 2)) slowDown(*row.frame, 1.15);
    const auto differences = compared({before, after}).differences();
    EXPECT_GE(differences.size(), 45u);
    EXPECT_LE(differences.size(), 50u);
}

TEST(Compare, ARunThatDriftsIsLessSure) {
    Report before;
    before.sections = {Section{.rows = {Row{.frame = steadyTiming(1.0, 16)}}}};
    Report after = before;
    auto& frame = after.sections[0].rows[0].frame;
    slowDown(*frame, 1.06);
    EXPECT_THAT(compared({before, after}).differences(), SizeIs(1));
    for (size_t i = 0; i < 16; ++i) frame->blockMedians[i] *= i < 8 ? 0.97 : 1.03;
    EXPECT_THAT(compared({before, after}).differences(), IsEmpty());
}

TEST(Compare, FewBlocksHaveNoVerdict) {
    Report report = noisyReport(1, {});
    for (Row& row : report.sections[0].rows) {
        for (auto timing : {&Row::frame, &Row::gpuTotal, &Row::cpuTotal}) {
            (row.*timing)->blockMedians.resize(7);
        }
    }
    EXPECT_EQ(compared({report, report}).verdicts, 0u);
}

TEST(Compare, OtherDevicesAreListedWithoutVerdicts) {
    const Report a = exampleReport(1);
    Report b = exampleReport(2);
    b.device.name = "Another GPU";
    const Comparison comparison = compared({a, b});
    EXPECT_EQ(comparison.verdicts, 0u);
    EXPECT_THAT(comparison.warnings, testing::Contains(HasSubstr("the machine differs from A")));
    const std::string table = comparisonTable(comparison);
    EXPECT_THAT(table, HasSubstr("Another GPU"));
    EXPECT_THAT(table, HasSubstr("compute:u8x4"));
    const ComparedRow& row = comparison.rows[0];
    ASSERT_THAT(row.medianMs, SizeIs(2));
    EXPECT_EQ(row.medianMs[0], a.sections[0].rows[0].frame->all.median);
    EXPECT_EQ(row.medianMs[1], b.sections[0].rows[0].frame->all.median);
}

TEST(Compare, TheTableByReportHasFramesAndGpuTimesAlone) {
    Report report;
    report.sections = {Section{.rows = {Row{.frame = steadyTiming(7.25)}}}};
    report.sections[0].rows[0].steps[indexOf(Step::skin)].gpu = steadyTiming(3.5);
    const std::string table = comparisonTable(compared({report, report, report}));
    EXPECT_THAT(table, HasSubstr("7.25         -"));
    EXPECT_THAT(table, Not(HasSubstr("3.5")));
}

TEST(Compare, ThreeReportsAreAllComparedWithTheFirst) {
    const Report& report = exampleReport();
    Report slow = report;
    slowDown(*slow.sections[0].rows[5].frame, 2.0);
    const Comparison comparison = compared({report, report, slow});
    const auto differences = comparison.differences();
    ASSERT_THAT(differences, SizeIs(1));
    EXPECT_EQ(differences[0].report, 2u);
}

TEST(Compare, OtherConditionsMachinesAndModelsAreSaid) {
    const Report& a = exampleReport();
    const auto expectWarning = [&](const std::function<void(Report&)>& change,
                                   const std::string& words, bool verdicts) {
        Report b = a;
        change(b);
        const Comparison comparison = compared({a, b});
        EXPECT_THAT(comparison.warnings, testing::Contains(HasSubstr(words)));
        EXPECT_EQ(comparison.verdicts > 0, verdicts) << words;
    };
    expectWarning([](Report& b) { b.conditions.width = 640; }, "picture size", false);
    expectWarning([](Report& b) { b.conditions.seconds = 1; }, "seconds", true);
    expectWarning([](Report& b) { b.machine.threads = 8; }, "8 threads; A has 16", true);
    expectWarning([](Report& b) { b.sections[0].rows[0].disturbedBlocks = 1; },
                  "Report B: other programs were busy", true);
    const auto oneVertexMore = [](Report& b) { b.sections[1].model.vertices += 1; };
    expectWarning(oneVertexMore, "model soldier", true);
    expectWarning(oneVertexMore, "not measured in every report", true);
    Report hashed[] = {a, a};
    for (size_t i = 0; i < 2; ++i) hashed[i].sections[0].model.contentHash = std::to_string(i + 1);
    EXPECT_THAT(compared({hashed[0], hashed[1]}).warnings,
                testing::Contains(HasSubstr("has other files")));
}

TEST(Compare, ARowThatBecameWrongIsReported) {
    const Report& a = exampleReport();
    Report b = a;
    Row& row = b.sections[0].rows[0];
    row.state = RowState::wrong;
    row.reason = "its vertices are wrong";
    const Comparison comparison = compared({a, b});
    ASSERT_THAT(comparison.broken, SizeIs(1));
    EXPECT_THAT(comparison.broken[0], HasSubstr("compute, 1 instance, 1 pass"));
}

TEST(Compare, CsvHasALineForEachTime) {
    const Report& a = exampleReport();
    const Comparison comparison = compared({a, a});
    const std::string csv = comparisonCsv(comparison);
    EXPECT_EQ(csv.rfind("scenario,model,what,instances,passes,measure,median_ms_1,median_ms_2,"
                        "ratio_2,low_2,high_2,by_chance_2,verdict_2\r\n",
                        0),
              0u);
    EXPECT_EQ(static_cast<size_t>(std::count(csv.begin(), csv.end(), '\n')),
              comparison.rows.size() + 1);
    EXPECT_THAT(csv, HasSubstr("no difference"));
}

TEST(Compare, NothingComparesToNothing) {
    EXPECT_THAT(compared({}).rows, IsEmpty());
    EXPECT_THAT(compared({Report{}, Report{}}).rows, IsEmpty());
}

/// Fixture with reports of the first rows of the first scenario only, because these are read
/// quickly.
class CliCompare : public testing::Test {
protected:
    CliCompare() {
        Report report = exampleReport();
        report.sections.resize(1);
        report.sections[0].rows.resize(12);
        before_ = store("before.json", report);
        slowDown(*report.sections[0].rows[8].frame, 1.3);
        after_ = store("after.json", report);
        report.device.name = "Another GPU";
        other_ = store("other.json", report);
    }
    std::string store(const std::string& name, const Report& report) const {
        writeFile(folder_ / name, reportJson(report).dump());
        return folder_.at(name) + ' ';
    }

    const TemporaryFolder folder_;
    std::string before_, after_, other_;
};

TEST_F(CliCompare, FailsOnlyForSlowdownsPastTheLimitAndWritesATable) {
    const std::string out = succeed("compare " + before_ + after_).out;
    EXPECT_THAT(out, HasSubstr("1 sure difference of"));
    EXPECT_THAT(out, HasSubstr("+30.0 % slower"));
    expectFault(runCli("compare --fail-above 5 " + before_ + after_),
                HasSubstr("the worst by 30.0 % (+"));
    succeed("compare --fail-above 40 " + before_ + after_);
    succeed("compare --fail-above 5 " + after_ + before_);  // the second report is faster
    succeed("compare --fail-above 5 " + before_ + before_);
    expectFault(runCli("compare --fail-above 5 " + before_ + other_),
                HasSubstr("no time could be compared"));
    EXPECT_THAT(succeed("compare " + before_ + other_ + "-o " + folder_.at("c.csv")).out,
                HasSubstr("Another GPU"));
    EXPECT_THAT(readFile(folder_ / "c.csv"), HasSubstr("median_ms_2"));
}

TEST_F(CliCompare, FaultsNameTheFileAndWhatIsWrong) {
    const std::string good = "compare " + before_;
    expectRefused(good + "nowhere.json", "nowhere.json: cannot be opened");
    expectRefused(good, "REPORT");
    expectRefused(good + after_ + "-o c.pdf", "the format of a comparison is .csv");
    expectRefused(good + after_ + "-o c.html",
                  "-o c.html: the HTML page of a comparison was removed, and .csv is written; "
                  "name a .csv file");
}

}  // namespace
}  // namespace sinew::test
