// sinew-cli compare: what it prints, writes and fails for.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "benchmarks/report_json.h"
#include "tests/cli/example_report.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

std::string written(const TemporaryFolder& folder, const std::string& name, const Report& report) {
    writeFile(folder / name, reportJson(report).dump());
    return (folder / name).string() + ' ';
}

Report slowed(double by) {
    Report report = exampleReport();
    Timing& frame = *report.sections[0].rows[8].frame;
    for (double* value : {&frame.all.median, &frame.all.p5, &frame.all.p95}) *value *= by;
    for (double& value : frame.blockMedians) value *= by;
    return report;
}

TEST(CliCompare, FailsOnlyForSlowdownsPastTheLimit) {
    const TemporaryFolder folder;
    const std::string before = written(folder, "before.json", exampleReport());
    const std::string after = written(folder, "after.json", slowed(1.3));
    const Outcome run = runCli("compare " + before + after);
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("1 sure difference of"));
    EXPECT_THAT(run.out, HasSubstr("+30.0 % slower"));
    const Outcome failed = runCli("compare --fail-above 5 " + before + after);
    EXPECT_EQ(failed.exitCode, 1);
    EXPECT_THAT(failed.lastError, HasSubstr("the worst by 30.0 % (+"));
    EXPECT_EQ(runCli("compare --fail-above 40 " + before + after).exitCode, 0);
    EXPECT_EQ(runCli("compare --fail-above 5 " + after + before).exitCode, 0);  // faster
    EXPECT_EQ(runCli("compare --fail-above 5 " + before + before).exitCode, 0);
}

TEST(CliCompare, WritesATable) {
    const TemporaryFolder folder;
    Report other = exampleReport(2);
    other.device.name = "Another GPU";
    const std::string table = (folder / "c.csv").string();
    const Outcome run = runCli("compare " + written(folder, "a.json", exampleReport()) +
                               written(folder, "b.json", other) + "-o " + table);
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("Another GPU"));
    EXPECT_THAT(readFile(table), HasSubstr("median_ms_2"));
}

TEST(CliCompare, FaultsNameTheFileAndWhatIsWrong) {
    const TemporaryFolder folder;
    const std::string good = written(folder, "good.json", exampleReport());
    const auto fault = [](const std::string& arguments) {
        const Outcome run = runCli("compare " + arguments);
        EXPECT_EQ(run.exitCode, 1) << arguments;
        return run.lastError;
    };
    writeFile(folder / "bad.json", "{\"version\": 5");
    writeFile(folder / "old.json", "{\"version\": 3}");
    EXPECT_THAT(fault(good + (folder / "bad.json").string()),
                HasSubstr("bad.json: the JSON ends too early"));
    EXPECT_THAT(fault(good + (folder / "old.json").string()),
                HasSubstr("version 3, and versions 4 to 5 are read"));
    EXPECT_THAT(fault(good + "nowhere.json"), HasSubstr("nowhere.json: cannot be opened"));
    EXPECT_THAT(fault(good), HasSubstr("REPORT"));
    EXPECT_THAT(fault(good + good + "-o c.pdf"), HasSubstr("the format of a comparison is .csv"));
    EXPECT_THAT(fault(good + good + "-o c.html"),
                HasSubstr("-o c.html: the HTML page of a comparison was removed, and .csv is "
                          "written; name a .csv file"));
    Report other = exampleReport();
    other.device.name = "Another GPU";
    EXPECT_THAT(fault(good + written(folder, "other.json", other) + "--fail-above 5"),
                HasSubstr("no time could be compared"));
}

}  // namespace
}  // namespace sinew::test
