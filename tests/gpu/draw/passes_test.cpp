// Tests cascades and the depth prepass: their effect on the picture, and the counts of passes and
// calls.
#include <algorithm>
#include <cmath>

#include "renderer/passes/cascades.h"
#include "shaders/shared/view.h"
#include "skinning/gltf/import.h"
#include "skinning/model/gather.h"
#include "skinning/model/hold.h"
#include "tests/gpu/gpu_test.h"
#include "tests/keyed.h"

namespace sinew {
namespace {

// Devices without depth clamp lose casters outside of the depth range. The points are spread over
// the bounding sphere of the casters.
TEST(CascadesTest, TheDepthRangeOfEachContainsAllCastersAndTheLastShowsThem) {
    const Sphere casters{.center = {1, 2, -3}, .radius = 5};
    const Camera camera{.target = {1, 1, 0}, .distance = 9};
    for (const glm::vec3 sun : {glm::vec3(0, 1, 0), glm::vec3(1, 2, 2), glm::vec3(-5, 1, 1)}) {
        const Cascades cascades =
            fitCascades(camera, 1.5f, glm::normalize(sun), casters, SINEW_MAX_CASCADES, 1024);
        for (int i = 0; i < 50; ++i) {
            const float z = 1 - 0.04f * (static_cast<float>(i) + 0.5f);
            const float radius = std::sqrt(1 - z * z), angle = 2.4f * static_cast<float>(i);
            const glm::vec3 at =
                casters.center +
                casters.radius * glm::vec3(radius * std::cos(angle), radius * std::sin(angle), z);
            glm::vec3 shown;
            for (const glm::mat4& shadowFromWorld : cascades.shadowFromWorld) {
                shown = shadowFromWorld * glm::vec4(at, 1);
                EXPECT_GE(shown.z, -1e-5f);
                EXPECT_LE(shown.z, 1 + 1e-5f);
            }
            EXPECT_TRUE(shown.x > 0 && shown.x < 1 && shown.y > 0 && shown.y < 1);
        }
    }
}

/// Returns a model of four intersecting mannequins, a hand's width apart: opaque, alpha-masked,
/// blended and double-sided.
Model fourMaterials(const Model& mannequin) {
    Model model = mannequin;
    model.name = "four materials";
    model.images.push_back({.width = 2, .height = 1, .rgba = {200, 90, 40, 255, 40, 90, 200, 0}});
    const Texture holes{.image = static_cast<uint32_t>(model.images.size() - 1),
                        .imageFromUv = glm::mat3x2(24, 0, 0, 24, 0, 0)};
    Material masked = mannequin.materials[0];
    masked.alpha = Material::Alpha::mask;
    masked.baseColorTexture = holes;
    Material blended = mannequin.materials[0];
    blended.alpha = Material::Alpha::blend;
    blended.baseColor.a = 0.4f;
    Material doubleSided = mannequin.materials[0];
    doubleSided.doubleSided = true;
    model.materials.insert(model.materials.end(), {masked, blended, doubleSided});

    const Geometry& from = mannequin.geometry;
    Geometry& to = model.geometry;
    const uint32_t count = from.vertexCount();
    std::vector<uint32_t> vertices;
    for (uint32_t i = 0; i < 4 * count; ++i) vertices.push_back(i % count);
    gather(to, vertices);
    for (uint32_t copy = 1; copy < 4; ++copy) {
        Primitive primitive = mannequin.primitives[0];
        primitive.firstVertex = copy * count;
        primitive.firstIndex = static_cast<uint32_t>(to.indices.size());
        primitive.material = static_cast<uint32_t>(mannequin.materials.size()) + copy - 1;
        model.primitives.push_back(primitive);
        for (const uint32_t index : from.indices) {
            to.indices.push_back(index + primitive.firstVertex);
        }
        const glm::vec3 apart(0.08f * static_cast<float>(copy), 0,
                              0.05f * static_cast<float>(copy));
        for (uint32_t v = 0; v < count; ++v) to.positions[copy * count + v] += apart;
    }
    return model;
}

/// Changes the first clip so that it mirrors the root in its second half. So the winding is
/// unknown.
Model mirroredNowAndThen(Model model) {
    Clip& clip = model.clips[0];
    const float middle = 0.5f * clip.durationSeconds;
    test::addKeys(clip, {.path = Channel::Path::scale}, {middle - 0.01f, middle + 0.01f},
                  {1, 1, 1, -1, 1, 1});
    return model;
}

class PassesTest : public test::GpuTest {
protected:
    static Frame& sharedFrame() {
        static Frame frame = createFrame();
        return frame;
    }
    /// Expects that a depth prepass does not change the picture. Both pictures use one camera,
    /// because inputFor() depends on earlier frames.
    static void expectSamePictureWithAPrepass(Frame& frame, const FrameSettings& settings,
                                              float time) {
        SCOPED_TRACE(choiceText(settings.choice()));
        const OffscreenTarget target = OffscreenTarget::create(device(), {128, 96});
        FrameInput input = inputFor(frame, target, settings, 0, time);
        std::vector<uint8_t> pictures[2];
        for (std::vector<uint8_t>& picture : pictures) {
            frame.render(input);
            frame.finish();
            picture = target.read(device()).rgba;
            input.settings.depthPrepass = true;
        }
        EXPECT_TRUE(pictures[0] == pictures[1]) << "a depth prepass changed the picture";
    }
};

TEST_F(PassesTest, ADepthPrepassChangesNoPixelWhateverTheMaterialAndTheMethod) {
    Frame& frame = sharedFrame();
    frame.setModel(std::make_shared<const Model>(fourMaterials(*mannequin())));
    for (const Method method : allMethods()) {
        expectSamePictureWithAPrepass(frame, {.method = method, .instanceCount = 3}, 0.4f);
        if (method == kReference || method == Method::vertexUniform) continue;
        expectSamePictureWithAPrepass(
            frame, {.method = method, .instanceCount = 3, .view = SINEW_VIEW_MOTION}, 0.4f);
    }
    const SkinSettings variants[] = {{.blend = Blend::dualQuaternion},
                                     {.palette = PaletteFormat::half},
                                     {.influences = InfluenceFormat::u8x4}};
    for (const SkinSettings& variant : variants) {
        expectSamePictureWithAPrepass(
            frame, {.method = Method::vertex, .skinning = variant, .instanceCount = 2}, 0.7f);
    }
    expectSamePictureWithAPrepass(frame,
                                  {.method = Method::compute,
                                   .skinning = {.output = Output::compact},
                                   .instanceCount = 2,
                                   .compared = SkinChoice{Method::vertex, {}}},
                                  0.7f);
}

TEST_F(PassesTest, ADepthPrepassChangesNoPixelWhereJointsMirrorNowAndThen) {
    Frame& frame = sharedFrame();
    frame.setModel(std::make_shared<const Model>(mirroredNowAndThen(fourMaterials(*mannequin()))));
    const float duration = frame.model().clips[0].durationSeconds;
    for (const Method method : {Method::compute, Method::vertex, Method::texture}) {
        for (const float time : {0.2f * duration, 0.8f * duration}) {
            expectSamePictureWithAPrepass(frame, {.method = method, .instanceCount = 2}, time);
        }
    }
}

/// Returns fourMaterials() with all materials blended, in different colours.
Model fourBlended(const Model& mannequin) {
    Model model = fourMaterials(mannequin);
    for (uint32_t p = 0; p < model.primitives.size(); ++p) {
        Material& material = model.materials[model.primitives[p].material];
        material.alpha = Material::Alpha::blend;
        material.baseColorTexture = {};
        material.baseColor = {p % 2, p / 2, 1 - p % 2, 0.5f};
        material.doubleSided = p == 3;
    }
    return model;
}

TEST_F(PassesTest, BlendedSurfacesAreDrawnFromBackToFrontWhateverTheirOrderInTheFile) {
    Frame& frame = sharedFrame();
    Model model = fourBlended(*mannequin());
    const auto drawn = [&] {
        frame.setModel(std::make_shared<const Model>(model));
        return renderPicture(frame, {.method = Method::compute, .instanceCount = 4}, 0, 0.4f).rgba;
    };
    const std::vector<uint8_t> inOrder = drawn();
    std::swap(model.primitives[0].material, model.primitives[3].material);
    EXPECT_FALSE(drawn() == inOrder) << "other colours";
    std::swap(model.primitives[0].material, model.primitives[3].material);
    std::ranges::reverse(model.primitives);
    EXPECT_TRUE(drawn() == inOrder);
}

// `near` has the same center as `far`, twice its size, and is 0.5 nearer to the camera. It is first
// in the order of primitives.
TEST_F(PassesTest, TheNearerOfTwoBlendedSurfacesCoversTheOther) {
    Model far = test::square(), near = test::square();
    for (glm::vec3& p : near.geometry.positions) p = {2 * p.x, 2 * p.y - 1, 0.5f};
    for (Model* model : {&far, &near}) {
        model->materials[0] = {.alpha = Material::Alpha::blend, .unlit = true};
    }
    far.materials[0].baseColor = {1, 0, 0, 0.9f};
    near.materials[0].baseColor = {0, 1, 0, 0.9f};
    Frame& frame = sharedFrame();
    frame.setModel(std::make_shared<const Model>(hold(near, far, "root")));
    const Picture picture = renderPicture(frame, {.cascadeCount = 0}, kRestPose, 0);
    size_t green = 0, red = 0;
    for (size_t i = 0; i < picture.rgba.size(); i += 4) {
        const int difference = picture.rgba[i + 1] - picture.rgba[i];
        green += difference > 30;
        red += difference < -30;
    }
    EXPECT_GT(green, 5000u);
    EXPECT_EQ(red, 0u);
}

TEST_F(PassesTest, BlendedSurfacesOfACulledCrowdAreDrawnAsOfOneThatIsNot) {
    Frame& frame = sharedFrame();
    frame.setModel(std::make_shared<const Model>(fourBlended(*mannequin())));
    const OffscreenTarget target = OffscreenTarget::create(device(), {128, 96});
    for (const Method method : {Method::cpu, Method::compute, Method::vertex}) {
        for (const PosedBy poses : {PosedBy::cpu, PosedBy::gpu}) {
            FrameSettings settings{
                .method = method, .skinning = {.poses = poses}, .instanceCount = 9};
            FrameInput input = inputFor(frame, target, settings, 0, 0.4f);
            input.camera.distance *= 0.3f;  // some instances are out of view
            const auto drawn = [&](Cull cull) {
                input.settings.skinning.cull = cull;
                return rendered(frame, input, target).rgba;
            };
            const auto culled = drawn(Cull::boxes);
            EXPECT_LT(frame.statistics().listed.value().camera, settings.instanceCount);
            EXPECT_TRUE(culled == drawn(Cull::none)) << choiceText(settings.choice());
        }
    }
}

TEST_F(PassesTest, ABlendedSurfaceCastsAShadowWhereItsAlphaIsAtLeastAHalf) {
    Frame& frame = sharedFrame();
    const auto drawn = [&](float alpha, uint32_t cascadeCount) {
        Model model = *mannequin();
        for (Material& material : model.materials) {
            material.alpha = Material::Alpha::blend;
            material.baseColorTexture = {};
            material.baseColor.a = alpha;
        }
        frame.setModel(std::make_shared<const Model>(std::move(model)));
        return renderPicture(frame, {.method = Method::compute, .cascadeCount = cascadeCount}, 0,
                             0.0f)
            .rgba;
    };
    EXPECT_TRUE(drawn(0.49f, 2) == drawn(0.49f, 0));
    EXPECT_FALSE(drawn(0.51f, 2) == drawn(0.51f, 0));
}

TEST_F(PassesTest, WithoutCascadesNothingIsInShadowAndWithThemSomethingIs) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    const auto brightness = [&](uint32_t cascadeCount) {
        const Picture picture = renderPicture(
            frame, {.method = Method::compute, .cascadeCount = cascadeCount}, 0, 0.0f);
        uint64_t sum = 0;
        for (const uint8_t byte : picture.rgba) sum += byte;
        return sum;
    };
    const uint64_t lit = brightness(0);
    EXPECT_FALSE(frame.statistics()[Step::shadow].gpuMs.has_value());
    for (uint32_t count = 1; count <= SINEW_MAX_CASCADES; ++count) {
        EXPECT_LT(brightness(count), lit) << count << " cascades";
        EXPECT_TRUE(frame.statistics()[Step::shadow].gpuMs.has_value());
    }
    EXPECT_EQ(brightness(0), lit) << "what an earlier frame left in the map still shows";
}

TEST_F(PassesTest, EveryPassDrawsTheCrowdAndVertexAloneSkinsItAgain) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    const uint64_t vertices = mannequin()->geometry.vertexCount();
    for (const Method method : {Method::vertex, Method::compute}) {
        SCOPED_TRACE(methodName(method));
        uint32_t drawsBefore = 0;
        for (uint32_t passes = 1; passes <= kMostPasses; ++passes) {
            FrameSettings settings{.method = method, .instanceCount = 2};
            setPasses(settings, passes);
            EXPECT_EQ(passesOf(settings), passes);
            EXPECT_EQ(settings.depthPrepass, passes > 5);
            renderPicture(frame, settings, 0, 0.0f);
            const uint32_t times = method == Method::vertex ? passes : 1;
            EXPECT_EQ(frame.statistics().verticesSkinned, 2 * times * vertices);
            EXPECT_GT(frame.statistics().drawCalls, drawsBefore);
            drawsBefore = frame.statistics().drawCalls;
        }
    }
}

