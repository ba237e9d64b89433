// Tests that the reports of sinew-cli bench are complete and correct.
#include <future>
#include <map>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "benchmarks/report/report.h"
#include "benchmarks/report/report_json.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using ::testing::HasSubstr;

void expectTiming(const Json& timing, uint32_t frames, uint32_t blocks) {
    ASSERT_TRUE(timing.is_object()) << timing;
    EXPECT_EQ(timing.at("count"), frames);
    EXPECT_GT(timing.at("median"), 0.0);
    EXPECT_LE(timing.at("p5"), timing.at("median"));
    EXPECT_LE(timing.at("median"), timing.at("p95"));
    EXPECT_GE(timing.at("mad"), 0.0);
    EXPECT_EQ(timing.at("blockMedians").size(), blocks);
}

/// Returns all violations of the report schema, as text.
std::string faultsBySchema(const Json& report) {
    const Json schemaJson = Json::parse(reportSchema().dump());
    valijson::Schema schema;
    valijson::SchemaParser().populateSchema(valijson::adapters::NlohmannJsonAdapter(schemaJson),
                                            schema);
    valijson::ValidationResults results;
    valijson::Validator().validate(schema, valijson::adapters::NlohmannJsonAdapter(report),
                                   &results);
    std::string faults;
    for (valijson::ValidationResults::Error error; results.popError(error);) {
        for (const std::string& context : error.context) faults += context;
        faults += ": " + error.description + "\n";
    }
    return faults;
}

/// The output of a successful run and its report, which conforms to the schema. `section` is the
/// only section of the report.
struct Benched {
    std::string out;
    Json report;
    Json section;
    const Json& rows() const { return section.at("rows"); }
};

Benched bench(const std::string& arguments, const std::string& environment = "") {
    const TemporaryFolder folder;
    Benched run{
        .out = succeed("bench " + arguments + " -o " + folder.at("report.json"), environment).out,
        .report = readJson(folder / "report.json"),
        .section = {}};
    EXPECT_EQ(faultsBySchema(run.report), "");
    EXPECT_EQ(run.report.at("sections").size(), 1u);
    run.section = run.report.at("sections").at(0);
    return run;
}

TEST(GpuCliBench, WritesACompleteReportByItsSchema) {
    const Benched run = bench(kLowMannequin +
                              " --methods compute,vertex,cpu --instances 1,2 --passes 1,2 "
                              "--frames 8 --size 64x64 --details");
    for (const char* word : {"GPU skin", "CPU pose", "GPU shadow", "frame time", "compute",
                             "vertex", "M vertices/s", "times sinew"}) {
        EXPECT_THAT(run.out, HasSubstr(word));
    }
    const Json &report = run.report, &section = run.section;
    Json partial = report;
    partial.at("partial") = true;
    EXPECT_EQ(faultsBySchema(partial), "");
    EXPECT_EQ(report.at("version"), kReportVersion);
    EXPECT_FALSE(report.at("partial"));
    for (const char* key : {"name", "type", "driver", "vulkan"}) {
        EXPECT_FALSE(report.at("device").at(key).get<std::string>().empty()) << key;
    }
    EXPECT_FALSE(report.at("commit").get<std::string>().empty());
    EXPECT_EQ(section.at("verdicts").size(), 2u * 2u * kMeasures.size());
    std::map<uint32_t, size_t> kernels;  // key: instance count
    for (const Json& kernel : section.at("kernels")) ++kernels[kernel.at("instances")];
    ASSERT_EQ(kernels.size(), 2u);
    EXPECT_GT(kernels[1], 5u);
    EXPECT_EQ(kernels[1], kernels[2]);
    ASSERT_EQ(section.at("rows").size(), 3u * 2u * 2u);
    const bool timestamps = report.at("device").at("timestamps");
    const bool counts = report.at("device").at("pipelineStatistics");
    for (const Json& row : section.at("rows")) {
        SCOPED_TRACE(row.dump());
        const std::string choice = row.at("choice");
        const auto passes = row.at("passes").get<uint64_t>();
        EXPECT_EQ(row.at("reason"), "");
        EXPECT_TRUE(row.at("verified").at("withinTolerance"));
        for (const char* against : {"ofItself", "ofTruth"}) {
            EXPECT_LT(row.at("verified").at(against).at("positionOfExtent"), 1e-5) << against;
        }
        const Json& steps = row.at("steps");
        EXPECT_EQ(steps.size(), kStepCount);
        expectTiming(steps.at("sample").at("cpuMs"), 8, 8);
        expectTiming(steps.at("pose").at("cpuMs"), 8, 8);
        for (const char* cpu : {"cpuTotalMs", "cpuRecordMs", "cpuSubmitMs", "cpuUploadMs"}) {
            expectTiming(row.at(cpu), 8, 8);
        }
        // The time of a step that a method does not have is null, not 0.
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
        uint64_t allocated = 0;
        for (const Json& bytes : row.at("heapBytes")) allocated += bytes.get<uint64_t>();
        EXPECT_GT(allocated, 0u);
        EXPECT_GT(row.at("cost").at("uploadedBytesPerInstance"), 0);
    }
}

