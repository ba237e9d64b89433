// Tests benchmarks of frames with several models.
#include "benchmarks/report/report_json.h"
#include "benchmarks/run/suite.h"
#include "benchmarks/verdict/summary.h"
#include "renderer/device/instance.h"
#include "skinning/animator/animator_file.h"
#include "skinning/gltf/import.h"
#include "tests/cli/commands.h"

namespace sinew {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> bytesOf(std::span<const PoseRequest> requests) {
    std::vector<std::string> bytes;
    for (const PoseRequest& request : requests) {
        bytes.emplace_back(reinterpret_cast<const char*>(&request), sizeof(request));
    }
    return bytes;
}

std::shared_ptr<const Model> shippedModel(const char* name) {
    return std::make_shared<const Model>(importGltf(test::shipped(name)));
}

MeasuredModel figure(uint32_t vertices, uint32_t joints, const char* clip) {
    Model model =
        makeFigure({.vertices = vertices, .triangles = vertices * 3 / 2, .joints = joints});
    model.clips[0].name = clip;
    return {.model = std::make_shared<const Model>(std::move(model)), .clip = 0};
}

constexpr const char* kChoices = "compute:3x4-fp16,vertex-uniform:joints24,compute:culled:lod";

class GpuSeveralBench : public ::testing::Test {
protected:
    Section measure(const std::vector<MeasuredModel>& models, uint32_t instances,
                    const char* choices = kChoices, bool kernels = false) const {
        const Scenario scenario{.name = "several",
                                .choices = parseChoices(choices),
                                .instances = {instances},
                                .passes = {2},
                                .kernels = kernels};
        const Conditions conditions{
            .frames = 1, .seconds = 0.01, .blocks = 1, .width = 64, .height = 64, .samples = 1};
        SectionRunner runner(device_, {.models = models, .name = "these"}, scenario, conditions,
                             {});
        while (runner.advance()) {
        }
        return runner.section();
    }

