// How many calls draw what the GPU has listed.
#include <algorithm>
#include <map>
#include <optional>

#include "skinning/gltf/import.h"
#include "skinning/gpu/crowd_camera.h"
#include "skinning/hold.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

class DrawCallsTest : public test::GpuTest {
protected:
    static constexpr uint32_t kCascades = 3;
    static constexpr uint32_t kBackdrop = 2;  // ground and sky

    /// The mannequin and a sword in each hand, which are of one material.
    static std::shared_ptr<const Model> armed() {
        static const auto model = [] {
            const Model sword = importGltf(test::asset("props/sword.glb"));
            const Model one = hold(*mannequin(), sword, "hand_right");
            Model both = hold(one, sword, "hand_left");
            both.primitives.back().material = both.primitives[both.primitives.size() - 2].material;
            return std::make_shared<const Model>(std::move(both));
        }();
        return model;
    }
    struct Drawn {
        Picture picture;
        uint32_t calls = 0;
        std::optional<ListedInstances> listed;
    };
    static Drawn draw(Frame& frame, const Device& onDevice, const SkinSettings& skinning) {
        static const Levels levels = makeLevels(*armed());
        frame.setModel(armed());
        if (!frame.scene()->hasLevels()) frame.scene()->offer(levels);
        const FrameSettings settings{.skinning = skinning,
                                     .instanceCount = 5,
                                     .cascadeCount = kCascades,
                                     .depthPrepass = true};
        Picture picture = renderPicture(frame, settings, 0, 0.3f, onDevice);
        return {std::move(picture), frame.statistics().drawCalls, {}};
    }
    static Device lesser(const AssumedLimits& limits) {
        Device device = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
        device.assume(limits);
        return device;
    }

    /// The same surfaces with other materials.
    static std::shared_ptr<const Model> with(Model model, const auto& change) {
        for (Material& material : model.materials) change(material);
        return std::make_shared<const Model>(std::move(model));
    }
    static Drawn drawTogether(Frame& frame, const Device& onDevice,
                              std::span<const std::shared_ptr<const Model>> models,
                              FrameSettings settings) {
        static std::map<std::string, Levels> ofModels;  // by name: materials do not change them
        std::vector<SceneModel> scene;
        for (const auto& model : models) scene.push_back({model});
        frame.setModels(scene);
        for (size_t i = 0; i < scene.size() && heeded(settings.choice()).lod != Lod::none; ++i) {
            if (frame.scene(i)->hasLevels()) continue;
            const auto [levels, isNew] = ofModels.try_emplace(frame.model(i).name);
            if (isNew) levels->second = makeLevels(frame.model(i));
            frame.scene(i)->offer(levels->second);
        }
        settings.instanceCount = kInstances;
        settings.cascadeCount = kCascades;
        settings.depthPrepass = true;
        const OffscreenTarget target = OffscreenTarget::create(onDevice, {64, 48});
        // Their boxes before poses are large, so that the second round of culling leaves some out.
        const Playback fading{.clip = 1,
                              .timeSeconds = 0.3f,
                              .previousClip = 2,
                              .previousTimeSeconds = 0.2f,
                              .fade = 0.5f};
        const std::vector<CrowdInput> others(scene.size(), {.playback = fading});
        FrameInput input{
            .settings = settings, .playback = fading, .others = others, .target = target.target()};
        // Some stand out of view, and cast their shadows all the same; some are near.
        input.camera = crowdCamera(frame.crowdBounds(kInstances, 0), kInstances, 4.0f / 3);
        input.camera.distance *= 0.35f;
        frame.render(input);
        frame.finish();
        return {target.read(onDevice), frame.statistics().drawCalls, frame.statistics().listed};
    }
    static constexpr uint32_t kInstances = 11;

    /// Counts calls. Pictures are bit-identical to those of a device that cannot join draws.
    static void expectJoined(std::span<const SkinChoice> choices);
};

/// The suite joins draws of several models by every kind of method.
class LongDrawCallsTest : public DrawCallsTest {};

TEST_F(DrawCallsTest, OneACascadeAndPrepassAndOneAMaterialOfListedCrowds) {
    const auto primitives = static_cast<uint32_t>(armed()->primitives.size());
    uint32_t materials = 0;
    for (uint32_t p = 0; p < primitives; ++p) {
        const auto& of = armed()->primitives;
        materials += p == 0 || of[p].material != of[p - 1].material;
    }
    ASSERT_GT(primitives, materials);
    ASSERT_GT(materials, 1u);
    const Device apartOnly = lesser({.noMultiDrawIndirect = true});
    Frame frame = createFrame(), apartFrame = createFrame(apartOnly);
    for (const Lod lod : {Lod::none, Lod::error}) {
        const SkinSettings listed{.poses = PosedBy::gpu, .cull = Cull::boxes, .lod = lod};
        const Drawn together = draw(frame, device(), listed);
        const Drawn apart = draw(apartFrame, apartOnly, listed);
        EXPECT_EQ(together.calls, kBackdrop + kCascades + 1 + materials);
        EXPECT_GE(apart.calls, kBackdrop + (kCascades + 2) * primitives);
        EXPECT_EQ(together.picture.rgba, apart.picture.rgba);
    }
    const Drawn unlisted = draw(frame, device(), {.poses = PosedBy::gpu});
    EXPECT_EQ(unlisted.calls, kBackdrop + (kCascades + 2) * primitives);
}

