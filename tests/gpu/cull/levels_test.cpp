// Tests that levels of detail in crowds are chosen by their error, drawn correctly, and limited by
// the vertex budget.
#include "skinning/lod/levels.h"

#include <map>
#include <utility>

#include "shaders/shared/culling.h"
#include "shaders/shared/vertex.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/frame/frame_view.h"
#include "tests/gpu/cull/culling_test.h"

namespace sinew::test {
namespace {

class LevelsTest : public CullingTest {
protected:
    struct Drawn {
        Picture picture;
        ListedInstances listed;
        std::vector<std::vector<uint32_t>> entries;  // first index: list
        size_t crowds = 1;
        uint64_t vertexBytes = 0;  // sum of all crowds
    };

    /// Renders a frame. The camera is within the front rows, so that instances are near and far.
    static Drawn draw(Frame& frame, FrameSettings settings, float distance = 1.0f,
                      const Device& onDevice = device()) {
        const auto target = OffscreenTarget::create(onDevice, {96, 72});
        FrameInput input = closeUp(inputFor(frame, target, settings, 2, 0.3f), frame.bounds());
        input.camera.distance *= distance;
        const Recording recording = frame.render(input);
        frame.finish();
        Drawn drawn{.picture = target.read(onDevice), .listed = {}, .entries = {}};
        if (frame.statistics().listed) {
            drawn.listed = *frame.statistics().listed;
            drawn.entries = listsOf(recording, onDevice);
        }
        drawn.crowds = recording.shown.size();
        for (const CrowdNow& now : recording.shown) {
            drawn.vertexBytes += now.crowd.vertexBytes().allocated;
        }
        return drawn;
    }

    /// Returns a character with four coarser levels.
    static const std::shared_ptr<const Model>& character() {
        static const auto model = std::make_shared<const Model>(importGltf(asset("mannequin.glb")));
        return model;
    }

    static const Levels& levels() {
        static const Levels levels = makeLevels(*character());
        return levels;
    }

    static void show(Frame& frame) {
        frame.setModel(character());
        if (!frame.scene()->hasLevels()) frame.scene()->offer(levels());
    }
    /// Returns the frame whose pipelines all tests share, without levels from an earlier test.
    static Frame& freshFrame() {
        static Frame frame = createFrame();
        show(frame);
        frame.releaseCrowds();
        return frame;
    }

    /// Renders as draw() does, with only the triangles of the coarsest level. The model keeps all
    /// vertices, so that its bounds do not change.
    static Picture drawCoarsest(float distance) {
        static std::map<float, Picture> pictures;
        const auto [picture, isNew] = pictures.try_emplace(distance);
        if (!isNew) return picture->second;
        auto model = std::make_shared<Model>(*character());
        const Level& level = levels().coarser.back();
        model->geometry.indices = level.indices;
        uint32_t first = 0;
        for (size_t p = 0; p < model->primitives.size(); ++p) {
            model->primitives[p].firstIndex = first;
            model->primitives[p].indexCount = level.indexCount[p];
            first += level.indexCount[p];
        }
        Frame& frame = freshFrame();
        frame.setModel(std::move(model));
        return picture->second = draw(frame, crowd({}, 0), distance).picture;
    }

