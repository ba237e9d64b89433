// A run goes on only where it was begun: the same model, byte for byte, asked for the same things.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// A run of two crowds that lost its second, as if it had been interrupted there.
class GpuCliResume : public testing::Test {
protected:
    static void SetUpTestSuite() {
        const TemporaryFolder folder;
        const fs::path model = folder / "m.glb", file = folder / "report.json";
        fs::copy_file(shipped("mannequin_low.glb"), model);
        const Outcome run = runCli(bench(model, kOptions) + " -o " + file.string());
        ASSERT_EQ(run.exitCode, 0) << run.error;
        json report = json::parse(readFile(file));
        EXPECT_EQ(
            report.at("sections").at(0).at("model").at("contentHash").get<std::string>().size(),
            16u);
        report.at("partial") = true;
        json& rows = report.at("sections").at(0).at("rows");
        ASSERT_EQ(rows.size(), 2u);
        rows.erase(1);
        begun_ = report.dump();
    }
    void SetUp() override {
        ASSERT_NE(begun_, "") << "no report of an interrupted run";
        fs::copy_file(shipped("mannequin_low.glb"), model_);
        writeFile(report_, begun_);
    }

    static std::string bench(const fs::path& model, const std::string& options) {
        return "bench " + model.string() +
               " --quick --passes 1 --frames 1 --seconds 0.01 --size 64x64 " + options;
    }
    std::string resume(const fs::path& model, const std::string& options) const {
        return bench(model, options) + " --resume " + report_.string();
    }
    void expectRefused(const fs::path& model, const std::string& options,
                       const std::string& words) const {
        const Outcome run = runCli(resume(model, options));
        EXPECT_EQ(run.exitCode, 1) << options;
        EXPECT_THAT(run.lastError, AllOf(HasSubstr("--resume: "), HasSubstr(words)));
        EXPECT_EQ(readFile(report_), begun_) << options;
    }

    static constexpr const char* kOptions = "--methods compute --instances 1,2";
    TemporaryFolder folder_;
    fs::path model_ = folder_ / "m.glb";
    fs::path report_ = folder_ / "report.json";
    static inline std::string begun_;  // the report of the interrupted run
};

TEST_F(GpuCliResume, GoesOnWhereNothingChanged) {
    const Outcome run = runCli(resume(model_, kOptions));
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const json report = json::parse(readFile(report_));
    EXPECT_FALSE(report.at("partial"));
    EXPECT_EQ(report.at("sections").size(), 1u);
    const json& rows = report.at("sections").at(0).at("rows");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows.at(0), json::parse(begun_).at("sections").at(0).at("rows").at(0));
}

TEST_F(GpuCliResume, KernelsGoOnWithTheCrowdThatLacksThem) {
    const fs::path scenario = folder_ / "mine.json";
    writeFile(scenario, R"({"about": "Kernels.", "models": [{"users": true}], "choices": ["vertex"],
                            "instances": [1, 2], "passes": [1], "kernels": true})");
    const std::string asked = "--scenario " + scenario.string();
    ASSERT_EQ(runCli(bench(model_, asked) + " -o " + report_.string()).exitCode, 0);
    json begun = json::parse(readFile(report_));
    json& kernels = begun.at("sections").at(0).at("kernels");
    const json all = kernels;
    while (kernels.back().at("instances") == 2) kernels.erase(kernels.size() - 1);
    ASSERT_EQ(2 * kernels.size(), all.size());
    const json first = kernels;
    begun.at("partial") = true;
    writeFile(report_, begun.dump());

    const Outcome run = runCli(resume(model_, asked));
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const json report = json::parse(readFile(report_));
    EXPECT_FALSE(report.at("partial"));
    const json& now = report.at("sections").at(0).at("kernels");
    ASSERT_EQ(now.size(), all.size());
    for (size_t i = 0; i < now.size(); ++i) {
        EXPECT_EQ(now[i].at("name"), all[i].at("name"));
        EXPECT_EQ(now[i].at("instances"), all[i].at("instances"));
        if (i < first.size()) {
            EXPECT_EQ(now[i], first[i]);
        }
    }
}

TEST_F(GpuCliResume, RefusesWhatItDoesNotGoTogetherWith) {
    expectRefused(model_, "--methods compute --instances 1,3", "instances 1,2; ");
    expectRefused(model_, "--methods vertex --instances 1,2", "'compute; ");
    expectRefused(model_, std::string(kOptions) + " --assume-limits no-timestamps", "limits");
    expectRefused(shipped("serpent.glb"), kOptions, "the model was 'm.glb");
    expectRefused(model_, std::string(kOptions) + " --clip rest", "the model was 'm.glb");
    // One byte more, and everything that is counted the same.
    writeFile(model_, readFile(model_) + '\0');
    expectRefused(model_, kOptions, "the model was 'm.glb (content ");
}

#ifdef SINEW_CHECKED

TEST_F(GpuCliResume, APieceThatTakesForeverIsEndedWithWhatWasMeasured) {
    const fs::path page = folder_ / "page.html";
    for (const auto& [signal, number] : {std::pair("INT", SIGINT), std::pair("TERM", SIGTERM)}) {
        // The second crowd's first frame would take an hour.
        const Outcome run =
            runShell("SINEW_TEST_SLOW=forward:3600000 '" SINEW_CLI "' " + resume(model_, kOptions) +
                     " -o " + report_.string() + " -o " + page.string() + " & program=$!; " +
                     untilWritten(page) + "kill -" + signal + " $program; wait $program");
        EXPECT_EQ(run.exitCode, 128 + number) << run.error;
        EXPECT_THAT(run.error, HasSubstr("interrupted; add --resume "));
        EXPECT_THAT(run.out, HasSubstr("m.glb"));
        const json report = json::parse(readFile(report_));
        EXPECT_TRUE(report.at("partial"));
        EXPECT_EQ(report.at("sections").at(0).at("rows").size(), 1u);
        fs::remove(page);
    }
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_.path()), fs::directory_iterator()), 2);
}

#endif

}  // namespace
}  // namespace sinew::test
