// Tests that a frame draws several models as it draws each model alone.
#include <algorithm>

#include "renderer/barrier.h"
#include "shaders/shared/view.h"
#include "skinning/animation/playback.h"
#include "skinning/cpu/crowd_input.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/some_choices.h"

namespace sinew {
namespace {

class SeveralModelsTest : public test::GpuTest {
protected:
    SeveralModelsTest() : target_(OffscreenTarget::create(device(), {160, 120})) {}

    static Frame& sharedFrame() {
        static Frame frame = createFrame();
        return frame;
    }
    static std::vector<SceneModel> both() { return {{mannequin()}, {serpent()}}; }

    /// Returns input in which the mannequin dances and the serpent plays its first clip.
    FrameInput inputFor(Frame& frame, const FrameSettings& settings) const {
        FrameInput input{.settings = settings,
                         .playback = {.clip = findClip(*mannequin(), "dance"), .timeSeconds = 0.4f},
                         .target = target_.target()};
        if (frame.modelCount() > 1) input.others = others_;
        if (&frame.model() == serpent().get()) input.playback = others_[0].playback;
        input.camera = crowdCamera(frame.crowds().bounds(settings.instanceCount, settings.scatter),
                                   settings.instanceCount, 4.0f / 3);
        return input;
    }
    Picture draw(Frame& frame, const FrameSettings& settings) const {
        return rendered(frame, inputFor(frame, settings), target_);
    }
    FrameStatistics statisticsOf(std::span<const SceneModel> models,
                                 const FrameSettings& settings) const {
        Frame& frame = sharedFrame();
        frame.setModels(models);
        draw(frame, settings);
        return frame.statistics();
    }

    OffscreenTarget target_;
    CrowdInput others_[1]{{.playback = {.clip = 0, .timeSeconds = 0.4f}}};
};

TEST_F(SeveralModelsTest, EveryMethodDrawsBothAlikeAndSilently) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    const Picture alone = draw(frame, {.instanceCount = 7});
    frame.setModels(both());
    const Picture expected = draw(frame, {.instanceCount = 7});
    EXPECT_GT(differingShare(alone, expected), 0.03);
    std::vector<SkinChoice> choices = test::eachMethod();
    for (SkinChoice choice : test::eachMethod()) {
        choice.settings.cull = Cull::boxes;
        if (skinningMethod(choice.method).facts.supports.cull) choices.push_back(choice);
    }
    for (const SkinChoice& choice : choices) {
        SCOPED_TRACE(choiceText(choice));
        const Picture picture =
            draw(frame, {.method = choice.method, .skinning = choice.settings, .instanceCount = 7});
        EXPECT_LT(differingShare(picture, expected), 0.005);
    }
}

TEST_F(SeveralModelsTest, TwoFramesInOneCommandBufferAreSilent) {
    Frame& frame = sharedFrame();
    frame.setModels(both());
    const SkinSettings culled{
        .output = Output::compact, .poses = PosedBy::gpu, .cull = Cull::boxes};
    const FrameSettings allSettings[] = {
        {.skinning = culled,
         .instanceCount = 5,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::feedback, {}}},
        {.method = Method::vertex,
         .skinning = {.cull = Cull::boxes},
         .instanceCount = 5,
         .depthPrepass = true,
         .view = SINEW_VIEW_MOTION,
         .overlays = {.skeleton = true, .bounds = true},
         .compared = SkinChoice{Method::compute, {.poses = PosedBy::gpu}}},
    };
    for (const FrameSettings& settings : allSettings) {
        const FrameInput input = inputFor(frame, settings);
        frame.render(input);
        const Recording recording = frame.render(input);  // now there is a previous frame
        frame.finish();
        ASSERT_EQ(recording.shown.size(), 2u);
        ASSERT_EQ(recording.compared.size(), 2u);
        runCommands(device(), [&](Commands& commands) {
            recordFrame(commands, recording);
            recordFrame(commands, recording);
        });
        EXPECT_EQ(takeMessages(), 0u) << "way " << &settings - allSettings;
    }
}

TEST_F(SeveralModelsTest, StatisticsAddUpOverThem) {
    const SceneModel mannequins{mannequin()}, serpents{serpent()};
    constexpr uint32_t kBackdrop = 2;  // ground and sky
    for (const SkinChoice& choice : {SkinChoice{}, SkinChoice{Method::vertex, {}},
                                     SkinChoice{Method::compute, {.poses = PosedBy::gpu}}}) {
        SCOPED_TRACE(choiceText(choice));
        FrameSettings settings{
            .method = choice.method, .skinning = choice.settings, .instanceCount = 4};
        const FrameStatistics some = statisticsOf({&mannequins, 1}, settings);
        settings.instanceCount = 3;
        const FrameStatistics others = statisticsOf({&serpents, 1}, settings);
        settings.instanceCount = 7;
        const FrameStatistics all = statisticsOf(both(), settings);
        EXPECT_EQ(all.instances, 7u);
        EXPECT_EQ(all.verticesSkinned, some.verticesSkinned + others.verticesSkinned);
        EXPECT_EQ(all.drawCalls, some.drawCalls + others.drawCalls - kBackdrop);
        EXPECT_EQ(all.dispatches, some.dispatches + others.dispatches);
        EXPECT_GT(all.verticesSkinned, 0u);
        for (const Step step : {Step::palette, Step::skin}) {
            EXPECT_EQ(all[step].gpuMs.has_value(), some[step].gpuMs.has_value()) << nameOf(step);
        }
    }
}