    static FrameSettings crowd(const SkinChoice& choice, float pixels) {
        return {.method = choice.method,
                .skinning = choice.settings,
                .instanceCount = 60,
                .cascadeCount = 1,
                .lodPixels = pixels};
    }
};

/// The parameter is a skinning choice with levels.
class LeveledChoicesTest : public LevelsTest, public ::testing::WithParamInterface<SkinChoice> {
public:
    /// Returns choices whose GPU poses are read by a kernel, by vertex stages and by transform
    /// feedback.
    static std::vector<SkinChoice> usual() {
        const SkinSettings settings{.poses = PosedBy::gpu, .lod = Lod::error};
        return {
            {Method::compute, settings}, {Method::vertex, settings}, {Method::feedback, settings}};
    }
    /// Returns the choices with levels that usual() does not return: CPU poses and further methods.
    static std::vector<SkinChoice> others() {
        std::vector<SkinChoice> result;
        const std::vector<SkinChoice> known = usual();
        for (SkinChoice choice : methodsAndPosers()) {
            if (!skinningMethod(choice.method).facts.supports.lod) continue;
            choice.settings.lod = Lod::error;
            if (std::ranges::find(known, choice) == known.end()) result.push_back(choice);
        }
        return result;
    }
};

INSTANTIATE_TEST_SUITE_P(Usual, LeveledChoicesTest,
                         ::testing::ValuesIn(LeveledChoicesTest::usual()), nameOfChoice);
INSTANTIATE_TEST_SUITE_P(Long, LeveledChoicesTest,
                         ::testing::ValuesIn(LeveledChoicesTest::others()), nameOfChoice);

TEST_P(LeveledChoicesTest, ThatMayNotBeOffAreBitIdentical) {
    Frame& frame = freshFrame();
    SkinChoice full = GetParam();
    full.settings.lod = Lod::none;
    FrameSettings settings = crowd(full, 0);
    settings.instanceCount = 24;
    const Drawn fullDetail = draw(frame, settings);
    settings.skinning = GetParam().settings;
    const Drawn leveled = draw(frame, settings);
    EXPECT_TRUE(leveled.picture.rgba == fullDetail.picture.rgba);
    EXPECT_EQ(leveled.listed.atLevels[0], leveled.listed.any);
}

TEST_P(LeveledChoicesTest, ThatMayBeOffByAnythingAreTheCoarsestModel) {
    // The camera is outside of the crowd: instances around a camera would be in full detail.
    constexpr float kOutside = 15;
    const Picture coarsest = drawCoarsest(kOutside);
    Frame& frame = freshFrame();
    const Drawn leveled = draw(frame, crowd(GetParam(), 1e6f), kOutside);
    EXPECT_EQ(leveled.listed.atLevels[levels().coarser.size()], leveled.listed.any);
    EXPECT_EQ(leveled.listed.vertices,
              uint64_t{leveled.listed.any} * levels().coarser.back().vertexCount);
    EXPECT_LT(meanDifference(leveled.picture, coarsest), 0.02);
    static const Picture full = draw(freshFrame(), crowd({}, 0), kOutside).picture;
    EXPECT_GT(meanDifference(full, coarsest), 0.1) << "levels are not to be seen";
}

TEST_P(LeveledChoicesTest, AreTheSameInEveryMethod) {
    static const Drawn first =
        draw(freshFrame(), crowd({Method::vertex, {.lod = Lod::error}}, 2), 2);
    EXPECT_GT(first.listed.atLevels[1], 0u);
    size_t used = 0;
    for (const uint32_t count : first.listed.atLevels) used += count > 0;
    EXPECT_GT(used, 2u) << "they are to be mixed";
    const Drawn drawn = draw(freshFrame(), crowd(GetParam(), 2), 2);
    if (skinningMethod(GetParam().method).facts.bakes) return;  // its poses are baked
    EXPECT_EQ(drawn.listed.atLevels, first.listed.atLevels);
    EXPECT_LT(meanDifference(drawn.picture, first.picture), 0.01);
}

/// The error is within the limit. An instance that comes nearer keeps its level until its error
/// exceeds the limit. A level that is chosen anew has an error of at most SINEW_STICKY times the
/// limit.
TEST_F(LevelsTest, AreAsCoarseAsTheirErrorAllows) {
    Frame& frame = freshFrame();
    for (const auto& [pixels, approaches] :
         {std::pair(0.5f, false), {1.0f, false}, {4.0f, false}, {1.0f, true}}) {
        frame.releaseCrowds();
        const auto target = OffscreenTarget::create(device(), {160, 120});
        FrameInput input = closeUp(
            inputFor(frame, target, crowd({Method::compute, {.lod = Lod::error}}, pixels), 2, 0.3f),
            frame.bounds());
        input.settings.cascadeCount = 0;
        if (approaches) {
            FrameInput far = input;
            far.camera.distance *= 30;
            frame.render(far);
        }
        const float most = pixels * 1.001f * (approaches ? 1.0f : SINEW_STICKY);
        const Recording recording = frame.render(input);
        frame.finish();
        const std::vector<uint32_t> camera = listsOf(recording)[SINEW_LIST_CAMERA];
        const gpu::ViewConstants view =
            viewConstants(input.camera, {160, 120}, frame.bounds(), frame.bounds(), 0,
                          towardsSun(input.settings.sun));
        const std::vector<gpu::Affine> placements =
            layOutCrowd(frame.bounds(), input.settings.instanceCount);
        ASSERT_FALSE(camera.empty());
        for (const uint32_t entry : camera) {
            const uint32_t instance = entry & ((1u << SINEW_LISTED_BITS) - 1);
            const uint32_t level = entry >> SINEW_LISTED_BITS & ((1u << SINEW_LEVEL_BITS) - 1);
            if (level == 0) continue;
            // On the screen, the error of the level must be at most `most` pixels. Moves points of
            // the character's box by this error, along each axis.
            const float error = levels().coarser[level - 1].error;
            const Box& box = frame.bounds();
            for (const glm::vec3& corner : {box.low, box.high, box.center()}) {
                const glm::vec3 world = glm::vec4(corner, 1.0f) * placements[instance];
                const auto onScreen = [&](const glm::vec3& point) {
                    const glm::vec4 clip = view.clipFromWorld * glm::vec4(point, 1.0f);
                    return 0.5f * view.targetSize * glm::vec2(clip) / clip.w;
                };
                if ((view.clipFromWorld * glm::vec4(world, 1.0f)).w < error) continue;
                for (int axis = 0; axis < 3; ++axis) {
                    glm::vec3 off(0);
                    off[axis] = error;
                    const glm::vec2 moved = onScreen(world + off) - onScreen(world);
                    EXPECT_LE(glm::length(moved), most) << instance << ", " << level;
                }
            }
        }
    }
}

TEST_F(LevelsTest, StayWhileTheCameraHardlyMoves) {
    Frame& frame = freshFrame();
    const auto target = OffscreenTarget::create(device(), {160, 120});
    const FrameSettings settings = crowd({Method::compute, {.lod = Lod::error}}, 1);
    const FrameInput input = closeUp(inputFor(frame, target, settings, 2, 0.3f), frame.bounds());
    const auto levelsOf = [&](float distance) {
        FrameInput there = input;
        there.camera.distance *= distance;
        const Recording recording = frame.render(there);
        frame.finish();
        return listsOf(recording)[SINEW_LIST_ANY];
    };
    // The camera alternates between two distances; levels must not alternate.
    struct Shown {
        uint32_t entry;
        uint32_t changes = 0;
    };
    std::map<uint32_t, Shown> shown;
    for (int i = 0; i < 8; ++i) {
        for (const uint32_t entry : levelsOf(2.0f + 0.02f * static_cast<float>(i % 2))) {
            const uint32_t instance = entry & ((1u << SINEW_LISTED_BITS) - 1);
            Shown& before = shown.try_emplace(instance, Shown{entry}).first->second;
            if (std::exchange(before.entry, entry) != entry) ++before.changes;
        }
    }
    for (const auto& [instance, its] : shown) EXPECT_LE(its.changes, 1u) << instance;
}

TEST_F(LevelsTest, AreCoarserIfTheVertexBudgetIsExhausted) {
    const Picture coarsest = drawCoarsest(1);
    Frame& frame = freshFrame();
    for (const Method method : {Method::compute, Method::feedback}) {
        SCOPED_TRACE(methodName(method));
        FrameSettings settings = crowd({method, {.lod = Lod::error}}, 0.25f);
        const Drawn fits = draw(frame, settings);
        EXPECT_EQ(fits.listed.coarsened, 0u);
        uint32_t before = 0;
        for (const uint64_t share : {16, 4, 0}) {
            settings.vertexBudget =
                1 + fits.listed.vertices * sizeof(gpu::PackedVertex) * share / 20;
            const Drawn drawn = draw(frame, settings);
            const uint64_t budget =
                settings.vertexBudget / sizeof(gpu::PackedVertex) +
                uint64_t{settings.instanceCount} * levels().coarser.back().vertexCount;
            EXPECT_LE(drawn.listed.vertices, budget);
            EXPECT_EQ(drawn.listed.verticesRequested, fits.listed.verticesRequested);
            EXPECT_EQ(drawn.listed.any, fits.listed.any);
            EXPECT_GE(drawn.listed.coarsened, before);
            before = drawn.listed.coarsened;
            // Each instance is drawn completely, at some level.
            EXPECT_LT(meanDifference(drawn.picture, fits.picture),
                      1.1 * meanDifference(coarsest, fits.picture) + 0.5);
            if (share == 0) {
                EXPECT_LT(meanDifference(drawn.picture, coarsest), 0.1);
            }
        }
        EXPECT_GT(before, 0u);
    }
}

/// Fixture with a device whose buffers fit only a few characters in full detail.
class LevelsOnPagesTest : public LevelsTest {
protected:
    Frame lesserFrame() const {
        Frame frame = createFrame(lesser_);
        show(frame);
        return frame;
    }

