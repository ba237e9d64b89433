// Culling: nobody who may be seen is left out, pictures stay the same in every bit, and what is
// left out is not posed, skinned or drawn.
#include <random>

#include "skinning/animation/placement.h"
#include "skinning/gpu/frame_view.h"
#include "tests/gpu/gpu_test.h"
#include "tests/model_files.h"
#include "tests/unit/posed.h"

namespace sinew::test {
namespace {

constexpr uint32_t kCascades = 4;

/// Close to the middle of the crowd, so that most of it is out of view.
FrameInput closeUp(FrameInput input, const Box& character) {
    input.camera.target = character.center();
    input.camera.distance = 2.5f * character.radius();
    return input;
}

class CullingTest : public GpuTest {
protected:
    /// The lists of a frame's last recording, page after page, as instances of the crowd.
    static std::vector<std::vector<uint32_t>> listsOf(const Recording& recording) {
        std::vector<std::vector<uint32_t>> lists(SINEW_LIST_COUNT);
        const Pages& pages = recording.shown.pages();
        for (size_t p = 0; p < pages.all().size(); ++p) {
            const Page& page = pages.all()[p];
            const std::vector<uint32_t> lengths = read(*pages.arguments(p), SINEW_LIST_COUNT);
            const std::vector<uint32_t> numbers =
                read(*page.buffers.find(SINEW_BINDING_LISTS, recording.moment.phase),
                     SINEW_LIST_COUNT * page.range.instanceCount);
            for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
                for (uint32_t i = 0; i < lengths[list]; ++i) {
                    lists[list].push_back(page.range.firstInstance +
                                          numbers[list * page.range.instanceCount + i]);
                }
            }
        }
        return lists;
    }

    /// The words with which a buffer begins.
    static std::vector<uint32_t> read(const Buffer& buffer, uint64_t count) {
        const Buffer back = Buffer::create(device(), {.name = "read back",
                                                      .bytes = count * sizeof(uint32_t),
                                                      .memory = MemoryUse::readback});
        runOnce(device(), [&](VkCommandBuffer commands) {
            memoryBarrier(commands, access::kEverything, access::kCopyRead);
            const VkBufferCopy region{.size = count * sizeof(uint32_t)};
            vkCmdCopyBuffer(commands, buffer.get(), back.get(), 1, &region);
            memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
        });
        const auto words = back.mapped<uint32_t>(0, count);
        return {words.begin(), words.end()};
    }

    /// Somewhere among the crowd or around it, looking anywhere.
    static Camera anyCamera(const Box& crowd, std::mt19937& random) {
        std::uniform_real_distribution<float> unit(-1, 1);
        const glm::vec3 half = 0.5f * (crowd.high - crowd.low);
        return {
            .target = crowd.center() + half * glm::vec3(unit(random), unit(random), unit(random)),
            .yawRadians = 3.2f * unit(random),
            .pitchRadians = 1.4f * unit(random),
            .distance = crowd.radius() * std::exp2(2.5f * unit(random) - 2.5f),
            .verticalFovRadians = 0.25f + 0.2f * (1 + unit(random))};
    }

    /// Instances at random moments of all clips, some of them between two.
    static std::vector<PoseRequest> anyRequests(const Model& model, uint32_t count,
                                                std::mt19937& random) {
        std::uniform_real_distribution<float> share(0, 1);
        const auto clips = static_cast<uint32_t>(model.clips.size());
        const auto moment = [&](uint32_t clip) -> ClipMoment {
            if (clip >= clips) return {};
            return {clip, share(random) * model.clips[clip].durationSeconds};
        };
        std::vector<PoseRequest> requests;
        for (uint32_t i = 0; i < count; ++i) {
            const ClipMoment base = moment(i % (clips + 1));
            requests.push_back(requestOf(base));
            if (i % 5 == 4) requests.back() = requestOf(base, moment(i / 5 % 3), share(random));
            if (i % 7 == 6) {
                requests.back() =
                    withAdditive(requests.back(), {moment(i % 2), kWholeBody, share(random)});
            }
        }
        return requests;
    }

    /// World-space vertices of each instance.
    static std::vector<std::vector<glm::vec3>> placed(Frame& frame,
                                                      std::span<const PoseRequest> requests) {
        std::vector<gpu::Affine> places(requests.size());
        placeCrowd(frame.bounds(), places);
        std::vector<std::vector<glm::vec3>> all;
        Pose pose;
        PoseScratch scratch;
        for (size_t i = 0; i < requests.size(); ++i) {
            localPose(frame.model(), requests[i], pose, scratch);
            all.push_back(skinPose(frame.model(), pose).positions);
            for (glm::vec3& p : all.back()) p = glm::vec4(p, 1.0f) * places[i];
        }
        return all;
    }

