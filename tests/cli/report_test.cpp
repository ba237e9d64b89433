// sinew-cli bench: a report that is complete, and words that the figures bear out.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "benchmarks/verdict_two.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

using nlohmann::json;

void expectSummary(const json& summary, uint32_t frames) {
    ASSERT_TRUE(summary.is_object()) << summary;
    EXPECT_EQ(summary.at("count"), frames);
    EXPECT_GT(summary.at("median"), 0.0);
    EXPECT_LE(summary.at("p5"), summary.at("median"));
    EXPECT_LE(summary.at("median"), summary.at("p95"));
    EXPECT_GE(summary.at("mad"), 0.0);
}

TEST(GpuCliBench, QuickWritesACompleteReport) {
    const TemporaryFolder folder;
    const Outcome run = runCli(
        "bench --quick --methods compute,vertex,cpu --instances 1,2 --cascades 1,2 --frames 5 "
        "--size 64x64 -o " +
        (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    for (const char* word : {"GPU skin", "CPU pose", "GPU shadow", "frame", "compute", "vertex"}) {
        EXPECT_NE(run.out.find(word), std::string::npos) << word;
    }
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(report.at("version"), 2);
    for (const char* key : {"name", "type", "driver", "vulkan"}) {
        EXPECT_FALSE(report.at("device").at(key).get<std::string>().empty()) << key;
    }
    EXPECT_FALSE(report.at("program").at("commit").get<std::string>().empty());
    EXPECT_FALSE(report.at("machine").at("os").get<std::string>().empty());
    EXPECT_FALSE(report.at("machine").at("cpu").get<std::string>().empty());
    EXPECT_EQ(report.at("options").at("gpuTimer"), "serialised");
    EXPECT_EQ(report.at("options").at("instances"), json({1, 2}));
    EXPECT_EQ(report.at("verdicts").size(), 2u * 2u * 2u);
    ASSERT_EQ(report.at("rows").size(), 3u * 2u * 2u);
    const bool timestamps = report.at("device").at("timestamps");
    for (const json& row : report.at("rows")) {
        SCOPED_TRACE(row.dump());
        EXPECT_TRUE(row.at("measured"));
        EXPECT_TRUE(row.at("verified").at("withinTolerance"));
        for (const char* against : {"ofItself", "ofTruth"}) {
            EXPECT_LT(row.at("verified").at(against).at("positionOfExtent"), 1e-5) << against;
        }
        EXPECT_EQ(row.at("choice"), row.at("method"));
        EXPECT_TRUE(row.at("resolutionNote").is_null());
        const json& steps = row.at("steps");
        EXPECT_EQ(steps.size(), 10u);
        expectSummary(steps.at("sample").at("cpuMs"), 5);
        expectSummary(steps.at("pose").at("cpuMs"), 5);
        expectSummary(row.at("cpuTotalMs"), 5);
        const std::string method = row.at("method");
        // What a method does not do is not measured, and not 0.
        EXPECT_EQ(steps.at("skin").at("gpuMs").is_null(), method != "compute" || !timestamps);
        EXPECT_EQ(steps.at("skin").at("cpuMs").is_null(), method == "vertex");
        EXPECT_EQ(steps.at("palette").at("gpuMs").is_null(), method == "cpu" || !timestamps);
        EXPECT_TRUE(steps.at("ui").at("gpuMs").is_null());
        if (timestamps) {
            expectSummary(steps.at("shadow").at("gpuMs"), 5);
            expectSummary(steps.at("forward").at("gpuMs"), 5);
            expectSummary(row.at("frameMs"), 5);
        }
        EXPECT_GT(row.at("drawCalls"), 0);
        EXPECT_GT(row.at("deviceBytes"), 0);
        const uint64_t passes =
            method == "vertex" ? 1 + row.at("cascades").get<uint64_t>() : uint64_t{1};
        EXPECT_EQ(row.at("verticesSkinned"), report.at("model").at("vertices").get<uint64_t>() *
                                                 row.at("instances").get<uint64_t>() * passes);
        // What was counted and what was added up from layouts.
        const json& cost = row.at("cost");
        EXPECT_EQ(cost.at("passes"), row.at("cascades").get<uint32_t>() + 1);
        EXPECT_EQ(cost.at("dispatches"), row.at("dispatches"));
        EXPECT_EQ(cost.at("verticesSkinnedPerInstance").get<uint64_t>() *
                      row.at("instances").get<uint64_t>(),
                  row.at("verticesSkinned"));
        EXPECT_GT(cost.at("uploadedBytesPerInstance"), 0);
        EXPECT_FALSE(cost.at("cannot").empty());
    }
}

TEST(GpuCliBench, SettingsFallbacksAndRefusalsAreToldApart) {
    const TemporaryFolder folder;
    const Outcome run = runCli(
        "bench --quick --methods compute:u8x4,vertex-uniform:joints1,texture:dual-quaternion "
        "--instances 1 --cascades 1 --frames 4 --size 64x64 -o " +
        (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    EXPECT_NE(run.out.find("skinned by cpu instead"), std::string::npos) << run.out;
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(report.at("options").at("choices").size(), 3u);
    const json& reduced = report.at("rows").at(0);
    EXPECT_EQ(reduced.at("method"), "compute");
    EXPECT_EQ(reduced.at("choice"), "compute:u8x4");
    EXPECT_TRUE(reduced.at("measured"));
    EXPECT_EQ(reduced.at("cost").at("jointLimit"), 256);
    // Rounded weights are right for what they are, and further off than full precision may be.
    EXPECT_TRUE(reduced.at("verified").at("withinTolerance"));
    EXPECT_GT(reduced.at("verified").at("ofTruth").at("positionOfExtent"), 1e-5);
    const json& fallback = report.at("rows").at(1);
    EXPECT_TRUE(fallback.at("measured"));
    EXPECT_NE(fallback.at("resolutionNote").get<std::string>().find("joint limit"),
              std::string::npos);
    EXPECT_EQ(fallback.at("cost").at("choice").get<std::string>().rfind("cpu", 0), 0u);
    const json& refused = report.at("rows").at(2);
    EXPECT_FALSE(refused.at("measured"));
    EXPECT_NE(refused.at("notMeasuredBecause").get<std::string>().find("blends linearly"),
              std::string::npos);
}

const SkinChoice kCompute{Method::compute, {.influences = InfluenceFormat::u8x4}};
const SkinChoice kVertex{.method = Method::vertex};

BenchmarkRow rowWith(const SkinChoice& choice, const std::vector<double>& frameMs) {
    BenchmarkRow row{.choice = choice, .frameMs = frameMs, .gpuMs = frameMs};
    row.frame = summarize(frameMs);
    row.gpuTotal = row.frame;
    return row;
}

BenchmarkRun runOf(const std::vector<double>& compute, const std::vector<double>& vertex) {
    return {.options = {.choices = {kCompute, kVertex},
                        .frames = static_cast<uint32_t>(compute.size())},
            .blocks = 5,
            .rows = {rowWith(kCompute, compute), rowWith(kVertex, vertex)}};
}

TEST(Verdict, ConstantLeadOverAChangingLoadWins) {
    // Frames differ by far more than methods do; the same frame does not.
    const auto verdicts = judge(runOf({1, 5, 9, 2, 6}, {1.5, 5.5, 9.6, 2.5, 6.4}));
    ASSERT_EQ(verdicts.size(), 2u);
    EXPECT_EQ(verdicts[0].winner, kCompute);
    EXPECT_EQ(verdicts[0].words.rfind("compute:u8x4 wins", 0), 0u);
}

TEST(Verdict, DifferenceWithinTheNoiseIsNoWin) {
    const auto verdicts = judge(runOf({1, 1, 1, 1, 1}, {1.5, 0.2, 1.9, 1.1, 0.9}));
    EXPECT_FALSE(verdicts[0].winner.has_value());
    EXPECT_NE(verdicts[0].words.find("noise"), std::string::npos);
}

TEST(Verdict, LeadThatIsLostInOneBlockIsNoWin) {
    const auto verdicts = judge(runOf({1, 1, 1, 1, 3}, {2, 2, 2, 2, 2}));
    EXPECT_FALSE(verdicts[0].winner.has_value());
    EXPECT_NE(verdicts[0].words.find("changed places"), std::string::npos);
}

TEST(Verdict, TooFewFramesAreNoWin) {
    BenchmarkRun run = runOf({1, 1, 1, 1, 1}, {2, 2, 2, 2, 2});
    run.blocks = 1;
    const auto verdicts = judge(run);
    EXPECT_FALSE(verdicts[0].winner.has_value());
    EXPECT_NE(verdicts[0].words.find("too few frames"), std::string::npos);
}

TEST(Verdict, MethodThatWasNotMeasuredIsNotRanked) {
    BenchmarkRun run = runOf({1, 1, 1, 1, 1}, {});
    run.rows[1].notMeasured = "wrong";
    const auto verdicts = judge(run);
    EXPECT_FALSE(verdicts[0].winner.has_value());
    EXPECT_EQ(verdicts[0].words.rfind("compute:u8x4 alone", 0), 0u);
}

}  // namespace
}  // namespace sinew::test
