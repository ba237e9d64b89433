// Tests that synchronization validation reports nothing with all barriers, and reports each missing
// barrier.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <string_view>
#include <vector>

#include "renderer/pipeline.h"
#include "shaders/shared/view.h"
#include "skinning/animator/animator.h"
#include "skinning/animator/animator_file.h"
#include "skinning/gpu/frame/hazards.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class HazardsTest : public test::GpuTest {
protected:
    /// Clears a corner of the target. It replaces a UI pass, which draws over the target.
    static void clearCorner(VkCommandBuffer commands, const Target& target) {
        const VkClearAttachment clear{.aspectMask = VK_IMAGE_ASPECT_COLOR_BIT};
        const VkClearRect corner{.rect = {{0, 0}, {8, 8}}, .layerCount = 1};
        beginColor(commands, target, VK_ATTACHMENT_LOAD_OP_LOAD);
        vkCmdClearAttachments(commands, 1, &clear, 1, &corner);
        vkCmdEndRendering(commands);
    }
};

/// Returns a random choice with which the mannequin can be drawn.
SkinChoice anyChoice(std::mt19937& random) {
    SkinChoice choice{.method = static_cast<Method>(random() % kMethodCount)};
    for (const SettingWords& setting : settingWords()) {
        // Most settings keep their defaults, because each other value compiles more pipelines.
        if (random() % 4 == 0)
            setting.words[random() % setting.words.size()].apply(choice.settings);
    }
    if (random() % 4 == 0) choice.settings.paletteLimit = 64;
    return {choice.method, supported(choice)};
}

/// Animators of a small crowd, with random triggers and parameters.
class AnyAnimators {
public:
    explicit AnyAnimators(const Model& model)
        : spec_(std::make_shared<AnimatorSpec>(
              readAnimator(test::asset("mannequin.animator.json"), model))),
          animators_(spec_, {}, kMost) {}

    static constexpr uint32_t kMost = 5;
    /// Returns `model` with the masks of the animator's layers.
    std::shared_ptr<const Model> model(Model model) const {
        model.masks = spec_->masks;
        return std::make_shared<const Model>(std::move(model));
    }
    /// Advances by a random time from 1/256 s to 2 s.
    void goOn(std::mt19937& random) {
        if (random() % 2 == 0) animators_.fireAll(random() % spec_->triggers.size());
        for (uint32_t i = 0; i < kMost; ++i) {
            for (float& value : animators_.parametersOf(i)) {
                value = static_cast<float>(random() % 8) / 2.0f;
            }
        }
        animators_.advance(std::exp2(static_cast<float>(random() % 10)) / 256.0f, events_);
        events_.clear();
        animators_.writeRequests(requests_);
    }
    std::span<const PoseRequest> requests(uint32_t count) const {
        return std::span(requests_).first(count);
    }
    std::span<const Anchor> anchors(uint32_t count) const {
        return animators_.anchors().empty() ? animators_.anchors()
                                            : animators_.anchors().first(count);
    }

private:
    std::shared_ptr<const AnimatorSpec> spec_;
    Animators animators_;
    std::vector<AnimatorEvent> events_;
    std::array<PoseRequest, kMost> requests_{};
};

/// Renders frames with random settings. Each seed is a separate test, short enough for a busy
/// machine.
class SettingsSequenceTest : public HazardsTest, public ::testing::WithParamInterface<unsigned> {};

INSTANTIATE_TEST_SUITE_P(Parts, SettingsSequenceTest, ::testing::Range(2u, 4u));
INSTANTIATE_TEST_SUITE_P(Long, SettingsSequenceTest, ::testing::Values(1u, 4u, 5u));

