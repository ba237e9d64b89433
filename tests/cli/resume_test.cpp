// Tests that --resume continues a run only with the same model, byte for byte, and the same
// options.
#include <csignal>

#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// Fixture with the report of a run of two crowds that was interrupted before the second one.
class GpuCliResume : public testing::Test {
protected:
    GpuCliResume() {
        fs::copy_file(shipped("mannequin_low.glb"), model_);
        fs::copy_file(shipped("props/sword.glb"), folder_ / "prop.glb");
        static const std::string begun = begin();
        writeFile(report_, begun_ = begun);
    }

    std::string bench(const fs::path& model, const std::string& options,
                      const std::string& joint = "hand_right") const {
        return "bench " + model.string() + " --hold " + folder_.at("prop.glb") + '@' + joint +
               " --quick --passes 1 --seconds 0.01 --size 64x64 " + options;
    }
    std::string resume(const std::string& command) const {
        return command + " --resume " + report_.string();
    }
    void expectOther(const std::string& command, const std::string& words) const {
        expectFault(runCli(resume(command)), AllOf(HasSubstr("--resume: "), HasSubstr(words)));
        EXPECT_EQ(readFile(report_), begun_) << command;
    }
    void makePartial(Json& report) const {
        report.at("partial") = true;
        writeFile(report_, report.dump());
    }

    static constexpr const char* kOptions = "--methods compute --instances 1,2 --frames 1";
    TemporaryFolder folder_;
    fs::path model_ = folder_ / "m.glb";
    fs::path report_ = folder_ / "report.json";
    std::string begun_;  // the report of the interrupted run

private:
    std::string begin() const {
        succeed(bench(model_, kOptions) + " -o " + report_.string());
        Json report = readJson(report_);
        const Json& model = report.at("sections").at(0).at("model");
        EXPECT_EQ(model.at("contentHash").get<std::string>().size(), 16u);
        EXPECT_EQ(model.at("name"), "m.glb + prop.glb@hand_right");
        Json& rows = report.at("sections").at(0).at("rows");
        EXPECT_EQ(rows.size(), 2u);
        rows.erase(1);
        makePartial(report);
        return readFile(report_);
    }
};

TEST_F(GpuCliResume, ContinuesIfNothingChanged) {
    succeed(resume(bench(model_, kOptions)));
    const Json report = readJson(report_);
    EXPECT_FALSE(report.at("partial"));
    EXPECT_EQ(report.at("sections").size(), 1u);
    const Json& rows = report.at("sections").at(0).at("rows");
    ASSERT_EQ(rows.size(), 2u);
    EXPECT_EQ(rows.at(0), Json::parse(begun_).at("sections").at(0).at("rows").at(0));
}

TEST_F(GpuCliResume, KernelsGoOnWithTheCrowdThatLacksThem) {
    writeFile(folder_ / "mine.json",
              R"({"about": "Kernels.", "models": [{"users": true}], "choices": ["vertex"],
                  "instances": [1, 2], "passes": [1], "kernels": true})");
    const std::string command = bench(model_, "--frames 1 --scenario " + folder_.at("mine.json"));
    succeed(command + " -o " + report_.string());
    Json begun = readJson(report_);
    Json& kernels = begun.at("sections").at(0).at("kernels");
    const Json all = kernels;
    while (kernels.back().at("instances") == 2) kernels.erase(kernels.size() - 1);
    ASSERT_EQ(2 * kernels.size(), all.size());
    makePartial(begun);

    succeed(resume(command));
    const Json report = readJson(report_);
    EXPECT_FALSE(report.at("partial"));
    const Json& now = report.at("sections").at(0).at("kernels");
    ASSERT_EQ(now.size(), all.size());
    for (size_t i = 0; i < now.size(); ++i) {
        EXPECT_EQ(now[i].at("name"), all[i].at("name"));
        EXPECT_EQ(now[i].at("instances"), all[i].at("instances"));
        if (i < kernels.size()) {
            EXPECT_EQ(now[i], kernels[i]);
        }
    }
}

TEST_F(GpuCliResume, RefusesARunOfOtherOptionsOrOtherFiles) {
    const std::string options = kOptions;
    expectOther(bench(model_, "--methods compute --instances 1,3 --frames 1"), "instances 1,2; ");
    expectOther(bench(model_, "--methods vertex --instances 1,2 --frames 1"), "'compute; ");
    expectOther(bench(model_, "--methods compute --instances 1,2 --frames 3"), "frames");
    expectOther(bench(model_, options + " --assume-limits no-timestamps"), "limits");
    expectOther(bench(shipped("serpent.glb"), options, "head"), "the model was 'm.glb");
    expectOther(bench(model_, options + " --clip rest"), "the model was 'm.glb");
    expectOther(bench(model_, options, "hand_left"), "the model was 'm.glb");
    // Each file gets one more byte, but all counts stay the same.
    for (const fs::path& file : {model_, folder_ / "prop.glb"}) {
        const std::string bytes = readFile(file);
        writeFile(file, bytes + '\0');
        expectOther(bench(model_, options), "the model was 'm.glb + prop.glb@hand_right (content ");
        writeFile(file, bytes);
    }
}

#ifdef SINEW_CHECKED

TEST_F(GpuCliResume, APieceThatTakesForeverIsEndedWithWhatWasMeasured) {
    const fs::path page = folder_ / "page.html";
    const std::vector<std::string> names = namesIn(folder_.path());
    for (const auto& [signal, number] : {std::pair("INT", SIGINT), std::pair("TERM", SIGTERM)}) {
        // The second crowd's first frame would take an hour.
        const Outcome run = runShell(
            "SINEW_TEST_SLOW=forward:3600000 '" SINEW_CLI "' " + resume(bench(model_, kOptions)) +
            " -o " + report_.string() + " -o " + page.string() + " & program=$!; " +
            untilWritten(page) + "kill -" + signal + " $program; wait $program");
        EXPECT_EQ(run.exitCode, 128 + number) << run.error;
        EXPECT_THAT(run.error, HasSubstr("interrupted; add --resume "));
        EXPECT_THAT(run.out, HasSubstr("m.glb"));
        const Json report = readJson(report_);
        EXPECT_TRUE(report.at("partial"));
        EXPECT_EQ(report.at("sections").at(0).at("rows").size(), 1u);
        fs::remove(page);
    }
    EXPECT_EQ(namesIn(folder_.path()), names);
}

#endif

}  // namespace
}  // namespace sinew::test
