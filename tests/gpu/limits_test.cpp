// Tests devices with fewer features or smaller limits: a missing feature causes an error or a
// replacement, and never a wrong picture. After an error, the frame renders as before it.
#include "shaders/shared/vertex.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/verify/verify.h"
#include "tests/error_of.h"
#include "tests/gpu/gpu_test.h"

namespace sinew {
namespace {

using test::errorOf;
using test::says;

/// Settings that a device with `limits` refuses, and settings that the device can draw.
struct Refusal {
    AssumedLimits limits;
    FrameSettings refused;
    std::vector<std::string> words;
    FrameSettings drawn = {};
    SkinChoice right = {};
};

class LimitsTest : public test::GpuTest {
protected:
    static void expectRight(Frame& frame, const SkinChoice& choice, uint32_t crowd) {
        const PoseSample samples[] = {{0, 0.3f}};
        const Verification verification = verified(frame, choice, crowd, samples);
        EXPECT_TRUE(verification.ofItself.withinTolerance())
            << choiceText(choice) << ": " << verification.ofItself.position;
    }
};

TEST_F(LimitsTest, AModelWithMoreJointsThanAUniformRangeHoldsFallsBackToTheCpu) {
    Frame frame = frameOf(mannequin());
    const auto entries = static_cast<uint32_t>(mannequin()->binds.size());
    const auto pictureBy = [&](const SkinChoice& choice) {
        return renderPicture(frame, {.method = choice.method, .skinning = choice.settings}, 0,
                             0.2f);
    };
    const Picture uniform = pictureBy({Method::vertexUniform, {.paletteLimit = entries}});
    EXPECT_EQ(frame.resolution().choice.method, Method::vertexUniform);
    EXPECT_EQ(frame.resolution().note, "");
    const Picture fallen = pictureBy({Method::vertexUniform, {.paletteLimit = entries - 1}});
    EXPECT_EQ(frame.resolution().choice.method, Method::cpu);
    EXPECT_THAT(frame.resolution().note, says({"joint limit", "cpu"}));
    EXPECT_EQ(fallen.rgba, pictureBy({Method::cpu, {}}).rgba);
}

TEST_F(LimitsTest, MemoryIsReportedByHeapAndFreed) {
    const Device device = lesser({});
    const MemoryReport before = device.memory();
    ASSERT_FALSE(before.oursByHeap.empty());
    constexpr uint64_t kBytes = 1 << 20;
    {
        const Buffer buffer = Buffer::create(
            device,
            {.name = "a MiB", .bytes = kBytes, .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT});
        const MemoryReport with = device.memory();
        uint64_t sum = 0;
        for (const uint64_t bytes : with.oursByHeap) sum += bytes;
        EXPECT_EQ(sum, with.ours);
        EXPECT_GE(with.ours, before.ours + kBytes);
    }
    EXPECT_EQ(device.memory().oursByHeap, before.oursByHeap);
}

TEST_F(LimitsTest, ThePaletteLimitFollowsFromTheUniformRangeAndTheEntry) {
    const auto entries = static_cast<uint32_t>(mannequin()->binds.size());
    // A palette of half floats fits into the uniform range, but a palette of floats does not.
    Device device = lesser({.uniformBytes = entries * 24 / 256 * 256 + 256});
    const SkinChoice halves{Method::vertexUniform, {.palette = PaletteFormat::half}};
    EXPECT_EQ(resolve(deviceLimits(device), *mannequin(), halves).note, "");
    const Resolution floats =
        resolve(deviceLimits(device), *mannequin(), {Method::vertexUniform, {}});
    EXPECT_EQ(floats.choice.method, Method::cpu);
    EXPECT_THAT(floats.note, says({"uniform range"}));
}

TEST_F(LimitsTest, ACrowdOfManyUniformRangesIsRight) {
    // With one more entry, the half-float palette does not end at the alignment of the next range.
    Model model = *mannequin();
    model.binds.push_back(model.binds.back());
    const auto entries = static_cast<uint32_t>(model.binds.size());
    ASSERT_NE(entries * 24 % deviceLimits(device()).uniform.alignment, 0u);
    const Device device = lesser({.uniformBytes = (entries + 16) * 48 * 3});
    Frame frame = frameOf(std::make_shared<const Model>(std::move(model)), device);
    for (const Blend blend : {Blend::linear, Blend::dualQuaternion}) {
        expectRight(frame, {Method::vertexUniform, {.blend = blend}}, 20);
    }
    expectRight(frame, {Method::vertexUniform, {.palette = PaletteFormat::half}}, 20);
    renderPicture(frame, {.method = Method::vertexUniform, .instanceCount = 20}, 0, 0.0f, device);
    EXPECT_GT(frame.statistics().drawCalls, 3u * 5u) << "runs of a few instances each";
}

TEST_F(LimitsTest, CulledBlendedSurfacesNeedIndirectFirstInstance) {
    Model model = *mannequin();
    DeviceLimits limits = deviceLimits(device());
    limits.indirectFirstInstance = false;
    const SkinChoice culled{Method::compute, {.cull = Cull::boxes}};
    EXPECT_EQ(resolve(limits, model, culled).note, "");
    model.materials[model.primitives[0].material].alpha = Material::Alpha::blend;
    EXPECT_THAT(errorOf([&] { (void)resolve(limits, model, culled); }),
                says({"compute:culled", "drawIndirectFirstInstance"}));
}

TEST_F(LimitsTest, WhatADeviceLacksIsRefusedByNameAndTheOthersAreDrawn) {
    const SkinChoice vertex{Method::vertex, {}};
    const Refusal refusals[] = {
        {.limits = {.noTransformFeedback = true},
         .refused = {.method = Method::feedback},
         .words = {"VK_EXT_transform_feedback"}},
        {.limits = {.noIndirectFirstInstance = true},
         .refused = {.skinning = {.lod = Lod::error}},
         .words = {"compute:lod", "drawIndirectFirstInstance"},
         .drawn = {.skinning = {.cull = Cull::boxes}}},
        {.limits = {.noIndependentBlend = true},
         .refused = {.view = SINEW_VIEW_MOTION},
         .words = {"independentBlend"}},
        {.limits = {.noVertexStores = true},
         .refused = {.view = SINEW_VIEW_DIFFERENCE, .compared = vertex},
         .words = {"vertexPipelineStoresAndAtomics"},
         // the side-by-side view does not write buffers in the vertex stage
         .drawn = {.compared = vertex}},
        {.limits = {.noWireframe = true},
         .refused = {.wireframe = true},
         .words = {"fillModeNonSolid"}},
        {.limits = {.imageSide = 512},
         .refused = {.method = Method::texture, .skinning = {.bake = {.framesPerSecond = 240}}},
         .words = {"240 frames a second", "lower bake rate"},
         // The height limit splits the frames of the bake into columns.
         .right = {Method::texture, {.bake = {.framesPerSecond = 60}}}}};
    for (const Refusal& row : refusals) {
        SCOPED_TRACE(row.words[0]);
        const Device device = lesser(row.limits);
        Frame frame = frameOf(mannequin(), device);
        const auto draw = [&](const FrameSettings& settings) {
            return errorOf([&] { renderPicture(frame, settings, 0, 0.0f, device); });
        };
        EXPECT_THAT(draw(row.refused), says(row.words));
        EXPECT_EQ(draw(row.drawn), "");
        if (row.limits.noVertexStores) continue;  // a capture needs stores
        expectRight(frame, row.right, 3);
    }
}

TEST_F(LimitsTest, FormatsThatCannotIndexAllEntriesAreRefused) {
    Model model = *mannequin();
    while (model.binds.size() <= 256) model.binds.push_back(model.binds.back());
    EXPECT_THAT(errorOf([&] {
                    (void)resolve(deviceLimits(device()), model,
                                  {Method::compute, {.influences = InfluenceFormat::u8x4}});
                }),
                says({"256"}));
    // CPU methods do not use this format.
    EXPECT_EQ(
        resolve(deviceLimits(device()), model, {Method::cpu, {.influences = InfluenceFormat::u8x4}})
            .note,
        "");
}

// Storage buffers fit the palettes of all seven instances of `vertex`, but the captured vertices of
// only three.
TEST_F(LimitsTest, ComparedCrowdsHaveTheSameInstancesAndCapturedVerticesFitABuffer) {
    const Device device = lesser(
        {.storageBytes = 3 * mannequin()->geometry.vertexCount() * sizeof(gpu::PackedVertex)});
    Frame small = frameOf(mannequin(), device), large = frameOf(mannequin());
    expectRight(small, {Method::vertex, {}}, 7);
    for (const Method method : {Method::compute, Method::vertex}) {
        const FrameSettings settings{.method = Method::vertex,
                                     .instanceCount = 7,
                                     .view = SINEW_VIEW_DIFFERENCE,
                                     .compared = SkinChoice{method, {.influenceLimit = 1}}};
        EXPECT_TRUE(renderPicture(small, settings, 0, 0.4f, device).rgba ==
                    renderPicture(large, settings, 0, 0.4f).rgba)
            << methodName(method);
    }
}

TEST_F(LimitsTest, ACrowdFitsTheSmallerOfStorageAndFeedbackBuffers) {
    for (const auto smaller : {&DeviceLimits::storageBytes, &DeviceLimits::feedbackBytes}) {
        DeviceLimits limits = deviceLimits(device());
        limits.*smaller = 3 * mannequin()->geometry.vertexCount() * sizeof(gpu::PackedVertex);
        EXPECT_EQ(instancesPerCrowd(planOf(limits, *mannequin(), {Method::feedback, {}}), 7), 3u);
    }
}

// CPU devices fetch palettes as texels, and GPUs read them from storage buffers.
TEST_F(LimitsTest, PalettesAreFetchedAsTexelsOrReadFromStorageWithTheSameResult) {
    const uint32_t texels = 3 * static_cast<uint32_t>(mannequin()->binds.size());
    for (const uint32_t limit : {2 * texels + 1, texels - 1}) {
        SCOPED_TRACE(limit);
        const Device device = lesser({.texels = limit});
        if (device.isCpu()) {
            const SkinPlan plan = planOf(deviceLimits(device), *mannequin(), {Method::compute, {}});
            EXPECT_EQ(plan.fetchesPalettes(), limit > texels);
            if (limit > texels) {
                EXPECT_EQ(instancesPerCrowd(plan, 2), 2u);
            }
        }
        Frame frame = frameOf(mannequin(), device);
        for (const Method method : {Method::compute, Method::vertex, Method::feedback}) {
            for (const PaletteFormat palette :
                 {PaletteFormat::affine, PaletteFormat::matrix, PaletteFormat::half}) {
                expectRight(frame, {method, {.palette = palette}}, 5);
            }
            expectRight(frame, {method, {.blend = Blend::dualQuaternion}}, 5);
        }
    }
}

TEST_F(LimitsTest, PalettesOfTheFrameBeforeAreFetchedAsTexelsOrReadFromStorage) {
    const Device fewTexels = lesser({.texels = 1});
    for (const SkinSettings& settings :
         {SkinSettings{}, SkinSettings{.palette = PaletteFormat::half},
          SkinSettings{.palette = PaletteFormat::matrix},
          SkinSettings{.blend = Blend::dualQuaternion}}) {
        std::vector<Picture> pictures;
        for (const Device* each : std::initializer_list<const Device*>{&device(), &fewTexels}) {
            Frame frame = createFrame(*each);
            frame.setModel(mannequin());
            const FrameSettings motion{
                .method = Method::vertex, .skinning = settings, .view = SINEW_VIEW_MOTION};
            const Picture still = renderPicture(frame, motion, 0, 0.2f, *each);
            pictures.push_back(renderPicture(frame, motion, 0, 0.3f, *each));
            EXPECT_NE(pictures.back().rgba, still.rgba);
        }
        EXPECT_EQ(pictures[0].rgba, pictures[1].rgba) << choiceText({Method::vertex, settings});
    }
}

TEST_F(LimitsTest, TooFewStorageBuffersAndTooSmallOnesAreRefusedWithBothNumbers) {
    EXPECT_THAT(errorOf([] { lesser({.storageBuffers = 15}); }),
                says({"15 storage buffers per stage", "16 are required"}));
    const Device small = lesser({.storageBytes = 1000});
    EXPECT_THAT(errorOf([&] { frameOf(mannequin(), small); }),
                says({"the device allows 1000", "mannequin_low"}));
}

// Devices without VK_KHR_push_descriptor allocate descriptor sets in each frame.
TEST_F(LimitsTest, PushDescriptorsAreNotNeededForTheSamePicture) {
    const Device without = lesser({.noPushDescriptors = true});
    ASSERT_FALSE(without.has().pushDescriptors);
    Frame frame = createFrame(), frameWithout = createFrame(without);
    frame.setModel(mannequin());
    frameWithout.setModel(mannequin());
    const FrameSettings all[] = {
        {.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes}},
        {.method = Method::vertexUniform, .view = SINEW_VIEW_MOTION},
        {.method = Method::feedback,
         .depthPrepass = true,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::texture, {}}},
    };
    for (FrameSettings settings : all) {
        SCOPED_TRACE(choiceText(settings.choice()));
        settings.instanceCount = 5;
        // There are more frames than frame slots, so descriptor pools are reset and used again.
        for (int i = 0; i < 4; ++i) {
            const float seconds = 0.1f * static_cast<float>(i);
            EXPECT_EQ(renderPicture(frameWithout, settings, 0, seconds, without).rgba,
                      renderPicture(frame, settings, 0, seconds).rgba);
        }
    }
    EXPECT_EQ(takeMessages(), 0u);
}