TEST_P(SettingsSequenceTest, FramesInFlightAreSilentWhileEverySettingChanges) {
    Frame frame = createFrame();
    AnyAnimators animators(*mannequin());
    const SceneModel models[] = {
        {animators.model(*mannequin())},
        {std::make_shared<const Model>(importGltf(test::asset("props/sword.glb")))},
        {serpent(), 2}};
    frame.setModels(std::span(models).first(1));
    const auto small = OffscreenTarget::create(device(), {96, 64});
    const auto large = OffscreenTarget::create(device(), {128, 96});
    std::mt19937 random(GetParam());
    for (int i = 0; i < 12; ++i) {
        const SkinChoice choice = anyChoice(random);
        FrameSettings settings{
            .method = choice.method,
            .skinning = choice.settings,
            .instanceCount = 1 + static_cast<uint32_t>(random() % AnyAnimators::kMost),
            .cascadeCount = static_cast<uint32_t>(random() % (SINEW_MAX_CASCADES + 1)),
            .depthPrepass = random() % 3 == 0,
            .view = static_cast<uint32_t>(random() % SINEW_VIEW_COUNT),
            .overlays = {.skeleton = random() % 2 == 0, .bounds = random() % 2 == 0},
            .divider = static_cast<float>(random() % 5) / 4.0f,
            .timerMode = random() % 2 == 0 ? TimerMode::overlapped : TimerMode::serialised,
            .countInvocations = random() % 4 == 0,
        };
        if (random() % 3 == 0) settings.cullCamera = Camera{};
        const SkinPlan plan = planOf(deviceLimits(device()), *mannequin(), choice);
        if (device().has().rayQuery && !plan.facts().passesSkin && random() % 2 == 0) {
            settings.shadows = {ShadowMode::traced, static_cast<float>(random() % 3)};
        }
        if (random() % 3 == 0 || settings.view == SINEW_VIEW_DIFFERENCE) {
            settings.compared = anyChoice(random);
        }
        const uint32_t clip = static_cast<uint32_t>(random() % mannequin()->clips.size());
        if (random() % 3 == 0) frame.setModels(std::span(models).first(1 + random() % 3));
        FrameInput input = inputFor(frame, random() % 2 == 0 ? small : large, settings, clip, 0.1f);
        input.camera.yawRadians += static_cast<float>(random() % 7);
        input.camera.distance *= std::exp2(static_cast<float>(random() % 5) - 3.0f);
        const uint32_t ofFirst = frame.crowds().countsOf(settings.instanceCount).front();
        const bool animated = random() % 2 == 0;
        for (uint32_t stay = 1 + static_cast<uint32_t>(random() % 3); stay > 0; --stay) {
            if (animated) {
                animators.goOn(random);
                input.requests = animators.requests(ofFirst);
                input.anchors = animators.anchors(ofFirst);
            }
            frame.render(input);
            input.playback.advance(0.02f, 0.0f);
        }
    }
    frame.finish();
}

// The layer tracks hazards only within one command buffer, so two frames are recorded into one. The
// timer is in overlapped mode, because its serialising barriers would hide missing barriers.
TEST_F(HazardsTest, TwoFramesInOneCommandBufferAreSilentInEveryMethod) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const auto target = OffscreenTarget::create(device(), {96, 64});
    FrameSettings allSettings[] = {
        {},
        {.skinning = {.output = Output::compact},
         .cascadeCount = 0,
         .depthPrepass = true,
         .view = SINEW_VIEW_MOTION},
        {.cascadeCount = 1,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::feedback, {.normals = Normals::inverseTranspose}}},
        {.skinning = {.output = Output::compact, .poses = PosedBy::gpu},
         .cascadeCount = 1,
         .view = SINEW_VIEW_MOTION,
         .overlays = {.skeleton = true, .bounds = true}},
        {.skinning = {.output = Output::compact, .poses = PosedBy::gpu, .cull = Cull::boxes},
         .cascadeCount = 1,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::compute, {.cull = Cull::boxes}}},
        {.skinning = {.cull = Cull::boxes},
         .cascadeCount = 1,
         .depthPrepass = true,
         .view = SINEW_VIEW_MOTION},
        {.skinning = {.poses = PosedBy::gpu, .rate = Rate::error}, .cascadeCount = 1},
        {.skinning = {.cull = Cull::boxes}, .cascadeCount = 1, .cullCamera = Camera{}},
        {.shadows = {.mode = ShadowMode::traced}},
        {.skinning = {.lod = Lod::error}, .shadows = {.mode = ShadowMode::traced}},
    };
    for (const Method method : allMethods()) {
        const MethodFacts::Supports& supports = skinningMethod(method).facts.supports;
        const bool passesSkin = skinningMethod(method).facts.passesSkin;
        for (FrameSettings& settings : allSettings) {
            settings.method = method;
            settings.instanceCount = 2;
            if (settings.skinning.rate != Rate::everyFrame && !supports.rate) continue;
            if (settings.skinning.cull != Cull::none && !supports.cull) continue;
            if (settings.skinning.lod != Lod::none && !supports.lod) continue;
            if (settings.traced() && (!device().has().rayQuery || passesSkin)) continue;
            const FrameInput input = inputFor(frame, target, settings, 0, 0.1f);
            frame.render(input);
            const Recording recording = frame.render(input);  // now there is a previous frame
            frame.finish();
            runCommands(device(), [&](Commands& commands) {
                recordFrame(commands, recording);
                recordFrame(commands, recording);
            });
            EXPECT_EQ(takeMessages(), 0u)
                << methodName(method) << " settings " << &settings - allSettings;
        }
    }
}