void DrawCallsTest::expectJoined(std::span<const SkinChoice> choices) {
    const auto masked = [](Material& material) { material.alpha = Material::Alpha::mask; };
    const auto blended = [](Material& material) {
        material.alpha = Material::Alpha::blend;
        material.baseColor.a = 0.5f;
    };
    const auto doubleSided = [](Material& material) { material.doubleSided = true; };
    const std::shared_ptr<const Model> opaque[] = {mannequin(), serpent(),
                                                   std::make_shared<const Model>(*mannequin())};
    const std::shared_ptr<const Model> mixed[] = {mannequin(), with(*serpent(), masked),
                                                  with(*mannequin(), doubleSided),
                                                  with(*serpent(), blended), serpent()};
    const Device lesserDevice = lesser({.noDrawParameters = true});
    Frame joined = createFrame(), apartOnly = createFrame(lesserDevice);
    const auto draw = [&](Frame& frame, std::span<const std::shared_ptr<const Model>> models,
                          const FrameSettings& settings) {
        return drawTogether(frame, &frame == &joined ? device() : lesserDevice, models, settings);
    };
    for (const SkinChoice& way : choices) {
        SCOPED_TRACE(choiceText(way));
        const FrameSettings settings{.method = way.method, .skinning = way.settings};
        const Drawn together = draw(joined, opaque, settings);
        const Drawn apart = draw(apartOnly, opaque, settings);
        if (together.listed) {
            EXPECT_GT(together.listed->camera, 0u);
            EXPECT_LT(together.listed->camera, together.listed->any);
        }
        if (heeded(way).lod != Lod::none) {
            const auto& atLevels = together.listed->atLevels;
            EXPECT_GT(std::ranges::count_if(atLevels, [](uint64_t n) { return n > 0; }), 1);
        }
        const uint32_t forward = std::size(opaque);  // one material each
        const uint32_t ofFeedback = way.method == Method::feedback ? std::size(opaque) : 0;
        EXPECT_EQ(together.calls, kBackdrop + kCascades + 1 + forward + ofFeedback);
        EXPECT_EQ(apart.calls, together.calls + (kCascades + 1) * (std::size(opaque) - 1));
        EXPECT_EQ(together.picture.rgba, apart.picture.rgba);

        // The masked and the blended model have calls of their own in each shadow pass. The prepass
        // has two calls for the others, because backs are dropped of some, and none for the blended
        // one.
        const Drawn some = draw(joined, mixed, settings);
        const Drawn none = draw(apartOnly, mixed, settings);
        EXPECT_EQ(none.calls - some.calls, 2 * kCascades + 1);
        EXPECT_EQ(some.picture.rgba, none.picture.rgba);
    }
}

constexpr SkinChoice kJoinedWays[] = {
    {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu, .cull = Cull::boxes}},
    {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu, .lod = Lod::error}},
    {Method::compute, {}},
    {Method::compute, {.cull = Cull::boxes}},
    {Method::feedback, {.cull = Cull::boxes}},
    {Method::cpu, {.cull = Cull::boxes}},
};

TEST_F(DrawCallsTest, OneACascadeAndPrepassOfSeveralModels) {
    expectJoined(std::span(kJoinedWays).first(1));
}

TEST_F(LongDrawCallsTest, OneACascadeAndPrepassOfSeveralModels) {
    expectJoined(std::span(kJoinedWays).subspan(1));
}

TEST_F(LongDrawCallsTest, WaysBesideEachOtherAreDrawnTogetherEach) {
    const std::shared_ptr<const Model> models[] = {mannequin(), serpent()};
    const Device lesserDevice = lesser({.noDrawParameters = true});
    Frame joined = createFrame(), apartOnly = createFrame(lesserDevice);
    FrameSettings settings{.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes}};
    settings.compared = SkinChoice{Method::cpu, {.cull = Cull::boxes}};
    const Drawn together = drawTogether(joined, device(), models, settings);
    const Drawn apart = drawTogether(apartOnly, lesserDevice, models, settings);
    EXPECT_EQ(apart.calls, together.calls + kCascades + 2);
    EXPECT_EQ(together.picture.rgba, apart.picture.rgba);
    // Methods that skin in the passes read each model's own vertices.
    settings.compared = SkinChoice{Method::vertex, {.cull = Cull::boxes}};
    const Drawn half = drawTogether(joined, device(), models, settings);
    EXPECT_EQ(half.calls, together.calls + 1);
    EXPECT_EQ(half.picture.rgba,
              drawTogether(apartOnly, lesserDevice, models, settings).picture.rgba);
}

}  // namespace
}  // namespace sinew