    static bool sees(const gpu::ViewConstants& view, uint32_t list, const glm::vec3& world) {
        const glm::dvec4 p(world, 1);
        if (list == SINEW_LIST_CAMERA) {
            const glm::dvec4 clip = glm::dmat4(view.clipFromWorld) * p;
            return std::abs(clip.x) <= clip.w && std::abs(clip.y) <= clip.w && clip.z <= clip.w;
        }
        const glm::dvec4 uv = glm::dmat4(view.cascadeFromWorld[list - SINEW_LIST_CASCADE]) * p;
        return uv.x >= 0 && uv.x <= 1 && uv.y >= 0 && uv.y <= 1;
    }

    static void expectTold(const FrameStatistics& statistics,
                           const std::vector<std::vector<uint32_t>>& lists, uint64_t vertices) {
        ASSERT_TRUE(statistics.listed);
        EXPECT_EQ(statistics.listed->any, lists[SINEW_LIST_ANY].size());
        EXPECT_EQ(statistics.listed->camera, lists[SINEW_LIST_CAMERA].size());
        for (uint32_t c = 0; c < SINEW_MAX_CASCADES; ++c) {
            EXPECT_EQ(statistics.listed->cascades[c], lists[SINEW_LIST_CASCADE + c].size()) << c;
        }
        EXPECT_EQ(statistics.verticesSkinned, vertices * lists[SINEW_LIST_ANY].size());
    }

    struct Counts {
        uint64_t listed = 0, seen = 0, placed = 0;
    };
    /// Renders culled crowds from many cameras; every instance with a vertex in a pass is listed.
    static Counts expectAllListed(std::shared_ptr<const Model> model, uint32_t instances,
                                  int cameras) {
        Frame frame = createFrame();
        frame.setModel(std::move(model));
        std::mt19937 random(3);
        const std::vector<PoseRequest> requests = anyRequests(frame.model(), instances, random);
        const auto vertices = placed(frame, requests);
        const auto target = OffscreenTarget::create(device(), {48, 32});
        const Box crowd = crowdBounds(frame.bounds(), instances);
        FrameInput input{.settings = {.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes},
                                      .instanceCount = instances,
                                      .cascadeCount = kCascades},
                         .requests = requests,
                         .target = target.target()};
        Counts counts;
        for (int i = 0; i < cameras; ++i) {
            input.camera = anyCamera(crowd, random);
            const Recording recording = frame.render(input);
            frame.finish();
            const auto lists = listsOf(recording);
            expectTold(frame.statistics(), lists, frame.model().geometry.vertexCount());
            const gpu::ViewConstants view =
                viewConstants(input.camera, {48, 32}, frame.bounds(), crowd, kCascades,
                              towardsSun(input.settings.sun));
            for (uint32_t list = SINEW_LIST_CAMERA; list < SINEW_LIST_COUNT; ++list) {
                EXPECT_TRUE(std::is_sorted(lists[list].begin(), lists[list].end()));
                if (list >= SINEW_LIST_CASCADE + kCascades) {
                    EXPECT_TRUE(lists[list].empty());
                    continue;
                }
                for (uint32_t instance = 0; instance < instances; ++instance) {
                    const auto& its = vertices[instance];
                    const bool seen = std::any_of(
                        its.begin(), its.end(), [&](const auto& p) { return sees(view, list, p); });
                    const bool listed =
                        std::binary_search(lists[list].begin(), lists[list].end(), instance);
                    const bool any = std::binary_search(lists[0].begin(), lists[0].end(), instance);
                    EXPECT_TRUE(listed || !seen)
                        << "camera " << i << ", list " << list << ", instance " << instance;
                    EXPECT_TRUE(any || !listed) << instance;
                    counts.listed += listed;
                    counts.seen += seen;
                    ++counts.placed;
                }
            }
        }
        return counts;
    }
};

TEST_F(CullingTest, NobodyWhoHasAVertexInAPassIsLeftOut) {
    const Counts counts = expectAllListed(mannequin(), 40, 100);
    EXPECT_GT(counts.seen, counts.placed / 20);
    EXPECT_LT(counts.listed, counts.placed * 8 / 10);
    EXPECT_LT(counts.listed, counts.seen * 2);
    for (const char* name : {"serpent.glb"}) {
        expectAllListed(std::make_shared<const Model>(importGltf(asset(name))), 12, 20);
    }
}

