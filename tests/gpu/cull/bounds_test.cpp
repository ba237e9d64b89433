// Tests that the box of every instance contains the vertices that the passes fetch, in complete
// clips.
#include <fmt/format.h>

#include "tests/gpu/gpu_test.h"
#include "tests/model_files.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kTimesPerClip = 24;
// Limit for the radius of a box, relative to the tightest box. The shipped and shared models reach
// 1.24 (a bending whale). If bounds used one box for all joints, the radius would exceed the limit.
constexpr float kLoosest = 1.4f;

class BoundsTest : public test::GpuTest {
protected:
    static std::vector<Playback> fullClips(const Model& model) {
        std::vector<Playback> times{{}};
        for (uint32_t clip = 0; clip < model.clips.size(); ++clip) {
            for (uint32_t i = 0; i <= kTimesPerClip; ++i) {
                const float share = static_cast<float>(i) / kTimesPerClip;
                times.push_back(
                    {.clip = clip, .timeSeconds = share * model.clips[clip].durationSeconds});
            }
        }
        return times;
    }

    /// Computes the object-space boxes that a frame uses for its overlay and compact vertices.
    static void boxesOf(Frame& frame, const SkinChoice& choice, const Playback& playback,
                        std::span<Box> boxes) {
        Scene& scene = *frame.scene();
        const std::vector<PoseRequest> requests =
            requestsOf(scene.model(), playback, static_cast<uint32_t>(boxes.size()));
        scene.crowd().bounds(requests, boxes);
        growBy(scene.arcsFor(choice).get(), requests, boxes);
        if (const auto baked = scene.bakedFor(choice)) {
            boundBaked(baked->clips(), scene.model(), scene.crowd().bindBoxes(), requests, boxes);
        }
    }

    /// Expects boxes that contain all vertices, for the first and the last of three instances at
    /// different times of a clip.
    static void expectContained(Frame& frame, const Model& model) {
        SCOPED_TRACE(model.name);
        std::vector<Box> boxes(3);
        float loosest = 0;
        for (const Playback& playback : fullClips(model)) {
            boxesOf(frame, {}, playback, boxes);
            for (const uint32_t instance : {0u, 2u}) {
                const CapturedVertices vertices =
                    captured(frame, {.instanceCount = 3}, playback, instance);
                const Box& box = boxes[instance];
                Box tight = Box::nothing();
                for (const glm::vec3& p : vertices.positions) tight.include(p);
                ASSERT_TRUE(glm::all(glm::lessThanEqual(box.low, tight.low)) &&
                            glm::all(glm::greaterThanEqual(box.high, tight.high)))
                    << fmt::format("clip {} at {} s, instance {}", playback.clip,
                                   playback.timeSeconds, instance);
                loosest = std::max(loosest, box.radius() / tight.radius());
            }
        }
        // Models with morph targets that move few vertices, and tiny meshes, have loose boxes. So
        // their tightness is not tested.
        const bool comparable = model.restMorphWeights.empty() && model.geometry.vertexCount() >= 8;
        EXPECT_LE(comparable ? loosest : 1.0f, kLoosest);
    }
};

TEST_F(BoundsTest, ContainEveryVertexOfShippedCharactersOverFullClips) {
    Frame frame = createFrame();
    for (const char* file :
         {"mannequin_low.glb", "mannequin.glb", "mannequin_high.glb", "serpent.glb"}) {
        const auto model = std::make_shared<const Model>(importGltf(test::asset(file)));
        frame.setModel(model);
        expectContained(frame, *model);
    }
}

TEST_F(BoundsTest, ContainEveryVertexOfSharedModelsOverFullClips) {
    SKIP_WITHOUT_SHARED_MODELS();
    Frame frame = createFrame();
    for (const auto& file : test::sharedModels()) {
        const auto model = std::make_shared<const Model>(importGltf(file));
        frame.setModel(model);
        expectContained(frame, *model);
    }
}