// Every row has a CPU time of step animate. Only rows with CPU posing have a CPU time of step
// sample, and only rows with GPU posing have a GPU time of step pose.
TEST(GpuCliBench, AnAnimatedCrowdIsTimedByItsPosingProcessor) {
    const Benched run = bench(
        "--scenario crowd-animated --methods compute,compute:gpu-poses --instances 2 "
        "--passes 1 --frames 8 --size 64x64");
    EXPECT_THAT(run.out, HasSubstr("compute:gpu-poses: poses on the GPU"));
    EXPECT_THAT(run.out, HasSubstr("each by mannequin.animator.json"));
    const Json& section = run.section;
    EXPECT_EQ(section.at("model").at("animator"), "mannequin.animator.json");
    EXPECT_EQ(section.at("model").at("clip"), "");
    ASSERT_EQ(section.at("rows").size(), 2u);
    const bool timestamps = run.report.at("device").at("timestamps");
    for (const Json& row : run.rows()) {
        SCOPED_TRACE(row.at("choice"));
        const bool onGpu = row.at("choice") == "compute:gpu-poses";
        EXPECT_TRUE(row.at("verified").at("withinTolerance"));
        const Json& steps = row.at("steps");
        expectTiming(steps.at("animate").at("cpuMs"), 8, 8);
        EXPECT_EQ(steps.at("sample").at("cpuMs").is_null(), onGpu);
        EXPECT_EQ(steps.at("pose").at("gpuMs").is_null(), !onGpu || !timestamps);
        EXPECT_GE(row.at("cpuTotalMs").at("median"), steps.at("animate").at("cpuMs").at("median"));
    }
}

/// Runs a benchmark of a crowd of small figures, of which the camera sees about `kInView`.
constexpr uint64_t kInView = 20;
Benched benchStadium(const std::string& options) {
    const TemporaryFolder folder;
    writeFile(folder / "stadium.json", R"({"about": "A small stadium.", "models": [{"name":
        "figure", "vertices": 200, "triangles": 300, "joints": 12}],
        "choices": ["compute"], "instances": [5], "inView": 20, "passes": [1]})");
    return bench("--scenario " + folder.at("stadium.json") +
                 " --frames 1 --seconds 0.01 --size 64x36 --details " + options);
}