TEST_F(CullingTest, NobodyOfManyWorkgroupsIsLeftOut) {
    expectAllListed(mannequin(), 2 * SINEW_CULL_GROUP + 20, 6);
}

TEST_F(CullingTest, NobodyWhoFadesFarAwayIsLeftOut) {
    Model model = *mannequin();
    Clip away{.name = "away",
              .durationSeconds = 1,
              .channels = {{.keyCount = 1}},
              .times = {1},
              .values = {6, 0, 0}};
    model.clips.insert(model.clips.begin() + 1, away);
    model.clips.resize(2);
    expectAllListed(std::make_shared<const Model>(std::move(model)), 20, 40);
}

TEST_F(CullingTest, NobodyOfASharedModelIsLeftOut) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : sharedModels()) {
        auto model = std::make_shared<const Model>(importGltf(file));
        if (model->geometry.vertexCount() == 0) continue;
        SCOPED_TRACE(file.filename().string());
        expectAllListed(std::move(model), 9, 12);
    }
}

class CulledPictureTest : public CullingTest {
protected:
    /// Two frames from two places, as far as `settings` say.
    static std::vector<Picture> pictures(Frame& frame, const FrameSettings& settings, Cull cull) {
        const auto target = OffscreenTarget::create(device(), {160, 120});
        FrameSettings asked = settings;
        asked.skinning.cull = cull;
        if (asked.compared) asked.compared->settings.cull = cull;
        FrameInput input = closeUp(inputFor(frame, target, asked, 2, 0.3f), frame.bounds());
        std::vector<Picture> result;
        for (int i = 0; i < 3; ++i) {
            const Recording recording = frame.render(input);
            frame.finish();
            result.push_back(target.read(device()));
            input.camera.orbit(0.9f, 0.05f);
            input.playback.advance(0.02f, 0.0f);
            if (cull == Cull::none || settings.motion()) continue;
            const auto lists = listsOf(recording);
            EXPECT_LT(lists[SINEW_LIST_CAMERA].size(), settings.instanceCount * 3 / 4);
            EXPECT_GT(lists[SINEW_LIST_CAMERA].size(), 0u);
        }
        return result;
    }

    static void expectSame(Frame& frame, const FrameSettings& settings) {
        SCOPED_TRACE(choiceText(settings.choice()));
        const std::vector<Picture> all = pictures(frame, settings, Cull::none);
        const std::vector<Picture> culled = pictures(frame, settings, Cull::boxes);
        for (size_t i = 0; i < all.size(); ++i)
            EXPECT_TRUE(all[i].rgba == culled[i].rgba) << "frame " << i;
    }

    /// Ways of skinning that cull.
    static std::vector<SkinChoice> ways() {
        std::vector<SkinChoice> result;
        for (const SkinChoice& choice : methodsAndPosers()) {
            if (techniqueOf(choice.method).heeds.cull) result.push_back(choice);
        }
        return result;
    }
};

TEST_F(CulledPictureTest, IsTheSameInEveryBitInEveryMethod) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    for (const SkinChoice& choice : ways()) {
        expectSame(frame, {.method = choice.method,
                           .skinning = choice.settings,
                           .instanceCount = 60,
                           .cascadeCount = 3});
    }
}

TEST_F(CulledPictureTest, IsTheSameWithEverySettingThatReadsMore) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const SkinSettings posed{.poses = PosedBy::gpu};
    const FrameSettings looks[] = {
        {.skinning = posed, .depthPrepass = true},
        {.skinning = posed, .view = SINEW_VIEW_MOTION},
        {.skinning = posed, .overlays = {.skeleton = true}},
        {.skinning = posed, .overlays = {.bounds = true}},
        {.skinning = {.output = Output::compact, .poses = PosedBy::gpu}},
        {.skinning = {.output = Output::compact}},
        {.skinning = {.blend = Blend::dualQuaternion}},
        {.skinning = {.palette = PaletteFormat::half,
                      .poses = PosedBy::gpu,
                      .keys = KeyFormat::packed}},
        {.skinning = posed, .compared = SkinChoice{Method::compute, {}}},
        {.skinning = posed,
         .view = SINEW_VIEW_DIFFERENCE,
         .compared = SkinChoice{Method::compute, {.blend = Blend::dualQuaternion}}},
    };
    for (FrameSettings look : looks) {
        look.instanceCount = 60;
        expectSame(frame, look);
    }
}

