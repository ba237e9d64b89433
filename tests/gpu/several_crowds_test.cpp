// Crowds of several models in one frame have the buffers that each has in a frame of its own.

#include "renderer/barrier.h"
#include "skinning/animation/playback.h"
#include "skinning/gpu/frame/crowd_camera.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

constexpr uint32_t kInstances = 3;  // per model

/// Returns a scene model with placements of its own.
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

    /// Alternates mannequins and serpents, which have different clips and influence counts.
    /// Serpents have no morph targets.
    static std::vector<SceneModel> inTurn(uint32_t count) {
        std::vector<SceneModel> models;
        for (uint32_t i = 0; i < count; ++i) {
            models.push_back(another(i % 2 == 0 ? mannequin() : serpent(), i));
        }
        return models;
    }

    /// Generates levels of detail once, and only if `choice` uses them.
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

    /// `shown`: numbers of the models of the frame, which determine their playback.
    Recording render(Frame& frame, const SkinChoice& choice, std::span<const uint32_t> shown) {
        return render(frame, choice, shown, target_);
    }
    Recording render(Frame& frame, const SkinChoice& choice, std::span<const uint32_t> shown,
                     const OffscreenTarget& target) {
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
            .target = target.target()};
        input.camera = {.target = {0, 0.8f, -1}, .distance = 12};
        return frame.render(input);
    }

    /// Reads `bytes` of a model's buffer after a frame.
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

/// Adds all choices and many models.
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
