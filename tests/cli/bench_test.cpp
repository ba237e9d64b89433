// sinew-cli bench: reports that are complete, true to what happened, and kept when a run ends
// early.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "benchmarks/report.h"
#include "benchmarks/report_json.h"
#include "tests/cli/program.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using ::testing::HasSubstr;

const std::string kLightMannequin = shipped("mannequin_low.glb").string();

void expectTiming(const json& timing, uint32_t frames, uint32_t blocks) {
    ASSERT_TRUE(timing.is_object()) << timing;
    EXPECT_EQ(timing.at("count"), frames);
    EXPECT_GT(timing.at("median"), 0.0);
    EXPECT_LE(timing.at("p5"), timing.at("median"));
    EXPECT_LE(timing.at("median"), timing.at("p95"));
    EXPECT_GE(timing.at("mad"), 0.0);
    EXPECT_EQ(timing.at("blockMedians").size(), blocks);
}

/// Everything that the schema has to say against it.
std::string faultsBySchema(const json& report) {
    const json schemaJson = json::parse(reportSchema().dump());
    valijson::Schema schema;
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson),
                                            schema);
    valijson::ValidationResults results;
    valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report),
                                   &results);
    std::string faults;
    for (valijson::ValidationResults::Error error; results.popError(error);) {
        for (const std::string& place : error.context) faults += place;
        faults += ": " + error.description + "\n";
    }
    return faults;
}