    Instance instance_ = Instance::create({});
    Device device_ = Device::create(chooseDevice(instance_, VK_NULL_HANDLE, ""), false);
    MeasuredModel small_ = figure(150, 30, "walk");
    MeasuredModel large_ = figure(260, 53, "trot");
};

TEST_F(GpuSeveralBench, RowsAreOfAllModelsTogether) {
    const Section of2 = measure({small_}, 2), of1 = measure({large_}, 1);
    const Section both = measure({small_, large_}, 3, kChoices, true);
    EXPECT_EQ(both.model.models, 2u);
    EXPECT_EQ(both.model.vertices, of2.model.vertices + of1.model.vertices);
    EXPECT_EQ(both.model.joints, of2.model.joints + of1.model.joints);
    EXPECT_EQ(both.model.mostInfluences,
              std::max(of2.model.mostInfluences, of1.model.mostInfluences));
    EXPECT_THAT(factsText(both.model),
                AllOf(HasSubstr("2 models, together"), HasSubstr("clip walk, trot")));
    EXPECT_TRUE(both.kernels.empty());
    ASSERT_EQ(of2.rows.size(), 3u);
    ASSERT_EQ(of1.rows.size(), 3u);
    ASSERT_EQ(both.rows.size(), 3u);
    for (size_t i = 0; i < both.rows.size(); ++i) {
        const Row &row = both.rows[i], &a = of2.rows[i], &b = of1.rows[i];
        SCOPED_TRACE(choiceText(row.choice));
        ASSERT_EQ(row.state, RowState::measured) << row.reason;
        const auto mean = [&](double RowCost::*value) {
            return (2 * a.cost.*value + b.cost.*value) / 3;
        };
        if (!row.listed) {  // culled: cameras differ, so other instances are visible
            EXPECT_DOUBLE_EQ(row.cost.movedPerInstance, mean(&RowCost::movedPerInstance));
            EXPECT_DOUBLE_EQ(row.cost.uploadedPerInstance, mean(&RowCost::uploadedPerInstance));
        }
        EXPECT_DOUBLE_EQ(row.cost.allocatedPerModel,
                         a.cost.allocatedPerModel + b.cost.allocatedPerModel);
        const double vertices = (2.0 * a.cost.skinReadPerVertex * of2.model.vertices +
                                 b.cost.skinReadPerVertex * of1.model.vertices) /
                                (2.0 * of2.model.vertices + of1.model.vertices);
        EXPECT_DOUBLE_EQ(row.cost.skinReadPerVertex, vertices);
        ASSERT_TRUE(row.verification);
        EXPECT_FALSE(row.verification->instances) << "all that are drawn";
    }
    EXPECT_THAT(both.rows[1].note, AllOf(HasSubstr(of2.rows[1].note), HasSubstr(of1.rows[1].note)));
    EXPECT_EQ(both.rows[0].verticesSkinned,
              of2.rows[0].verticesSkinned + of1.rows[0].verticesSkinned);
    EXPECT_DOUBLE_EQ(
        both.rows[0].cost.allocatedPerInstance,
        (2 * of2.rows[0].cost.allocatedPerInstance + of1.rows[0].cost.allocatedPerInstance) / 3);
    EXPECT_EQ(both.rows[2].detail->verticesOfAll,
              of2.rows[2].detail->verticesOfAll + of1.rows[2].detail->verticesOfAll);
}

TEST_F(GpuSeveralBench, ATextureIsVerifiedBetweenItsFramesToo) {
    const Section section = measure({small_}, 1, "compute,texture");
    ASSERT_TRUE(section.rows.at(0).verification && section.rows.at(1).verification);
    EXPECT_LT(section.rows[0].verification->ofTruth.position, 1e-6);
    EXPECT_GT(section.rows[1].verification->ofTruth.position, 1e-5);
}

TEST_F(GpuSeveralBench, TheWorstErrorOfAnyModelIsReported) {
    const auto errors = [&](const std::vector<MeasuredModel>& models) {
        const Section section =
            measure(models, static_cast<uint32_t>(models.size()), "compute:3x4-fp16");
        const std::optional<RowVerification>& found = section.rows.at(0).verification;
        EXPECT_TRUE(found) << section.rows.at(0).reason;
        return found ? std::pair(found->ofItself.position, found->ofTruth.position)
                     : std::pair(0.0, 0.0);
    };
    const auto small = errors({small_}), large = errors({large_});
    ASSERT_NE(small, large);
    const std::pair worst(std::max(small.first, large.first), std::max(small.second, large.second));
    EXPECT_EQ(errors({small_, large_}), worst);
    EXPECT_EQ(errors({large_, small_}), worst);
}

TEST_F(GpuSeveralBench, AWrongModelIsReportedAtAnyIndex) {
    Model broken = *large_.model;
    for (float& value : broken.clips[0].values) value = 1e30f;
    const MeasuredModel worse{.model = std::make_shared<const Model>(broken), .clip = 0};
    for (const Row& row : measure({small_, worse}, 2).rows) {
        EXPECT_EQ(row.state, RowState::notMeasured) << choiceText(row.choice);
        EXPECT_THAT(row.reason, HasSubstr(broken.name));
    }
}

TEST(SeveralBench, OnlyTheFirstOfManyNamesAreShown) {
    std::vector<MeasuredModel> models;
    for (const char* clip : {"a", "b", "c", "b", "d", "e"}) models.push_back(figure(600, 30, clip));
    EXPECT_EQ(factsOf({.models = models}).clip, "a, b, c and 2 more");
}

TEST_F(GpuSeveralBench, FewerInstancesThanModelsLeaveSomeOut) {
    const Section both = measure({small_, large_}, 1, "compute");
    ASSERT_EQ(both.rows[0].state, RowState::measured) << both.rows[0].reason;
    EXPECT_EQ(both.rows[0].verticesSkinned, small_.model->geometry.vertexCount());
}

TEST(GpuCliSeveralBench, SeveralFilesAreOneSubject) {
    const test::TemporaryFolder folder;
    const std::string command = "bench " + test::kLowMannequin + " " +
                                test::shipped("props/sword.glb").string() +
                                " --methods compute --instances 4 --passes 2 --frames 1 --seconds "
                                "0.01 --size 64x64 -o " +
                                folder.at("report.json");
    EXPECT_THAT(test::succeed(command).out, HasSubstr("2 models, together"));
    const Report read = readReport(folder.at("report.json"));
    ASSERT_EQ(read.sections.size(), 1u);
    EXPECT_EQ(read.sections[0].model.models, 2u);
    EXPECT_EQ(read.sections[0].model.name, "mannequin_low.glb, sword.glb");
    ASSERT_EQ(read.sections[0].rows.size(), 1u);
    test::expectFault(test::runCli(command + " --clip flying"), HasSubstr("flying"));
    std::string many = "bench";
    for (int i = 0; i < 65; ++i) many += " a.glb";
    test::expectRefused(many, "65 models are too many; use at most 64");
}

TEST(Playing, EachModelPlaysItsOwn) {
    const auto model = shippedModel("mannequin.glb");
    const auto spec = std::make_shared<const AnimatorSpec>(
        readAnimator(test::shipped("mannequin.animator.json"), *model));
    const std::vector<MeasuredModel> models{{.model = model, .clip = 2},
                                            {.model = model, .animator = spec},
                                            {.model = model, .clip = 1},
                                            {.model = model, .animator = spec}};
    Playing playing(models, std::vector<uint32_t>{1, 3, 1, 0}, 7);
    FrameInput input;
    playing.show(30, input);
    EXPECT_EQ(input.playback.clip, 2u);
    EXPECT_FLOAT_EQ(input.playback.timeSeconds, 0.5f);
    EXPECT_TRUE(input.requests.empty());
    ASSERT_EQ(input.others.size(), 3u);
    EXPECT_EQ(input.others[0].requests.size(), 3u);
    EXPECT_EQ(input.others[1].playback.clip, 1u);
    EXPECT_FLOAT_EQ(input.others[1].playback.timeSeconds, 0.5f);
    EXPECT_TRUE(input.others[2].requests.empty());
    EXPECT_TRUE(input.animateMs);
    const auto now = [&] { return bytesOf(input.others[0].requests); };
    const std::vector<std::string> first = now();
    playing.show(31, input);
    const std::vector<std::string> second = now();
    EXPECT_NE(first, second);
    playing.rewind();
    playing.show(30, input);
    EXPECT_EQ(now(), first);
    const auto beginning = playing.beginning(1, 2, 2);
    ASSERT_EQ(beginning.size(), 2u);
    EXPECT_THAT(bytesOf(beginning[0]), ElementsAre(first[0], first[1]));
    EXPECT_THAT(bytesOf(beginning[1]), ElementsAre(second[0], second[1]));
    EXPECT_TRUE(playing.beginning(0, 2, 1).empty());
    playing.passOver(1);
    playing.rewind();
    playing.show(30, input);
    EXPECT_EQ(now(), second);
}

}  // namespace
}  // namespace sinew