    const uint64_t kFull = sizeof(gpu::PackedVertex) * character()->geometry.vertexCount();
    Device lesser_ = lesser({.storageBytes = 8 * kFull});
};

TEST_F(LevelsOnPagesTest, AreTheSame) {
    Frame paged = lesserFrame();
    for (const SkinChoice& choice : LeveledChoicesTest::usual()) {
        if (skinningMethod(choice.method).facts.passesSkin) continue;  // it has no skinned vertices
        SCOPED_TRACE(choiceText(choice));
        const Drawn fullDetail = draw(freshFrame(), crowd(choice, 2), 2);
        const Drawn drawn = draw(paged, crowd(choice, 2), 2, lesser_);
        EXPECT_GT(drawn.crowds, 4u);
        EXPECT_EQ(drawn.listed.atLevels, fullDetail.listed.atLevels);
        EXPECT_EQ(drawn.listed.coarsened, 0u);
        EXPECT_LT(meanDifference(drawn.picture, fullDetail.picture), 0.01);
    }
}

TEST_F(LevelsOnPagesTest, UseTheirFullBudgetAndAreCoarserWithinIt) {
    Frame paged = lesserFrame();
    const uint64_t coarsest = sizeof(gpu::PackedVertex) * levels().coarser.back().vertexCount;
    for (const Method method : {Method::compute, Method::feedback}) {
        SCOPED_TRACE(methodName(method));
        FrameSettings settings = crowd({method, {.lod = Lod::error}}, 0.25f);
        const uint64_t least = settings.instanceCount * coarsest;
        uint32_t before = 0;
        for (const uint64_t share : {20, 0}) {
            settings.vertexBudget = 1 + share * kFull;
            const Drawn drawn = draw(paged, settings, 1, lesser_);
            EXPECT_GT(drawn.crowds, share > 0 ? 1u : 0u);
            EXPECT_LE(drawn.vertexBytes, least + settings.vertexBudget + 16 * drawn.crowds);
            EXPECT_GE(drawn.vertexBytes, least + settings.vertexBudget - drawn.crowds);
            EXPECT_LE(drawn.listed.vertices * sizeof(gpu::PackedVertex), drawn.vertexBytes);
            EXPECT_GE(drawn.listed.coarsened, before);
            before = drawn.listed.coarsened;
        }
        EXPECT_GT(before, 0u);
    }
}

}  // namespace
}  // namespace sinew::test