TEST(GpuCliBench, WritesACompleteReportByItsSchema) {
    const TemporaryFolder folder;
    const Outcome run = runCli("bench " + kLightMannequin +
                               " --methods compute,vertex,cpu --instances 1,2 --passes 1,2 "
                               "--frames 8 --size 64x64 --details -o " +
                               (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    for (const char* word : {"GPU skin", "CPU pose", "GPU shadow", "frame time", "compute",
                             "vertex", "M vertices/s", "times sinew"}) {
        EXPECT_NE(run.out.find(word), std::string::npos) << word;
    }
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(faultsBySchema(report), "");
    EXPECT_EQ(report.at("version"), kReportVersion);
    EXPECT_FALSE(report.at("partial"));
    for (const char* key : {"name", "type", "driver", "vulkan"}) {
        EXPECT_FALSE(report.at("device").at(key).get<std::string>().empty()) << key;
    }
    EXPECT_FALSE(report.at("commit").get<std::string>().empty());
    ASSERT_EQ(report.at("sections").size(), 1u);
    const json& section = report.at("sections").at(0);
    EXPECT_EQ(section.at("verdicts").size(), 2u * 2u * kMeasures.size());
    std::map<uint32_t, size_t> kernels;  // by instances
    for (const json& kernel : section.at("kernels")) ++kernels[kernel.at("instances")];
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_GT(kernels[1], 5u);
    EXPECT_EQ(kernels[1], kernels[2]);
    ASSERT_EQ(section.at("rows").size(), 3u * 2u * 2u);
    const bool timestamps = report.at("device").at("timestamps");
    const bool counts = report.at("device").at("pipelineStatistics");
    for (const json& row : section.at("rows")) {
        SCOPED_TRACE(row.dump());
        const std::string choice = row.at("choice");
        const auto passes = row.at("passes").get<uint64_t>();
        EXPECT_EQ(row.at("reason"), "");
        EXPECT_TRUE(row.at("verified").at("withinTolerance"));
        for (const char* against : {"ofItself", "ofTruth"}) {
            EXPECT_LT(row.at("verified").at(against).at("positionOfExtent"), 1e-5) << against;
        }
        const json& steps = row.at("steps");
        EXPECT_EQ(steps.size(), kStepCount);
        expectTiming(steps.at("sample").at("cpuMs"), 8, 8);
        expectTiming(steps.at("pose").at("cpuMs"), 8, 8);
        for (const char* cpu : {"cpuTotalMs", "cpuRecordMs", "cpuSubmitMs", "cpuUploadMs"}) {
            expectTiming(row.at(cpu), 8, 8);
        }
        // What a method does not do is not measured, and not 0.
        EXPECT_EQ(steps.at("skin").at("gpuMs").is_null(), choice != "compute" || !timestamps);
        EXPECT_EQ(steps.at("skin").at("cpuMs").is_null(), choice == "vertex");
        EXPECT_EQ(steps.at("palette").at("gpuMs").is_null(), choice == "cpu" || !timestamps);
        EXPECT_EQ(steps.at("shadow").at("gpuMs").is_null(), passes == 1 || !timestamps);
        EXPECT_TRUE(steps.at("ui").at("gpuMs").is_null());
        if (timestamps) {
            expectTiming(steps.at("forward").at("gpuMs"), 8, 8);
            expectTiming(row.at("frameMs"), 8, 8);
        }
        const auto vertices = section.at("model").at("vertices").get<uint64_t>() *
                              row.at("instances").get<uint64_t>();
        EXPECT_EQ(row.at("verticesSkinned"), vertices * (choice == "vertex" ? passes : 1));
        if (counts) {
            EXPECT_GE(row.at("vertexInvocations"), vertices * passes);
        }
        EXPECT_GT(row.at("drawCalls"), 0);
        uint64_t held = 0;
        for (const json& bytes : row.at("heapBytes")) held += bytes.get<uint64_t>();
        EXPECT_GT(held, 0u);
        EXPECT_GT(row.at("cost").at("uploadedBytesPerInstance"), 0);
    }
}

// Who animates, samples and poses has the time of it, and nobody else.
TEST(GpuCliBench, AnAnimatedCrowdIsTimedByWhoPosesIt) {
    const TemporaryFolder folder;
    const Outcome run = runCli(
        "bench --scenario crowd-animated --methods compute,compute:gpu-poses --instances 2 "
        "--passes 1 --frames 8 --size 64x64 -o " +
        (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("compute:gpu-poses: poses on the GPU"));
    EXPECT_THAT(run.out, HasSubstr("each by mannequin.animator.json"));
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(faultsBySchema(report), "");
    const json& section = report.at("sections").at(0);
    EXPECT_EQ(section.at("model").at("animator"), "mannequin.animator.json");
    EXPECT_EQ(section.at("model").at("clip"), "");
    ASSERT_EQ(section.at("rows").size(), 2u);
    const bool timestamps = report.at("device").at("timestamps");
    for (const json& row : section.at("rows")) {
        SCOPED_TRACE(row.at("choice"));
        const bool onGpu = row.at("choice") == "compute:gpu-poses";
        EXPECT_TRUE(row.at("verified").at("withinTolerance"));
        const json& steps = row.at("steps");
        expectTiming(steps.at("animate").at("cpuMs"), 8, 8);
        EXPECT_EQ(steps.at("sample").at("cpuMs").is_null(), onGpu);
        EXPECT_EQ(steps.at("pose").at("gpuMs").is_null(), !onGpu || !timestamps);
        EXPECT_GE(row.at("cpuTotalMs").at("median"), steps.at("animate").at("cpuMs").at("median"));
    }
}

/// A stadium of a small figure, of which the camera sees about `kInView`.
constexpr uint64_t kInView = 20;
fs::path smallStadium(const TemporaryFolder& folder) {
    const fs::path file = folder / "stadium.json";
    writeFile(file, R"({"about": "A small stadium.", "models": [{"name": "figure",
                        "vertices": 200, "triangles": 300, "joints": 12}],
                        "choices": ["compute"], "instances": [5], "inView": 20, "passes": [1]})");
    return file;
}