TEST(GpuCliBench, AStadiumCountsListedInstances) {
    const Benched run = benchStadium(
        "--methods compute:gpu-poses,vertex:gpu-poses:culled --instances 5,80 --passes 1,2");
    const Json& section = run.section;
    const uint64_t vertices = section.at("model").at("vertices");
    size_t rows = 0;
    for (const Json& row : section.at("rows")) {
        SCOPED_TRACE(row.dump().substr(0, 60));
        const Json& listed = row.at("listed");
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
    const Benched run = benchStadium(
        "--methods compute:gpu-poses,compute:gpu-poses:culled,compute:gpu-poses:lod,"
        "compute:gpu-poses:lod:rate --instances 80 --passes 1");
    const Json& section = run.section;
    const uint64_t vertex = 20, vertices = section.at("model").at("vertices");
    const auto memory = [&](size_t row) { return section.at("rows").at(row).at("vertexMemory"); };
    const uint64_t all = 80 * vertices * vertex;
    EXPECT_EQ(memory(0), (Json{{"heldBytes", all}, {"wantedBytes", all}, {"savedBytes", 0}}));
    const uint64_t skinned = section.at("rows").at(1).at("listed").at("skinned");
    EXPECT_EQ(memory(1), (Json{{"heldBytes", all},
                               {"wantedBytes", skinned * vertices * vertex},
                               {"savedBytes", 0}}));
    const Json& detail = section.at("rows").at(2).at("detail");
    EXPECT_EQ(memory(2).at("wantedBytes"), detail.at("verticesWanted").get<uint64_t>() * vertex);
    EXPECT_LT(memory(2).at("wantedBytes"), memory(1).at("wantedBytes"));
    EXPECT_EQ(
        memory(2).at("heldBytes").get<uint64_t>() + memory(2).at("savedBytes").get<uint64_t>(),
        all);
    // With `rate`, the crowd plays some frames before the measured frame. So the measured frame
    // poses only some of the visible instances.
    const Json& rated = section.at("rows").at(3);
    EXPECT_GT(rated.at("rates").at("posed"), 0);
    EXPECT_LT(rated.at("rates").at("posed"), rated.at("listed").at("inView").get<uint64_t>() / 2);
    for (const char* line : {"per LOD", "coarser than needed", "skinned vertices"}) {
        EXPECT_THAT(run.out, HasSubstr(line));
    }
}

TEST(LongGpuCliBench, ACrowdOfTenThousandWithLevelsOfDetailTakesNoMoreThan512MiB) {
    const Benched run = bench(
        shipped("mannequin_high.glb").string() +
        " --methods compute:gpu-poses:culled,compute:gpu-poses:lod --instances 10000 --passes 1 "
        "--frames 2 --size 64x36 --assume-limits memory=512 --details");
    const Json& rows = run.rows();
    const auto allocated = [&](size_t row) {
        return rows.at(row).at("cost").at("heldBytesPerInstance").get<double>() * 10000;
    };
    const double mebibyte = 1 << 20;
    EXPECT_THAT(rows.at(0).at("reason"), HasSubstr("has memory for at most 1"));
    EXPECT_GT(allocated(0), 2048 * mebibyte);
    EXPECT_EQ(rows.at(1).at("state"), "measured") << rows.at(1).at("reason");
    EXPECT_LT(allocated(1), 512 * mebibyte);
    // Verification compares vertices in full detail. The memory fits only some instances in full
    // detail.
    const Json& verified = rows.at(1).at("verified");
    EXPECT_TRUE(verified.at("withinTolerance"));
    EXPECT_GT(verified.at("instances"), 1000);
    EXPECT_LT(verified.at("instances"), 2000);
    EXPECT_THAT(run.out, HasSubstr("verified instances"));
}

TEST(GpuCliBench, SettingsFallbacksAndRefusalsAreDistinguished) {
    const Benched run = bench(
        "--quick --methods compute:u8x4,vertex-uniform:joints1,texture:dual-quaternion "
        "--instances 1 --passes 1 --frames 1 --seconds 0.01 --size 64x64");
    EXPECT_THAT(run.out, HasSubstr("skinned by cpu instead"));
    const Json& rows = run.rows();
    ASSERT_EQ(rows.size(), 3u);
    EXPECT_EQ(rows.at(0).at("choice"), "compute:u8x4");
    EXPECT_EQ(rows.at(0).at("reason"), "");
    EXPECT_EQ(rows.at(0).at("cost").at("jointLimit"), 256);
    // The errors of 8-bit weights are within the tolerance of the format, but larger than with full
    // precision.
    EXPECT_TRUE(rows.at(0).at("verified").at("withinTolerance"));
    EXPECT_GT(rows.at(0).at("verified").at("ofTruth").at("positionOfExtent"), 1e-5);
    EXPECT_EQ(rows.at(1).at("reason"), "");
    EXPECT_THAT(rows.at(1).at("note").get<std::string>(), HasSubstr("joint limit"));
    EXPECT_THAT(rows.at(2).at("reason").get<std::string>(),
                HasSubstr("supports only linear blending"));
    EXPECT_EQ(rows.at(2).at("state"), "not measured");
}

TEST(GpuCliBench, TracedShadowsWithoutRayQueriesAreARefusalOfEachMethod) {
    const Benched run = bench(
        "--quick --methods compute,vertex --instances 1 --shadows traced --frames 1 --seconds 0.01 "
        "--size 64x64 --assume-limits no-ray-query");
    for (const Json& row : run.rows()) {
        EXPECT_EQ(row.at("state"), "not measured");
        EXPECT_THAT(row.at("reason").get<std::string>(), HasSubstr("VK_KHR_ray_query"));
    }
}

#ifdef SINEW_CHECKED

/// Returns the CPU times of a row, by step. They are 5th percentiles, because other processes can
/// slow a few frames of any step.
std::map<std::string, double> fastestCpu(const Json& row) {
    std::map<std::string, double> fastest;
    for (const auto& step : row.at("steps").items()) {
        const Json& cpu = step.value().at("cpuMs");
        if (!cpu.is_null()) fastest[step.key()] = cpu.at("p5");
    }
    fastest["upload"] = row.at("cpuUploadMs").at("p5");
    fastest["submit"] = row.at("cpuSubmitMs").at("p5");
    return fastest;
}

// The runs are concurrent, because they mostly sleep.
TEST(GpuCliBenchSteps, ASleepInAStepIsReportedThereAndNowhereElse) {
    // Even on a busy machine, a step without the sleep takes less than half of this time in the
    // faster of the two frames.
    constexpr int kSleepMs = 300;
    std::map<std::string, std::future<Benched>> runs;
    for (const std::string step :
         {"sample", "pose", "palette", "skin", "shadow", "forward", "upload", "submit"}) {
        runs[step] = std::async(std::launch::async, [step, kSleepMs] {
            return bench(kLowMannequin + " --quick --methods " +
                             (step == "skin" ? "cpu" : "compute") +
                             " --instances 1 --passes 2 --frames 2 --size 64x64",
                         fmt::format("SINEW_TEST_SLOW={}:{} ", step, kSleepMs));
        });
    }
    for (auto& [step, result] : runs) {
        SCOPED_TRACE(step);
        const Benched run = result.get();
        const Json& row = run.rows().at(0);
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
    for (const std::string wrong : {"compute", "vertex", "texture", "cpu"}) {
        const Benched run = bench(
            kLowMannequin + " --quick --methods " + (wrong == "compute" ? "cpu," : "compute,") +
                wrong + " --instances 1 --passes 1 --frames 1 --seconds 0.01 --size 64x64",
            "SINEW_TEST_WRONG=" + wrong + ' ');
        const Json& rows = run.rows();
        EXPECT_EQ(rows.size(), 2u);
        for (const Json& row : rows) {
            const bool refused = row.at("choice") == wrong;
            EXPECT_EQ(row.at("state") == "wrong", refused) << row.at("choice");
            EXPECT_EQ(row.at("frameMs").is_null(), refused) << row.at("choice");
        }
        EXPECT_THAT(
            run.out,
            HasSubstr(wrong + " is wrong and was not timed: error against the reference: "));
    }
}

#endif

TEST(CliBench, OptionsThatDoNotGoTogetherEndAsOneLine) {
    for (const auto& [options, words] : std::initializer_list<std::pair<const char*, const char*>>{
             {"-o report.txt", "has an unknown extension; name the report .json, .csv or .html"},
             {"-o report.md",
              "is Markdown, a format that was removed; name the report .json, .csv or .html"},
             {"--scenario nonsense",
              "choose a .json file or one of: crowd-animated, crowded-screen, default"},
             {"--scenario overlap", "scenario 'overlap' was removed after version 0.1.0"},
             {"--scenario nowhere.json", "cannot be opened"},
             {"--passes 9", "8"},
             {"--resume nowhere.json", "nowhere.json"},
             {"some.glb --scenario soldiers", "would not be measured"}}) {
        expectRefused(std::string("bench ") + options, words);
    }
}

TEST(CliBench, ListsTheScenariosThatShip) {
    const std::string out = succeed("bench --list").out;
    for (const char* name :
         {"default", "quick", "tutorial", "soldiers", "mmo-dungeon", "crowded-screen",
          "uniform-array", "sweep-instances", "sweep-passes"}) {
        EXPECT_THAT(out, HasSubstr(name));
    }
}

}  // namespace
}  // namespace sinew::test
