// Culling: nobody who may be seen is left out, and what is left out is not posed nor skinned.
#include "tests/gpu/culling_test.h"

#include <random>

#include "skinning/animation/placement.h"
#include "skinning/gpu/frame_view.h"
#include "tests/model_files.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"

namespace sinew::test {
namespace {

constexpr uint32_t kCascades = 4;

class CullingListsTest : public CullingTest {
protected:
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

TEST_F(CullingListsTest, NobodyWhoHasAVertexInAPassIsLeftOut) {
    const Counts counts = expectAllListed(mannequin(), 40, 100);
    EXPECT_GT(counts.seen, counts.placed / 20);
    EXPECT_LT(counts.listed, counts.placed * 8 / 10);
    EXPECT_LT(counts.listed, counts.seen * 2);
    for (const char* name : {"serpent.glb"}) {
        expectAllListed(std::make_shared<const Model>(importGltf(asset(name))), 12, 20);
    }
}

TEST_F(CullingListsTest, NobodyOfManyWorkgroupsIsLeftOut) {
    expectAllListed(mannequin(), 2 * SINEW_CULL_GROUP + 20, 6);
}

TEST_F(CullingListsTest, NobodyWhoFadesFarAwayIsLeftOut) {
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

TEST_F(CullingListsTest, TheCpuListsWhomTheGpuListsAndHardlyMore) {
    Frame frame = createFrame();
    frame.setModel(mannequin());
    std::mt19937 random(5);
    constexpr uint32_t kInstances = 60;
    const std::vector<PoseRequest> requests = anyRequests(frame.model(), kInstances, random);
    std::vector<Anchor> anchors(kInstances);
    for (uint32_t i = 0; i < kInstances; ++i) {
        anchors[i] = {{0.3f * static_cast<float>(i % 7), 0, 0}, static_cast<float>(i % 5) - 2};
    }
    const auto target = OffscreenTarget::create(device(), {48, 32});
    const FrameSettings settings{.skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes},
                                 .instanceCount = kInstances,
                                 .scatter = 7,
                                 .cascadeCount = 1};
    const Box crowd =
        crowdBounds(frame.bounds(), kInstances, reachOf(anchors, frame.bounds()), settings.scatter);
    const std::vector<Box> boxes = frame.scene()->boxesFor(settings.choice());
    std::vector<gpu::Affine> places(kInstances);
    placeCrowd(frame.bounds(), places, settings.scatter);
    uint64_t here = 0, there = 0, most = 0;
    for (int i = 0; i < 60; ++i) {
        FrameInput input{.settings = settings,
                         .requests = requests,
                         .anchors = anchors,
                         .camera = anyCamera(crowd, random),
                         .target = target.target()};
        input.settings.cascadeCount = i % 2;  // one covers nearly all
        const Recording recording = frame.render(input);
        frame.finish();
        const std::vector<uint32_t> listed = listsOf(recording)[SINEW_LIST_ANY];
        const gpu::ViewConstants view =
            viewConstants(input.camera, {48, 32}, frame.bounds(), crowd,
                          input.settings.cascadeCount, towardsSun(input.settings.sun));
        std::vector<uint32_t> own;
        listSeen(cullViewsOf(view, false), {boxes, requests, places, anchors}, own);
        EXPECT_TRUE(std::includes(own.begin(), own.end(), listed.begin(), listed.end())) << i;
        here += own.size();
        there += listed.size();
        most += kInstances;
        listSeen(cullViewsOf(view, true), {boxes, requests, places, anchors}, own);
        EXPECT_EQ(own.size(), kInstances);
    }
    EXPECT_LE(here, there + 5);
    EXPECT_LT(there, most * 8 / 10);
}

TEST_F(CullingListsTest, NobodyOfASharedModelIsLeftOut) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : sharedModels()) {
        auto model = std::make_shared<const Model>(importGltf(file));
        if (model->geometry.vertexCount() == 0) continue;
        SCOPED_TRACE(file.filename().string());
        expectAllListed(std::move(model), 9, 12);
    }
}

/// The draws of each run begin in every list behind the instances of the runs before.
void expectRunsDrawn(const Recording& recording, std::span<const std::vector<uint32_t>> lists,
                     std::span<const uint32_t> arguments) {
    const uint32_t instances = recording.shown[0].crowd.plan().palette.runInstances;
    const std::span<const Batch> batches = recording.drawn[0].batches;
    for (uint32_t run = 0; run < batches.size(); ++run) {
        for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
            const auto before = [&](uint32_t end) {
                return static_cast<uint32_t>(
                    std::lower_bound(lists[list].begin(), lists[list].end(), end) -
                    lists[list].begin());
            };
            const uint32_t first = before(run * instances);
            const uint32_t length = before((run + 1) * instances) - first;
            const uint64_t offset = batches[run].lists.of[list].firstArgument / sizeof(uint32_t);
            const auto words = arguments.subspan(offset, SINEW_ARGUMENT_WORDS);
            ASSERT_EQ(words[1], length) << "list " << list << ", run " << run;
            ASSERT_EQ(words[list == SINEW_LIST_ANY ? 3 : 4], first) << run;
        }
    }
}

TEST_F(CullingListsTest, ARunOfAUniformRangeDrawsItsPartOfEachList) {
    // Runs of one instance, of several in a workgroup of lists.comp, and of more than that.
    const auto twoJoints =
        std::make_shared<const Model>(importGltf(dataFolder() / "torture/animated_joint.gltf"));
    const std::tuple<std::shared_ptr<const Model>, uint32_t, size_t> cases[] = {
        {mannequin(), 4096, 404}, {mannequin(), 65536, 21}, {twoJoints, 16384, 3}};
    for (const auto& [model, rangeBytes, runs] : cases) {
        Device lesser = Device::create(chooseDevice(instance(), VK_NULL_HANDLE, ""), false);
        lesser.assume({.uniformBytes = rangeBytes});
        Frame frame = createFrame(lesser);
        frame.setModel(model);
        const auto target = OffscreenTarget::create(lesser, {48, 32});
        const FrameSettings settings{.method = Method::vertexUniform,
                                     .skinning = {.cull = Cull::boxes},
                                     .instanceCount = 3 * SINEW_CULL_GROUP + 20,
                                     .cascadeCount = kCascades};
        FrameInput input = closeUp(inputFor(frame, target, settings, 0, 0.3f), frame.bounds());
        const Recording recording = frame.render(input);
        frame.finish();
        const auto lists = listsOf(recording, lesser);
        EXPECT_LT(lists[SINEW_LIST_CAMERA].size(), settings.instanceCount / 2);
        EXPECT_GT(lists[SINEW_LIST_CAMERA].size(), 0u);
        const Buffer& buffer = *recording.shown[0].crowd.pages().arguments(0);
        EXPECT_EQ(recording.drawn[0].batches.size(), runs);
        expectRunsDrawn(recording, lists, read(buffer, buffer.bytes() / sizeof(uint32_t), lesser));
    }
}

TEST_F(CullingListsTest, MethodsThatSkinInPassesCountWhatEachPassDraws) {
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

TEST_F(CullingListsTest, VerticesOfCulledWaysAreRight) {
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