/// Sets SINEW_TEST_WITHOUT_HAZARD during its lifetime.
class WithoutHazard {
public:
    explicit WithoutHazard(std::string_view name) {
        setenv("SINEW_TEST_WITHOUT_HAZARD", std::string(name).c_str(), 1);
    }
    ~WithoutHazard() { unsetenv("SINEW_TEST_WITHOUT_HAZARD"); }
    WithoutHazard(const WithoutHazard&) = delete;
    WithoutHazard& operator=(const WithoutHazard&) = delete;
};

/// Tests a frame without one barrier. In some frames another memory barrier covers the same hazard.
/// So the layer must report at least one of several frames.
class MissingHazardTest : public HazardsTest,
                          public ::testing::WithParamInterface<std::string_view> {
protected:
    /// Returns the number of messages about a frame that is recorded twice without the barrier
    /// `hazard`.
    uint32_t messagesOf(FrameSettings settings, std::string_view hazard) {
        Frame frame = createFrame();
        frame.setModel(mannequin());
        const auto target = OffscreenTarget::create(device(), {96, 64});
        settings.instanceCount = 2;
        settings.depthPrepass = true;
        FrameInput input = inputFor(frame, target, settings, 0, 0.1f);
        input.drawUi = [&](VkCommandBuffer commands) { clearCorner(commands, target.target()); };
        frame.render(input);
        const Recording recording = frame.render(input);
        frame.finish();
        EXPECT_EQ(takeMessages(), 0u);
        const WithoutHazard missing(hazard);
        runCommands(device(), [&](Commands& commands) {
            recordFrame(commands, recording);
            recordFrame(commands, recording);
        });
        target.read(device());  // needs the barrier colorBeforeLeaving
        return takeMessages();
    }
};

INSTANTIATE_TEST_SUITE_P(Name, MissingHazardTest, ::testing::ValuesIn(hazard::kNames),
                         [](const auto& test) { return std::string(test.param); });

/// Returns the Vulkan version of the validation layer, or 0 if there is no layer.
uint32_t layerVersion() {
    uint32_t count = 0;
    vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    vkEnumerateInstanceLayerProperties(&count, layers.data());
    for (const VkLayerProperties& layer : layers) {
        if (std::string_view(layer.layerName) == "VK_LAYER_KHRONOS_validation") {
            return layer.specVersion;
        }
    }
    return 0;
}