TEST_F(PassesTest, VertexInvocationsAreCountedOnRequestAndGrowWithThePasses) {
    if (!device().has().pipelineStatistics) GTEST_SKIP() << "the device does not count";
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    uint64_t forward = 0;
    const auto counted = [&](uint32_t passes, bool wanted) {
        FrameSettings settings{.method = Method::vertex, .countInvocations = wanted};
        setPasses(settings, passes);
        renderPicture(frame, settings, 0, 0.0f);
        const FrameStatistics& statistics = frame.statistics();
        EXPECT_EQ(statistics.forwardInvocations.has_value(), wanted);
        if (wanted && passes == 1) {
            EXPECT_EQ(statistics.forwardInvocations, statistics.vertexInvocations);
        } else if (wanted) {
            forward = *statistics.forwardInvocations;
        }
        return statistics.vertexInvocations;
    };
    EXPECT_FALSE(counted(1, false).has_value());
    const std::optional<uint64_t> one = counted(1, true);
    ASSERT_TRUE(one.has_value());
    // The post-transform cache avoids some repeated invocations for vertices that triangles share.
    EXPECT_GE(*one, mannequin()->geometry.vertexCount());
    EXPECT_LE(*one, mannequin()->geometry.indices.size() + 7);
    const std::optional<uint64_t> eight = counted(8, true);
    ASSERT_TRUE(eight.has_value());
    EXPECT_NEAR(static_cast<double>(*eight), 8.0 * static_cast<double>(*one),
                0.1 * static_cast<double>(*eight));
    EXPECT_EQ(forward, *one);
    EXPECT_FALSE(counted(2, false).has_value());
}