class StateTest : public test::GpuTest {
protected:
    StateTest() : frame_(createFrame()) { frame_.setModel(mannequin()); }

    static ShaderLibrary without(const char* name) {
        ShaderLibrary library = ShaderLibrary::embedded();
        library.replace({{name, {}}});
        return library;
    }

    Frame frame_;
};

TEST_F(StateTest, ShadersThatCannotBeUsedLeaveAllThatTheLastFrameDrewWith) {
    const FrameSettings settings{.instanceCount = 2,
                                 .cascadeCount = 1,
                                 .depthPrepass = true,
                                 .view = SINEW_VIEW_DIFFERENCE,
                                 .overlays = {.skeleton = true, .bounds = true},
                                 .compared = SkinChoice{Method::vertex, {}}};
    const Picture before = renderPicture(frame_, settings, 0, 0.3f);
    for (const char* name : {"palette.comp", "skin.comp", "shadow.skinned.vert",
                             "prepass.skinned.vert", "forward.palette.vert", "capture.palette.vert",
                             "ground.vert", "skeleton.vert", "bounds.vert"}) {
        EXPECT_ANY_THROW(frame_.setShaders(without(name))) << name;
        EXPECT_EQ(renderPicture(frame_, settings, 0, 0.3f).rgba, before.rgba) << name;
    }
}