TEST_P(MissingHazardTest, IsReported) {
    if (GetParam() == "depthBeforeForward" || GetParam() == "colorBeforeUi") {
        GTEST_SKIP() << "the layer takes two scopes that write one attachment to be in order";
    }
    if (GetParam() == "countsBeforeHost" || GetParam() == "areasBeforeHost") {
        GTEST_SKIP() << "the layer does not follow what the CPU reads";
    }
    if (GetParam() == "topBeforeTracing") {
        GTEST_SKIP() << "the layer does not report rays through structures that are being built";
    }
    const std::array<std::string_view, 4> ofBuilds{"previousBuildBeforeSkinning", "skinBeforeBuild",
                                                   "indicesBeforeBuild", "bottomBeforeTop"};
    if (std::ranges::find(ofBuilds, GetParam()) != ofBuilds.end()) {
        if (!device().has().rayQuery) GTEST_SKIP() << "the device has no ray queries";
        if (layerVersion() < VK_MAKE_API_VERSION(0, 1, 4, 0))
            GTEST_SKIP() << "the layer ignores builds";
        FrameSettings settings{.shadows = {.mode = ShadowMode::traced}};
        if (GetParam() == "indicesBeforeBuild") settings.skinning.lod = Lod::error;
        EXPECT_GT(messagesOf(settings, GetParam()), 0u);
        return;
    }
    const FrameSettings frames[] = {
        {.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes}},
        {},
        {.skinning = {.output = Output::compact, .poses = PosedBy::gpu}},
        {.method = Method::cpu,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::texture, {}}},
    };
    EXPECT_TRUE(std::ranges::any_of(frames, [&](const FrameSettings& settings) {
        return messagesOf(settings, GetParam()) > 0;
    }));
}

/// Tests frames without traced shadows that follow frames with them.
class AlternatingShadowsTest : public HazardsTest {
protected:
    void SetUp() override {
        HazardsTest::SetUp();
        if (!device().has().rayQuery) GTEST_SKIP() << "the device has no ray queries";
    }
    const FrameSettings map_{.instanceCount = 2, .cascadeCount = 1};
    const FrameSettings traced_{
        .instanceCount = 2, .cascadeCount = 1, .shadows = {.mode = ShadowMode::traced}};
};

TEST_F(AlternatingShadowsTest, AreThoseOfFramesOfTheirOwn) {
    constexpr uint32_t kFrames = 6;
    std::vector<OffscreenTarget> targets;
    Frame frame = frameOf(mannequin());
    const auto inputOf = [&](Frame& of, uint32_t i) {
        return inputFor(of, targets[i], i % 2 == 0 ? traced_ : map_, 0,
                        0.1f * static_cast<float>(i));
    };
    for (uint32_t i = 0; i < kFrames; ++i) {
        targets.push_back(OffscreenTarget::create(device(), {96, 64}));
        const Recording recording = frame.render(inputOf(frame, i));
        EXPECT_EQ(recording.traced != nullptr, i % 2 == 0);
        EXPECT_EQ(recording.afterTraced, i % 2 != 0);
    }
    frame.finish();
    Frame own = frameOf(mannequin());
    for (uint32_t i = 0; i < kFrames; ++i) {
        const Picture picture = targets[i].read(device());
        own.releaseCrowds();
        EXPECT_TRUE(rendered(own, inputOf(own, i), targets[i]).rgba == picture.rgba) << i;
    }
}

/// The second frame skins the vertices from which the first one builds.
TEST_F(AlternatingShadowsTest, WaitForTheBuildsOfThePreviousFrame) {
    Frame frame = frameOf(mannequin());
    const auto target = OffscreenTarget::create(device(), {96, 64});
    const FrameInput input = inputFor(frame, target, traced_, 0, 0.1f);
    frame.render(input);
    const Recording traced = frame.render(input);
    frame.finish();
    Recording next = traced;
    next.traced = nullptr;
    next.afterTraced = true;
    const auto messages = [&] {
        runCommands(device(), [&](Commands& commands) {
            recordFrame(commands, traced);
            recordFrame(commands, next);
        });
        return takeMessages();
    };
    EXPECT_EQ(messages(), 0u);
    const WithoutHazard missing("previousBuildBeforeSkinning");
    EXPECT_EQ(messages() > 0, layerVersion() >= VK_MAKE_API_VERSION(0, 1, 4, 0));
}

}  // namespace
}  // namespace sinew
