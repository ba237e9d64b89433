// sinew-cli compare: what it prints, writes and fails for.
#include "benchmarks/report/report_json.h"
#include "tests/cli/commands.h"
#include "tests/cli/example_report.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// Reports with the first scenario's first rows alone, which are read quickly.
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

TEST_F(CliCompare, FailsOnlyForSlowdownsPastTheLimit) {
    const std::string out = succeed("compare " + before_ + after_).out;
    EXPECT_THAT(out, HasSubstr("1 sure difference of"));
    EXPECT_THAT(out, HasSubstr("+30.0 % slower"));
    expectFault(runCli("compare --fail-above 5 " + before_ + after_),
                HasSubstr("the worst by 30.0 % (+"));
    succeed("compare --fail-above 40 " + before_ + after_);
    succeed("compare --fail-above 5 " + after_ + before_);  // faster
    succeed("compare --fail-above 5 " + before_ + before_);
    expectFault(runCli("compare --fail-above 5 " + before_ + other_),
                HasSubstr("no time could be compared"));
}

TEST_F(CliCompare, WritesATable) {
    EXPECT_THAT(succeed("compare " + before_ + other_ + "-o " + folder_.at("c.csv")).out,
                HasSubstr("Another GPU"));
    EXPECT_THAT(readFile(folder_ / "c.csv"), HasSubstr("median_ms_2"));
}

TEST_F(CliCompare, FaultsNameTheFileAndWhatIsWrong) {
    writeFile(folder_ / "bad.json", "{\"version\": 5");
    writeFile(folder_ / "old.json", "{\"version\": 3}");
    const std::string good = "compare " + before_;
    expectRefused(good + folder_.at("bad.json"), "bad.json: the JSON ends too early");
    expectRefused(good + folder_.at("old.json"), "version 3, and versions 4 to 5 are read");
    expectRefused(good + "nowhere.json", "nowhere.json: cannot be opened");
    expectRefused(good, "REPORT");
    expectRefused(good + after_ + "-o c.pdf", "the format of a comparison is .csv");
    expectRefused(good + after_ + "-o c.html",
                  "-o c.html: the HTML page of a comparison was removed, and .csv is written; "
                  "name a .csv file");
}

}  // namespace
}  // namespace sinew::test