// Crowds of `limit` instances or more get no memory: 5 leaves the former crowd of 3, 1 leaves none.
TEST_F(StateTest, AfterACrowdWithoutMemoryTheFormerSettingsDrawTheSamePicture) {
    for (const char* limit : {"5", "1"}) {
        for (const SkinChoice& choice :
             {SkinChoice{Method::compute, {.cull = Cull::boxes}}, SkinChoice{Method::cpu, {}}}) {
            SCOPED_TRACE(limit + choiceText(choice));
            FrameSettings settings{
                .method = choice.method, .skinning = choice.settings, .instanceCount = 3};
            const Picture before = renderPicture(frame_, settings, 0, 0.3f);
            const uint64_t generation = frame_.crowds().generation();
            settings.instanceCount = 5;
            ::setenv("SINEW_TEST_NO_MEMORY", limit, 1);
            EXPECT_THAT(errorOf([&] { renderPicture(frame_, settings, 0, 0.3f); }),
                        says({"5 instances"}));
            EXPECT_GT(frame_.crowds().generation(), generation) << "the former crowd was not freed";
            EXPECT_EQ(frame_.crowds().empty(), limit == std::string_view("1"));
            ::unsetenv("SINEW_TEST_NO_MEMORY");
            settings.instanceCount = 3;
            EXPECT_EQ(renderPicture(frame_, settings, 0, 0.3f).rgba, before.rgba);
        }
    }
}

TEST_F(StateTest, ACrowdThatDoesNotFitKeepsTheResolution) {
    const Picture before = renderPicture(frame_, {.method = Method::compute}, 0, 0.0f);
    const auto target = OffscreenTarget::create(device(), {96, 64});
    FrameInput tooMany = inputFor(frame_, target, {.method = Method::vertexUniform}, 0, 0.0f);
    tooMany.settings.skinning.paletteLimit = 1;  // refused, so method cpu would replace it
    tooMany.settings.instanceCount = 4'000'000'000;
    EXPECT_THAT(errorOf([&] { frame_.render(tooMany); }),
                says({"4000000000 instances of mannequin_low.glb need"}));
    EXPECT_EQ(frame_.resolution().choice.method, Method::compute);
    EXPECT_EQ(frame_.resolution().note, "");
    EXPECT_EQ(renderPicture(frame_, {.method = Method::compute}, 0, 0.0f).rgba, before.rgba);
    EXPECT_EQ(frame_.resolution().choice.method, Method::compute);
}

}  // namespace
}  // namespace sinew