TEST_F(SeveralModelsTest, CountsOfCulledInstancesAddUp) {
    Frame& frame = sharedFrame();
    frame.setModels(both());
    FrameInput input = inputFor(
        frame, {.skinning = {.cull = Cull::boxes}, .instanceCount = 60, .cascadeCount = 1});
    frame.render(input);
    frame.finish();
    const FrameStatistics all = frame.statistics();
    ASSERT_TRUE(all.listed);
    EXPECT_EQ(all.listed->camera, 60u);
    const uint64_t each = mannequin()->geometry.vertexCount() + serpent()->geometry.vertexCount();
    EXPECT_EQ(all.verticesSkinned, 30 * each);
    input.camera.distance *= 0.1f;
    input.settings.cascadeCount = 0;
    frame.render(input);
    frame.finish();
    ASSERT_TRUE(frame.statistics().listed);
    EXPECT_LT(frame.statistics().listed->camera, 50u);
    EXPECT_LT(frame.statistics().verticesSkinned, all.verticesSkinned);
}

TEST_F(SeveralModelsTest, InstancesAreAtTheirPlacements) {
    Frame& frame = sharedFrame();
    const std::vector<Placement> far{{{50, 0, 0}, 0}, {{-50, 0, 0}, 180}};
    const SceneModel models[] = {{mannequin(), 2}, {serpent(), 3, far}};
    frame.setModels(models);
    EXPECT_EQ(frame.crowds().countsOf(5), (std::vector<uint32_t>{2, 3}));
    const auto placements = frame.crowds().placements(5, 0);
    EXPECT_EQ(placements[1][0][0].w, 50);
    EXPECT_EQ(placements[1][1][0].w, -50);
    const Box crowd = frame.crowds().bounds(5, 0);
    EXPECT_LT(crowd.low.x, -50);
    EXPECT_GT(crowd.high.x, 50);
    FrameInput input =
        inputFor(frame, {.skinning = {.cull = Cull::boxes}, .instanceCount = 5, .cascadeCount = 0});
    input.camera = {.target = {50, 0.5f, 0}, .distance = 4};
    frame.render(input);
    frame.finish();
    EXPECT_EQ(frame.statistics().listed->camera, 1u);
}

TEST_F(SeveralModelsTest, AModelWithoutInstancesIsLeftOut) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    const Picture alone = draw(frame, {});
    frame.setModels(both());
    const Recording recording = frame.render(inputFor(frame, {}));
    EXPECT_EQ(recording.shown.size(), 1u);
    frame.finish();
    EXPECT_LT(differingShare(target_.read(device()), alone), 0.005);
}

TEST_F(SeveralModelsTest, AModelThatStaysIsNotUploadedAgain) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    draw(frame, {});
    const std::shared_ptr<Scene> scene = frame.scene();
    std::vector<SceneModel> models = both();
    std::reverse(models.begin(), models.end());
    frame.setModels(models);
    EXPECT_EQ(frame.scene(1), scene);
    draw(frame, {.instanceCount = 4});
    frame.setModels(std::span(models).last(1));
    EXPECT_EQ(frame.scene(), scene);
    draw(frame, {.instanceCount = 4});
}

constexpr uint32_t kInstances = 3;  // per model

/// Returns a copy of `model`, which a frame treats as another model. `number` sets its position.
SceneModel another(const std::shared_ptr<const Model>& model, uint32_t number) {
    std::vector<Placement> placements;
    for (uint32_t i = 0; i < kInstances; ++i) {
        placements.push_back({{static_cast<float>(number) - 1.5f, 0, -1.2f * static_cast<float>(i)},
                              25.0f * static_cast<float>(i)});
    }
    return {std::make_shared<const Model>(*model), 1, placements};
}

class SeveralCrowdsTest : public test::GpuTest {
protected:
    SeveralCrowdsTest() : target_(OffscreenTarget::create(device(), {64, 48})) {}

    /// Returns mannequins and serpents in turn. The serpent has other clips and influence counts,
    /// and no morph targets.
    static std::vector<SceneModel> inTurn(uint32_t count) {
        std::vector<SceneModel> models;
        for (uint32_t i = 0; i < count; ++i) {
            models.push_back(another(i % 2 == 0 ? mannequin() : serpent(), i));
        }
        return models;
    }

