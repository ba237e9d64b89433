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
        const Model sword = importGltf(test::asset("props/sword.glb"));
        const Model one = hold(*mannequin(), sword, "hand_right");
        Model both = hold(one, sword, "hand_left");
        both.primitives.back().material = both.primitives[both.primitives.size() - 2].material;
        return std::make_shared<const Model>(std::move(both));
    }
    struct Drawn {
        Picture picture;
        uint32_t calls = 0;
        std::optional<ListedInstances> listed;
    };
    static Drawn draw(const Device& onDevice, const SkinSettings& skinning) {
        Frame frame = createFrame(onDevice);
        frame.setModel(armed());
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
    Drawn drawTogether(const Device& onDevice, std::span<const std::shared_ptr<const Model>> models,
                       FrameSettings settings) {
        std::vector<SceneModel> scene;
        for (const auto& model : models) scene.push_back({model});
        Frame frame = createFrame(onDevice);
        frame.setModels(scene);
        for (size_t i = 0; i < scene.size() && heeded(settings.choice()).lod != Lod::none; ++i) {
            const auto [levels, isNew] = levels_.try_emplace(frame.model(i).name);
            if (isNew) levels->second = makeLevels(frame.model(i));
            frame.scene(i)->offer(levels->second);
        }
        settings.instanceCount = kInstances;
        settings.cascadeCount = kCascades;
        settings.depthPrepass = true;
        const OffscreenTarget target = OffscreenTarget::create(onDevice, {160, 120});
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
    std::map<std::string, Levels> levels_;  // by name: materials do not change them
};

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
    for (const Lod lod : {Lod::none, Lod::error}) {
        const SkinSettings listed{.poses = PosedBy::gpu, .cull = Cull::boxes, .lod = lod};
        const Drawn together = draw(device(), listed), apart = draw(apartOnly, listed);
        EXPECT_EQ(together.calls, kBackdrop + kCascades + 1 + materials);
        EXPECT_GE(apart.calls, kBackdrop + (kCascades + 2) * primitives);
        EXPECT_EQ(together.picture.rgba, apart.picture.rgba);
    }
    const Drawn unlisted = draw(device(), {.poses = PosedBy::gpu});
    EXPECT_EQ(unlisted.calls, kBackdrop + (kCascades + 2) * primitives);
}

TEST_F(DrawCallsTest, OneACascadeAndPrepassOfSeveralModels) {
    const auto masked = [](Material& material) { material.alpha = Material::Alpha::mask; };
    const auto blended = [](Material& material) {
        material.alpha = Material::Alpha::blend;
        material.baseColor.a = 0.5f;
    };
    const auto doubleSided = [](Material& material) { material.doubleSided = true; };
    const std::shared_ptr<const Model> whole[] = {mannequin(), serpent(),
                                                  std::make_shared<const Model>(*mannequin())};
    const std::shared_ptr<const Model> mixed[] = {mannequin(), with(*serpent(), masked),
                                                  with(*mannequin(), doubleSided),
                                                  with(*serpent(), blended), serpent()};
    const Device apartOnly = lesser({.noDrawParameters = true});
    const SkinChoice ways[] = {
        {Method::compute, {}},
        {Method::compute, {.cull = Cull::boxes}},
        {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu, .lod = Lod::error}},
        {Method::feedback, {.cull = Cull::boxes}},
        {Method::cpu, {.cull = Cull::boxes}},
    };
    for (const SkinChoice& way : ways) {
        SCOPED_TRACE(choiceText(way));
        const FrameSettings settings{.method = way.method, .skinning = way.settings};
        const Drawn together = drawTogether(device(), whole, settings);
        const Drawn apart = drawTogether(apartOnly, whole, settings);
        if (together.listed) {
            EXPECT_GT(together.listed->camera, 0u);
            EXPECT_LT(together.listed->camera, together.listed->any);
        }
        if (heeded(way).lod != Lod::none) {
            const auto& atLevels = together.listed->atLevels;
            EXPECT_GT(std::ranges::count_if(atLevels, [](uint64_t n) { return n > 0; }), 1);
        }
        const uint32_t forward = std::size(whole);  // one material each
        const uint32_t ofFeedback = way.method == Method::feedback ? std::size(whole) : 0;
        EXPECT_EQ(together.calls, kBackdrop + kCascades + 1 + forward + ofFeedback);
        EXPECT_EQ(apart.calls, together.calls + (kCascades + 1) * (std::size(whole) - 1));
        EXPECT_EQ(together.picture.rgba, apart.picture.rgba);

        // Of the masked one each pass has a call of its own, and of the others the prepass has two:
        // backs are dropped of some. It has nothing of the blended one.
        const Drawn some = drawTogether(device(), mixed, settings);
        const Drawn none = drawTogether(apartOnly, mixed, settings);
        EXPECT_EQ(none.calls - some.calls, 3 * kCascades + 1);
        EXPECT_EQ(some.picture.rgba, none.picture.rgba);
    }
}

TEST_F(DrawCallsTest, WaysBesideEachOtherAreDrawnTogetherEach) {
    const std::shared_ptr<const Model> models[] = {mannequin(), serpent()};
    const Device apartOnly = lesser({.noDrawParameters = true});
    FrameSettings settings{.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes}};
    settings.compared = SkinChoice{Method::cpu, {.cull = Cull::boxes}};
    const Drawn together = drawTogether(device(), models, settings);
    const Drawn apart = drawTogether(apartOnly, models, settings);
    EXPECT_EQ(apart.calls, together.calls + kCascades + 2);
    EXPECT_EQ(together.picture.rgba, apart.picture.rgba);
    // Methods that skin in the passes read each model's own vertices.
    settings.compared = SkinChoice{Method::vertex, {.cull = Cull::boxes}};
    const Drawn half = drawTogether(device(), models, settings);
    EXPECT_EQ(half.calls, together.calls + 1);
    EXPECT_EQ(half.picture.rgba, drawTogether(apartOnly, models, settings).picture.rgba);
}

}  // namespace
}  // namespace sinew