TEST(GpuCliBench, AStadiumCountsListedInstances) {
    const TemporaryFolder folder;
    const Outcome run =
        runCli("bench --scenario " + smallStadium(folder).string() +
               " --methods compute:gpu-poses,vertex:gpu-poses:culled --instances 5,80 --passes 1,2 "
               "--frames 1 --seconds 0.01 --size 64x36 --details -o " +
               (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(faultsBySchema(report), "");
    const json& section = report.at("sections").at(0);
    const uint64_t vertices = section.at("model").at("vertices");
    size_t rows = 0;
    for (const json& row : section.at("rows")) {
        SCOPED_TRACE(row.dump().substr(0, 60));
        const json& listed = row.at("listed");
        ASSERT_EQ(listed.is_null(), row.at("choice") == "compute:gpu-poses");
        if (listed.is_null()) continue;
        ++rows;
        const uint64_t inView = listed.at("inView");
        if (row.at("instances") == 5) {
            EXPECT_EQ(inView, 5u);
        } else {
            EXPECT_GE(inView, kInView);
            EXPECT_LT(inView, 3 * kInView) << "instances at the border of the view count";
        }
        const bool shadow = row.at("passes") == 2;
        const uint64_t inShadow = shadow ? listed.at("inCascades").at(0).get<uint64_t>() : 0;
        EXPECT_EQ(listed.at("inCascades").size(), shadow ? 1u : 0u);
        EXPECT_GE(listed.at("skinned"), std::max(inView, inShadow));
        EXPECT_LE(listed.at("skinned"), inView + inShadow);
        EXPECT_EQ(row.at("verticesSkinned"), vertices * (inView + inShadow));
        EXPECT_TRUE(row.at("vertexMemory").is_null()) << "the passes skin";
    }
    EXPECT_EQ(rows, 4u);
    EXPECT_THAT(run.out, HasSubstr("skinned instances"));
}

TEST(GpuCliBench, AStadiumReportsMemoryAndPosesSavedByDetail) {
    const TemporaryFolder folder;
    const Outcome run =
        runCli("bench --scenario " + smallStadium(folder).string() +
               " --methods compute:gpu-poses,compute:gpu-poses:culled,compute:gpu-poses:lod,"
               "compute:gpu-poses:lod:rate --instances 80 --passes 1 --frames 1 --seconds 0.01 "
               "--size 64x36 --details -o " +
               (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(faultsBySchema(report), "");
    const json& section = report.at("sections").at(0);
    const uint64_t vertex = 20, vertices = section.at("model").at("vertices");
    const auto memory = [&](size_t row) { return section.at("rows").at(row).at("vertexMemory"); };
    const uint64_t all = 80 * vertices * vertex;
    EXPECT_EQ(memory(0), (json{{"heldBytes", all}, {"wantedBytes", all}, {"savedBytes", 0}}));
    const uint64_t skinned = section.at("rows").at(1).at("listed").at("skinned");
    EXPECT_EQ(memory(1), (json{{"heldBytes", all},
                               {"wantedBytes", skinned * vertices * vertex},
                               {"savedBytes", 0}}));
    const json& detail = section.at("rows").at(2).at("detail");
    EXPECT_EQ(memory(2).at("wantedBytes"), detail.at("verticesWanted").get<uint64_t>() * vertex);
    EXPECT_LT(memory(2).at("wantedBytes"), memory(1).at("wantedBytes"));
    EXPECT_EQ(
        memory(2).at("heldBytes").get<uint64_t>() + memory(2).at("savedBytes").get<uint64_t>(),
        all);
    // The crowd plays for some frames before the measured one, which poses a part of it.
    const json& rated = section.at("rows").at(3);
    EXPECT_GT(rated.at("rates").at("posed"), 0);
    EXPECT_LT(rated.at("rates").at("posed"), rated.at("listed").at("inView").get<uint64_t>() / 2);
    for (const char* line : {"per LOD", "coarser than needed", "skinned vertices"}) {
        EXPECT_THAT(run.out, HasSubstr(line));
    }
}

TEST(LongGpuCliBench, RatesAreThoseOfACrowdThatGoesOn) {
    const TemporaryFolder folder;
    const Outcome run =
        runCli("bench " + kLightMannequin +
               " --clip walk --methods compute:gpu-poses:lod:rate,vertex:gpu-poses:lod:rate "
               "--instances 400 "
               "--passes 1 --frames 200 --seconds 0.01 --size 32x18 -o " +
               (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const json report = json::parse(readFile(folder / "report.json"));
    for (const json& row : report.at("sections").at(0).at("rows")) {
        // Who begins the clip anew is posed at once.
        const json& rates = row.at("rates").at("atRates");
        EXPECT_EQ(rates, (json{rates.at(0), 0, 0, 400 - rates.at(0).get<int>()}));
        EXPECT_LT(rates.at(0), 30) << row.at("choice");
        EXPECT_GE(row.at("rates").at("posed"), 50) << row.at("choice");
        EXPECT_LT(row.at("rates").at("posed"), 80) << row.at("choice");
    }
}

TEST(LongGpuCliBench, ACrowdOfTenThousandWithLevelsOfDetailTakesNoMoreThan512MiB) {
    const TemporaryFolder folder;
    const Outcome run = runCli(
        "bench " + shipped("mannequin_high.glb").string() +
        " --methods compute:gpu-poses:culled,compute:gpu-poses:lod --instances 10000 --passes 1 "
        "--frames 2 --size 64x36 --assume-limits memory=512 --details -o " +
        (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const json report = json::parse(readFile(folder / "report.json"));
    EXPECT_EQ(faultsBySchema(report), "");
    const json& rows = report.at("sections").at(0).at("rows");
    const auto held = [&](size_t row) {
        return rows.at(row).at("cost").at("heldBytesPerInstance").get<double>() * 10000;
    };
    const double mebibyte = 1 << 20;
    EXPECT_THAT(rows.at(0).at("reason"), HasSubstr("has memory for at most 1"));
    EXPECT_GT(held(0), 2048 * mebibyte);
    EXPECT_EQ(rows.at(1).at("state"), "measured") << rows.at(1).at("reason");
    EXPECT_LT(held(1), 512 * mebibyte);
    // In full detail fewer fit.
    const json& verified = rows.at(1).at("verified");
    EXPECT_TRUE(verified.at("withinTolerance"));
    EXPECT_GT(verified.at("instances"), 1000);
    EXPECT_LT(verified.at("instances"), 2000);
    EXPECT_THAT(run.out, HasSubstr("verified instances"));
}

TEST(GpuCliBench, SettingsFallbacksAndRefusalsAreToldApart) {
    const TemporaryFolder folder;
    const Outcome run = runCli(
        "bench --quick --methods compute:u8x4,vertex-uniform:joints1,texture:dual-quaternion "
        "--instances 1 --passes 1 --frames 1 --seconds 0.01 --size 64x64 -o " +
        (folder / "report.json").string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    EXPECT_THAT(run.out, HasSubstr("skinned by cpu instead"));
    const json report = json::parse(readFile(folder / "report.json"));
    const json& rows = report.at("sections").at(0).at("rows");
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows.at(0).at("choice"), "compute:u8x4");
    EXPECT_EQ(rows.at(0).at("reason"), "");
    EXPECT_EQ(rows.at(0).at("cost").at("jointLimit"), 256);
    // Rounded weights are right for what they are, and further off than full precision may be.
    EXPECT_TRUE(rows.at(0).at("verified").at("withinTolerance"));
    EXPECT_GT(rows.at(0).at("verified").at("ofTruth").at("positionOfExtent"), 1e-5);
    EXPECT_EQ(rows.at(1).at("reason"), "");
    EXPECT_THAT(rows.at(1).at("note").get<std::string>(), HasSubstr("joint limit"));
    EXPECT_THAT(rows.at(2).at("reason").get<std::string>(),
                HasSubstr("supports only linear blending"));
    EXPECT_EQ(rows.at(2).at("state"), "not measured");
}

#ifdef SINEW_CHECKED

/// CPU times of the run's one row, by name: of its fastest frames, because a machine that is busy
/// with others slows a few of any step.
std::map<std::string, double> fastestCpu(const json& row) {
    std::map<std::string, double> fastest;
    for (const auto& step : row.at("steps").items()) {
        const json& cpu = step.value().at("cpuMs");
        if (!cpu.is_null()) fastest[step.key()] = cpu.at("p5");
    }
    fastest["upload"] = row.at("cpuUploadMs").at("p5");
    fastest["submit"] = row.at("cpuSubmitMs").at("p5");
    return fastest;
}

// This suite is a process of its own, because it mostly sleeps.
TEST(GpuCliBenchSteps, ASleepInAStepIsReportedThereAndNowhereElse) {
    // A busy machine needs less than half of it for the faster of two frames.
    constexpr int kSleepMs = 300;
    const TemporaryFolder folder;
    for (const std::string step :
         {"sample", "pose", "palette", "skin", "shadow", "forward", "upload", "submit"}) {
        SCOPED_TRACE(step);
        const Outcome run =
            runCli("bench " + kLightMannequin + " --quick --methods " +
                       (step == "skin" ? "cpu" : "compute") +
                       " --instances 1 --passes 2 --frames 2 --size 64x64 -o " +
                       (folder / "report.json").string(),
                   "SINEW_TEST_SLOW=" + step + ":" + std::to_string(kSleepMs) + " ");
        ASSERT_EQ(run.exitCode, 0) << run.error;
        const json report = json::parse(readFile(folder / "report.json"));
        const json& row = report.at("sections").at(0).at("rows").at(0);
        for (const auto& [name, fastest] : fastestCpu(row)) {
            if (name == step) {
                EXPECT_GE(fastest, kSleepMs);
            } else {
                EXPECT_LT(fastest, 0.5 * kSleepMs) << name;
            }
        }
        EXPECT_GE(row.at("cpuTotalMs").at("p5"), kSleepMs);
        if (!row.at("gpuTotalMs").is_null()) {
            EXPECT_LT(row.at("gpuTotalMs").at("p5"), 0.5 * kSleepMs);
        }
    }
}

TEST(GpuCliBench, AMethodThatIsWrongIsRefusedAndTheOthersAreTimed) {
    const TemporaryFolder folder;
    for (const char* wrong : {"compute", "vertex", "texture", "cpu"}) {
        const std::string right = wrong == std::string("compute") ? "cpu" : "compute";
        const Outcome run =
            runCli("bench " + kLightMannequin + " --quick --methods " + right + ',' + wrong +
                       " --instances 1 --passes 1 --frames 1 --seconds 0.01 --size 64x64 -o " +
                       (folder / "report.json").string(),
                   "SINEW_TEST_WRONG=" + std::string(wrong) + " ");
        ASSERT_EQ(run.exitCode, 0) << run.error;
        const json report = json::parse(readFile(folder / "report.json"));
        const json& rows = report.at("sections").at(0).at("rows");
        EXPECT_EQ(rows.size(), 2u);
        for (const json& row : rows) {
            const bool refused = row.at("choice") == wrong;
            EXPECT_EQ(row.at("state") == "wrong", refused) << row.at("choice");
            EXPECT_EQ(row.at("frameMs").is_null(), refused) << row.at("choice");
        }
        EXPECT_THAT(run.out,
                    HasSubstr(std::string(wrong) +
                              " is wrong and was not timed: error against the reference: "));
    }
}

TEST(GpuCliBench, AnInterruptedRunKeepsWhatWasMeasuredAndGoesOn) {
    const TemporaryFolder folder;
    const std::string report = (folder / "report.json").string();
    const auto bench = [](const std::string& methods, const std::string& frames) {
        return "bench " + kLightMannequin + " --quick --methods " + methods +
               " --instances 1,2,3,4 --passes 1 --seconds 0.01 --size 64x64 --frames " + frames;
    };
    const std::string options = bench("compute", "4") + " -o " + report;
    // The signal comes when the first point is in the report. Each frame sleeps, so that the other
    // points take seconds more and a busy machine delivers the signal before their end.
    const std::string error = (folder / "error").string();
    const Outcome stopped = runCli(options + " >/dev/null 2>" + error + " & program=$!; " +
                                       untilWritten(report) + "kill -INT $program; wait $program",
                                   "SINEW_TEST_SLOW=forward:300 ");
    EXPECT_EQ(stopped.exitCode, 128 + SIGINT) << stopped.error << readFile(error);
    EXPECT_THAT(readFile(error), HasSubstr("--resume"));
    const json before = json::parse(readFile(report));
    EXPECT_EQ(faultsBySchema(before), "");
    EXPECT_TRUE(before.at("partial"));
    const json& kept = before.at("sections").at(0).at("rows");
    ASSERT_GE(kept.size(), 1u);
    ASSERT_LT(kept.size(), 4u);

    // A run under other conditions does not continue the report.
    const Outcome other = runCli(bench("compute", "3") + " --resume " + report);
    EXPECT_EQ(other.exitCode, 1);
    EXPECT_THAT(other.lastError, HasSubstr("--resume: "));
    const Outcome otherWays = runCli(bench("vertex", "4") + " --resume " + report);
    EXPECT_EQ(otherWays.exitCode, 1);
    EXPECT_THAT(otherWays.lastError, HasSubstr("the scenario quick was 'compute;"));
    EXPECT_EQ(json::parse(readFile(report)), before);

    const Outcome whole = runCli(options + " --resume " + report);
    ASSERT_EQ(whole.exitCode, 0) << whole.error;
    const json after = json::parse(readFile(report));
    EXPECT_FALSE(after.at("partial"));
    const json& rows = after.at("sections").at(0).at("rows");
    ASSERT_EQ(rows.size(), 4u);
    for (size_t i = 0; i < kept.size(); ++i) EXPECT_EQ(rows.at(i), kept.at(i));
}

#endif

TEST(CliBench, OptionsThatDoNotGoTogetherEndAsOneLine) {
    struct Case {
        const char* arguments;
        const char* words;
    };
    for (const Case& c : std::initializer_list<Case>{
             {"bench -o report.txt",
              "has an unknown extension; name the report .json, .csv or .html"},
             {"bench -o report.md",
              "is Markdown, a format that was removed; name the report .json, .csv or .html"},
             {"bench --scenario nonsense",
              "choose a .json file or one of: crowd-animated, crowded-screen, default"},
             {"bench --scenario overlap", "scenario 'overlap' was removed after version 0.1.0"},
             {"bench --scenario nowhere.json", "cannot be opened"},
             {"bench --passes 9", "8"},
             {"bench --resume nowhere.json", "nowhere.json"},
             {"bench some.glb --scenario soldiers", "would not be measured"}}) {
        const Outcome run = runCli(c.arguments);
        EXPECT_EQ(run.exitCode, 1) << c.arguments;
        EXPECT_THAT(run.lastError, HasSubstr(c.words)) << c.arguments;
        EXPECT_EQ(run.out, "") << c.arguments;
    }
}

TEST(CliBench, ListsTheScenariosThatShip) {
    const Outcome run = runCli("bench --list");
    EXPECT_EQ(run.exitCode, 0);
    for (const char* name :
         {"default", "quick", "tutorial", "soldiers", "mmo-dungeon", "crowded-screen",
          "uniform-array", "sweep-instances", "sweep-passes"}) {
        EXPECT_THAT(run.out, HasSubstr(name));
    }
}

}  // namespace
}  // namespace sinew::test