    /// Shows the models. Levels of detail are generated once, and only if `choice` has them.
    static void show(Frame& frame, std::span<const SceneModel> models, const SkinChoice& choice) {
        frame.setModels(models);
        if (supported(choice).lod == Lod::none) return;
        static const Levels ofMannequin = makeLevels(*mannequin());
        static const Levels ofSerpent = makeLevels(*serpent());
        for (size_t i = 0; i < frame.modelCount(); ++i) {
            if (frame.scene(i)->hasLevels()) continue;
            const bool serpents = frame.model(i).name == serpent()->name;
            frame.scene(i)->offer(serpents ? ofSerpent : ofMannequin);
        }
    }

    /// Renders the frame's models. `shown[i]` selects the clip and the time of model i.
    Recording render(Frame& frame, const SkinChoice& choice, std::span<const uint32_t> shown) {
        others_.clear();
        requests_.clear();
        for (size_t i = 0; i < shown.size(); ++i) {
            requests_.push_back(requestsOf(
                frame.model(i),
                {.clip = shown[i] % 2, .timeSeconds = 0.1f * static_cast<float>(shown[i])},
                kInstances));
        }
        for (size_t i = 1; i < requests_.size(); ++i) others_.push_back({.requests = requests_[i]});
        FrameInput input{
            .settings = {.method = choice.method,
                         .skinning = choice.settings,
                         .instanceCount = kInstances * static_cast<uint32_t>(shown.size()),
                         .cascadeCount = 1},
            .requests = requests_.front(),
            .others = others_,
            .target = target_.target()};
        input.camera = {.target = {0, 0.8f, -1}, .distance = 12};
        return frame.render(input);
    }

    /// Returns the first `bytes` bytes of a buffer of one model, after a frame.
    static std::vector<std::byte> leftOf(const Device& onDevice, const Recording& recording,
                                         size_t model, CrowdBuffer which, uint64_t bytes) {
        const Buffer& buffer = recording.shown[model].crowd.buffer(which, recording.moment.phase);
        return readBack<std::byte>(onDevice, buffer, 0, bytes);
    }

    void expectAsIfAlone(std::span<const SceneModel> models, std::span<const SkinChoice> choices);

    OffscreenTarget target_;
    std::vector<std::vector<PoseRequest>> requests_;
    std::vector<CrowdInput> others_;
};

/// Tests all of kChoices with four models. SeveralCrowdsTest tests one of them with three models.
class LongSeveralCrowdsTest : public SeveralCrowdsTest {};

const SkinChoice kChoices[] = {
    {Method::compute, {}},
    {Method::compute, {.poses = PosedBy::gpu}},
    {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu, .cull = Cull::boxes}},
    {Method::compute, {.poses = PosedBy::gpu, .keys = KeyFormat::packed, .lod = Lod::error}},
    {Method::compute, {.blend = Blend::dualQuaternion, .normals = Normals::inverseTranspose}},
    {Method::vertex, {.poses = PosedBy::gpu, .cull = Cull::boxes}},
    {Method::feedback, {.poses = PosedBy::gpu}},
};

void SeveralCrowdsTest::expectAsIfAlone(std::span<const SceneModel> models,
                                        std::span<const SkinChoice> choices) {
    std::vector<uint32_t> all(models.size());
    for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
    Frame together = createFrame(), frame = createFrame();
    for (const SkinChoice& choice : choices) {
        SCOPED_TRACE(choiceText(choice));
        show(together, models, choice);
        const bool skinsOnce = skinningMethod(choice.method).facts.skinsOnGpu();
        const CrowdBuffer which = skinsOnce ? CrowdBuffer::skinned : CrowdBuffer::palettes;
        const Recording recording = render(together, choice, all);
        together.finish();
        for (uint32_t i = 0; i < models.size(); ++i) {
            SCOPED_TRACE(i);
            show(frame, models.subspan(i, 1), choice);
            const Recording alone = render(frame, choice, {&i, 1});
            frame.finish();
            const SkinPlan& plan = alone.shown.front().crowd.plan();
            const uint64_t bytes = skinsOnce ? frame.statistics().verticesSkinned *
                                                   skinnedVertexBytes(plan.settings().output)
                                             : kInstances * plan.paletteBytes();
            ASSERT_GT(bytes, 0u);
            EXPECT_TRUE(leftOf(device(), recording, i, which, bytes) ==
                        leftOf(device(), alone, 0, which, bytes));
        }
    }
}

TEST_F(SeveralCrowdsTest, EachModelIsSkinnedAsIfItWereAlone) {
    expectAsIfAlone(inTurn(3), std::span(kChoices).subspan(2, 1));
}

TEST_F(LongSeveralCrowdsTest, EachModelIsSkinnedAsIfItWereAlone) {
    expectAsIfAlone(inTurn(4), kChoices);
}

}  // namespace
}  // namespace sinew