TEST_F(PassesTest, ADeviceThatCannotCountInvocationsReportsNone) {
    const Device device = lesser({.noPipelineStatistics = true});
    Frame frame = frameOf(mannequin(), device);
    renderPicture(frame, {.countInvocations = true}, 0, 0.0f, device);
    EXPECT_FALSE(frame.statistics().vertexInvocations.has_value());
}

class DrawCallsTest : public test::GpuTest {
protected:
    static constexpr uint32_t kCascades = 3;
    static constexpr uint32_t kBackdrop = 2;  // ground and sky

    /// Returns the mannequin with a sword in each hand. Both swords have the same material.
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
        return {std::move(picture), frame.statistics().drawCalls};
    }
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

TEST_F(DrawCallsTest, AHeldModelCostsOneDrawAPassHoweverManyHoldIt) {
    Frame frame = createFrame();
    const auto armedOnce = std::make_shared<const Model>(
        hold(*mannequin(), importGltf(test::asset("props/sword.glb")), "hand_right"));
    for (const Method method : allMethods()) {
        SCOPED_TRACE(methodName(method));
        for (const uint32_t cascades : {0u, 3u}) {
            // Method vertex-uniform draws once for each run of instances. Three instances fit into
            // one run.
            const FrameSettings settings{
                .method = method, .instanceCount = 3, .cascadeCount = cascades};
            frame.setModel(mannequin());
            renderPicture(frame, settings, 0, 0.0f);
            const FrameStatistics without = frame.statistics();
            frame.setModel(armedOnce);
            renderPicture(frame, settings, 0, 0.0f);
            EXPECT_EQ(frame.statistics().drawCalls, without.drawCalls + 1 + cascades);
            EXPECT_EQ(frame.statistics().dispatches, without.dispatches);
        }
    }
}

}  // namespace
}  // namespace sinew