TEST_F(CulledPictureTest, ACrowdBehindTheCameraStillCastsItsShadow) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const auto target = OffscreenTarget::create(device(), {160, 120});
    const auto drawn = [&](Cull cull, uint32_t cascades) {
        FrameInput input = inputFor(frame, target,
                                    {.skinning = {.poses = PosedBy::gpu, .cull = cull},
                                     .instanceCount = 1,
                                     .cascadeCount = cascades,
                                     .sun = {.raisedDegrees = -35}},
                                    0, 0.3f);
        // Before the character, near the ground, with the sun in the back: its shadow runs away
        // from the camera.
        const glm::vec3 away = -towardsSun(input.settings.sun);
        const glm::vec3 forward = glm::normalize(glm::vec3(away.x, 0, away.z));
        const float size = frame.bounds().radius();
        input.camera = {.target = size * (1.67f * forward - glm::vec3(0, 0.15f, 0)),
                        .yawRadians = std::atan2(-forward.x, -forward.z),
                        .pitchRadians = 0.25f,
                        .distance = size};
        const Recording recording = frame.render(input);
        frame.finish();
        if (cull == Cull::boxes) {
            const auto lists = listsOf(recording);
            EXPECT_TRUE(lists[SINEW_LIST_CAMERA].empty());
            EXPECT_EQ(lists[SINEW_LIST_CASCADE + 1].empty(), cascades == 0);
            EXPECT_EQ(lists[SINEW_LIST_ANY].empty(), cascades == 0);
        }
        return target.read(device()).rgba;
    };
    EXPECT_TRUE(drawn(Cull::boxes, 2) == drawn(Cull::none, 2));
    EXPECT_TRUE(drawn(Cull::boxes, 0) == drawn(Cull::none, 0));
    EXPECT_TRUE(drawn(Cull::boxes, 2) != drawn(Cull::boxes, 0)) << "there is no shadow to be seen";
}

TEST_F(CulledPictureTest, IsTheSameWhereACrowdHasManyPages) {
    Device lesser = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
    const uint64_t vertices = mannequin()->geometry.vertexCount();
    lesser.assume({.storageBytes = 20ull * vertices * 17});
    Frame frame = createFrame(lesser);
    frame.setModel(mannequin());
    const auto target = OffscreenTarget::create(lesser, {160, 120});
    std::vector<std::vector<uint8_t>> drawn;
    for (const Cull cull : {Cull::none, Cull::boxes}) {
        const FrameSettings settings{.skinning = {.poses = PosedBy::gpu, .cull = cull},
                                     .instanceCount = 60};
        const FrameInput input =
            closeUp(inputFor(frame, target, settings, 2, 0.3f), frame.bounds());
        const Recording recording = frame.render(input);
        EXPECT_EQ(recording.shown.pages().all().size(), 4u);
        frame.finish();
        drawn.push_back(target.read(lesser).rgba);
    }
    EXPECT_TRUE(drawn[0] == drawn[1]);
}

TEST_F(CullingTest, MethodsThatSkinInPassesCountWhatEachPassDraws) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const auto target = OffscreenTarget::create(device(), {160, 120});
    const uint64_t vertices = mannequin()->geometry.vertexCount();
    FrameSettings settings{.method = Method::vertex,
                           .skinning = {.cull = Cull::boxes},
                           .instanceCount = 60,
                           .depthPrepass = true};
    FrameInput input = closeUp(inputFor(frame, target, settings, 2, 0.3f), frame.bounds());
    const Recording recording = frame.render(input);
    frame.finish();
    const auto lists = listsOf(recording);
    EXPECT_EQ(frame.statistics().instances, 60u);
    EXPECT_EQ(frame.statistics().verticesSkinned,
              vertices * (2 * lists[SINEW_LIST_CAMERA].size() + lists[SINEW_LIST_CASCADE].size() +
                          lists[SINEW_LIST_CASCADE + 1].size()));
    input.settings.skinning.cull = Cull::none;
    frame.render(input);
    frame.finish();
    EXPECT_FALSE(frame.statistics().listed);
    EXPECT_EQ(frame.statistics().verticesSkinned, vertices * 60 * 4);
}

TEST_F(CullingTest, VerticesOfCulledWaysAreRight) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    const PoseSample samples[] = {{0, 0.3f}, {2, 0.6f}};
    for (SkinChoice choice : methodsAndPosers()) {
        if (!techniqueOf(choice.method).heeds.cull) continue;
        choice.settings.cull = Cull::boxes;
        const Verification verification = verified(frame, choice, 5, samples);
        EXPECT_TRUE(verification.ofItself.withinTolerance())
            << choiceText(choice) << ": " << verification.ofItself.position;
    }
}

}  // namespace
}  // namespace sinew::test