TEST_F(BoundsTest, ContainWhatFadesDualQuaternionsAndBakedClipsPutThere) {
    const SkinChoice choices[] = {
        {Method::compute, {}},
        {Method::compute, {.blend = Blend::dualQuaternion}},
        {Method::texture, {.bake = {.framesPerSecond = 8}}},
        {Method::texture, {.bake = {.framesPerSecond = 8, .interpolated = false}}},
    };
    Frame frame = createFrame();
    for (const char* file : {"mannequin_low.glb", "serpent.glb"}) {
        frame.setModel(std::make_shared<const Model>(importGltf(test::asset(file))));
        for (const SkinChoice& choice : choices) {
            for (uint32_t clip = 0; clip < frame.model().clips.size(); ++clip) {
                const Playback playback{.clip = clip,
                                        .timeSeconds = 0.47f,
                                        .previousClip = clip == 0 ? kRestPose : clip - 1,
                                        .previousTimeSeconds = 0.3f,
                                        .fade = clip % 2 == 0 ? 0.4f : 1.0f};
                const CapturedVertices vertices = captured(
                    frame, {.method = choice.method, .skinning = choice.settings}, playback, 0);
                Box box;
                boxesOf(frame, choice, playback, {&box, 1});
                for (const glm::vec3& p : vertices.positions) {
                    ASSERT_TRUE(glm::all(glm::lessThanEqual(box.low, p)) &&
                                glm::all(glm::lessThanEqual(p, box.high)))
                        << file << " by " << choiceText(choice) << ", clip " << clip;
                }
            }
        }
    }
}

// A compact vertex outside of its box would be clamped to it. Joint 1 turns by 170 degrees, and
// each vertex follows both joints, so dual quaternions leave the box of linear blending.
TEST_F(BoundsTest, OfTheGpuContainDualQuaternions) {
    Model model = test::square();
    model.skeleton.names.emplace_back("turned");
    model.skeleton.parents.push_back(kNoParent);
    model.skeleton.rest.push_back(
        {.rotation = glm::angleAxis(glm::radians(170.0f), glm::vec3(0, 0, 1))});
    model.binds.push_back({.joint = 1});
    Geometry& geometry = model.geometry;
    geometry.influences.clear();
    geometry.influenceOffsets = {0};
    for (glm::vec3& position : geometry.positions) {
        position.x += 5;
        geometry.influences.insert(geometry.influences.end(), {{0, 0.5f}, {1, 0.5f}});
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
    const Frame frame = frameOf(std::make_shared<const Model>(std::move(model)));
    SkinSettings settings{.blend = Blend::dualQuaternion, .poses = PosedBy::gpu};
    const auto positions = [&] {
        return captured(frame, {.skinning = settings}, {.clip = kRestPose}, 0).positions;
    };
    const std::vector<glm::vec3> full = positions();
    settings.output = Output::compact;
    const std::vector<glm::vec3> compact = positions();
    ASSERT_EQ(compact.size(), full.size());
    for (size_t v = 0; v < full.size(); ++v) {
        EXPECT_LT(glm::distance(compact[v], full[v]), 1e-3f) << v;
    }
}

TEST_F(BoundsTest, TheCrowdsBoxIsOnTheGroundAndContainsEveryInstance) {
    Frame frame = frameOf(mannequin());
    const Playback playback{.clip = findClip(*mannequin(), "dance"), .timeSeconds = 0.7f};
    const Box one = crowdBoundsAt(*frame.scene(), requestsOf(frame.model(), playback, 1));
    const Box nine = crowdBoundsAt(*frame.scene(), requestsOf(frame.model(), playback, 9));
    EXPECT_NEAR(nine.low.y, 0.0f, 0.1f);
    const float width = frame.bounds().high.x - frame.bounds().low.x;
    EXPECT_GT(nine.high.x - nine.low.x, one.high.x - one.low.x + 2 * width);
    EXPECT_LT(one.high.x - one.low.x, width);
    std::vector<Anchor> anchors(9);
    anchors[8].at = {0, 0, 100};
    const Box walked =
        crowdBoundsAt(*frame.scene(), requestsOf(frame.model(), playback, 9), anchors);
    EXPECT_EQ(walked.low, nine.low);
    EXPECT_NEAR(walked.high.z, 100, 3 * width);
}

}  // namespace
}  // namespace sinew
