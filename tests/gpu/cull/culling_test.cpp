// Tests that visible instances are never culled, before or after posing, and that culled instances
// are not posed or skinned.
#include "tests/gpu/cull/culling_test.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <set>

#include "shaders/shared/culling.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/bounds/frustum.h"
#include "skinning/gpu/frame/frame_view.h"
#include "skinning/gpu/frame/record.h"
#include "tests/model_files.h"
#include "tests/torture_set.h"
#include "tests/unit/posed.h"

namespace sinew::test {
namespace {

class CullingListsTest : public CullingTest {
protected:
    /// Returns a random camera in or around the crowd.
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

    /// Returns requests at random times of all clips. Some have a crossfade, a layer or an additive
    /// clip.
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
                    withAdditive(requests.back(), {moment(i % 2), kFullBody, share(random)});
            }
            if (i % 9 == 8) {
                requests.back() =
                    withLayer(requests.back(), {moment(i % 3), kFullBody, share(random)});
            }
        }
        return requests;
    }

    using Vertices = std::vector<std::vector<glm::vec3>>;  // first index: instance

    /// Transforms vertices from object space to world space, by the placements of the crowd.
    static Vertices inWorldSpace(Vertices all, const Box& bounds) {
        const std::vector<gpu::Affine> placements =
            layOutCrowd(bounds, static_cast<uint32_t>(all.size()));
        for (size_t i = 0; i < all.size(); ++i) {
            for (glm::vec3& p : all[i]) p = glm::vec4(p, 1.0f) * placements[i];
        }
        return all;
    }
    /// Returns the world-space vertices of all requests, without the rounding of vertex formats.
    static Vertices worldVertices(const Model& model, const Box& bounds,
                                  std::span<const PoseRequest> requests) {
        Vertices all;
        Poser poser(model);
        for (const PoseRequest& request : requests) all.push_back(poser.posed(request).positions);
        return inWorldSpace(std::move(all), bounds);
    }

    /// Returns the signed distances of a point from the frustum planes of a list's pass. They are
    /// scaled, because the plane equations are not normalized.
    static std::array<double, SINEW_VIEW_PLANES> within(const gpu::ViewConstants& view,
                                                        uint32_t list, const glm::vec3& world) {
        const glm::dvec4 p(world, 1);
        if (list == SINEW_LIST_CAMERA) {
            const glm::dvec4 clip = glm::dmat4(view.clipFromWorld) * p;
            return {clip.w - clip.x, clip.w + clip.x, clip.w - clip.y, clip.w + clip.y,
                    clip.w - clip.z};
        }
        const glm::dvec4 uv = glm::dmat4(view.cascadeFromWorld[list - SINEW_LIST_CASCADE]) * p;
        return {uv.x, 1 - uv.x, uv.y, 1 - uv.y, 0};
    }

    static bool isInPass(const gpu::ViewConstants& view, uint32_t list,
                         std::span<const glm::vec3> vertices) {
        return std::any_of(vertices.begin(), vertices.end(), [&](const glm::vec3& p) {
            return std::ranges::all_of(within(view, list, p), [](double by) { return by >= 0; });
        });
    }

    /// Returns true if all corners of `box` are outside of one plane.
    static bool isBeyond(const gpu::ViewConstants& view, uint32_t list, const Box& box) {
        std::array<bool, SINEW_VIEW_PLANES> beyond;
        beyond.fill(true);
        for (int i = 0; i < 8; ++i) {
            const glm::vec3 corner(i & 1 ? box.high.x : box.low.x, i & 2 ? box.high.y : box.low.y,
                                   i & 4 ? box.high.z : box.low.z);
            const auto by = within(view, list, corner);
            for (size_t side = 0; side < by.size(); ++side) beyond[side] &= by[side] < 0;
        }
        return std::ranges::find(beyond, true) != beyond.end();
    }

    static void expectCounted(const FrameStatistics& statistics,
                              const std::vector<std::vector<uint32_t>>& lists, uint64_t vertices) {
        ASSERT_TRUE(statistics.listed);
        EXPECT_EQ(statistics.listed->any, lists[SINEW_LIST_ANY].size());
        EXPECT_EQ(statistics.listed->camera, lists[SINEW_LIST_CAMERA].size());
        for (uint32_t c = 0; c < SINEW_MAX_CASCADES; ++c) {
            EXPECT_EQ(statistics.listed->cascades[c], lists[SINEW_LIST_CASCADE + c].size()) << c;
        }
        EXPECT_EQ(statistics.verticesSkinned, vertices * lists[SINEW_LIST_ANY].size());
    }

    /// Objects that all ByHand crowds share.
    struct Shared {
        PassLayouts layouts = PassLayouts::create(device());
        Kernels kernels{device()};
    };
    static Shared& shared() {
        static Shared shared;
        return shared;
    }
    static Frame& sharedFrame() {
        static Frame frame = createFrame();
        return frame;
    }

    /// A crowd whose frames only cull and pose, so that a test can afford many cameras.
    class ByHand {
    public:
        ByHand(Shared& shared, std::shared_ptr<const Model> model, SkinSettings settings,
               std::span<const PoseRequest> requests)
            : kernels_(shared.kernels), scene_(device(), shared.layouts, std::move(model)) {
            settings.poses = PosedBy::gpu;
            const CrowdDemand demand{.choice = {Method::compute, settings},
                                     .instanceCount = static_cast<uint32_t>(requests.size()),
                                     .inLevels = settings.lod != Lod::none,
                                     .vertexBudget = 1 << 20};
            groups_ = CrowdGroup::create(
                {.scene = scene_, .demands = {&demand, 1}, .worldFromObject = {}});
            crowd().prepare(kernels_, ShaderLibrary::embedded());
            FrameStatistics stats;
            groups_[0].poses.writePlacements({}, {});
            GroupAnimator().animate(groups_, {}, requests, 0, {}, stats);
            EXPECT_EQ(groups_.size(), 1u);
            for (const Buffer* buffer : read()) {
                back_.push_back(Buffer::create(device(), {.name = "read back",
                                                          .bytes = buffer->bytes(),
                                                          .memory = MemoryUse::readback}));
            }
        }

        const Box& bounds() const { return scene_.bounds(); }
        /// Returns the words of listEnds that the last listsFor() read back.
        std::span<const uint32_t> listEnds() const { return back_[0].mapped<uint32_t>(); }
        std::vector<std::vector<uint32_t>> listsFor(const gpu::CullViews& views) {
            groups_[0].setViews(views, 0);
            const CrowdNow now{.crowd = crowd()};
            FrameStatistics stats;
            runCommands(device(), [&](Commands& commands) {
                recordCullingAndPosing(commands, {&now, 1}, {}, {nullptr, stats});
                memoryBarrier(commands, access::kComputeWrite, access::kCopyRead);
                for (size_t i = 0; i < back_.size(); ++i) {
                    const VkBufferCopy region{.size = back_[i].bytes()};
                    vkCmdCopyBuffer(commands, read()[i]->get(), back_[i].get(), 1, &region);
                }
                memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
            });
            const uint32_t instances = crowd().range().instanceCount;
            std::vector<std::vector<uint32_t>> lists;
            for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
                const auto entries = back_[1].mapped<uint32_t>(list * instances * sizeof(uint32_t),
                                                               back_[0].mapped<uint32_t>()[list]);
                lists.emplace_back(entries.begin(), entries.end());
            }
            return lists;
        }

    private:
        /// Returns the buffers that listsFor() reads back: listEnds and visibleLists.
        std::array<const Buffer*, 2> read() {
            const FrameBuffers buffers = crowd().buffers(0);
            return {&buffers.listEnds, &buffers.visibleLists};
        }
        SkinnedCrowd& crowd() { return groups_[0].crowds[0]; }

        Kernels& kernels_;
        Scene scene_;
        std::vector<CrowdGroup> groups_;
        std::vector<Buffer> back_;
    };

    struct Counts {
        uint64_t culled = 0, listed = 0, beyond = 0;
    };
    /// Tests all instances and lists with `cameras` random cameras. Counts the pairs of a list and
    /// an instance that are culled, listed, and listed although the box is outside. `vertices` are
    /// in world space.
    static Counts expectNoVisibleCulled(ByHand& crowd, const Vertices& vertices, int cameras) {
        std::mt19937 random(7);
        const auto instances = static_cast<uint32_t>(vertices.size());
        std::vector<Box> boxes(instances, Box::nothing());
        for (uint32_t i = 0; i < instances; ++i) {
            for (const glm::vec3& p : vertices[i]) boxes[i].include(p);
        }
        const Box around = crowdBounds(crowd.bounds(), instances);
        std::uniform_real_distribution<float> unit(-1, 1);
        Counts counts;
        for (int i = 0; i < cameras; ++i) {
            const gpu::ViewConstants view = viewConstants(
                anyCamera(around, random), {48, 32}, crowd.bounds(), around, SINEW_MAX_CASCADES,
                towardsSun({180 * unit(random), 35 * unit(random)}));
            const auto lists = crowd.listsFor(cullViewsOf(view, false, 1));
            std::set<uint32_t> any;
            for (const uint32_t entry : lists[SINEW_LIST_ANY]) {
                any.insert(entry & ((1u << SINEW_LISTED_BITS) - 1));
            }
            for (uint32_t list = SINEW_LIST_CAMERA; list < SINEW_LIST_COUNT; ++list) {
                std::vector<bool> listed(instances);
                for (const uint32_t entry : lists[list]) {
                    const uint32_t instance = entry & ((1u << SINEW_LISTED_BITS) - 1);
                    EXPECT_FALSE(listed.at(instance)) << "twice in a list";
                    EXPECT_TRUE(any.contains(instance)) << instance;
                    listed[instance] = true;
                }
                for (uint32_t instance = 0; instance < instances; ++instance) {
                    const bool beyond = isBeyond(view, list, boxes[instance]);
                    counts.beyond += listed[instance] && beyond;
                    ++(listed[instance] ? counts.listed : counts.culled);
                    if (listed[instance] || beyond) continue;
                    EXPECT_FALSE(isInPass(view, list, vertices[instance]))
                        << "camera " << i << ", list " << list << ", instance " << instance;
                }
            }
        }
        return counts;
    }
    static Counts expectNoVisibleCulled(const std::shared_ptr<const Model>& model,
                                        const SkinSettings& settings, uint32_t instances,
                                        int cameras) {
        std::mt19937 random(7);
        const std::vector<PoseRequest> requests = anyRequests(*model, instances, random);
        ByHand crowd(shared(), model, settings, requests);
        return expectNoVisibleCulled(crowd, worldVertices(*model, crowd.bounds(), requests),
                                     cameras);
    }

    static void expectNoVisibleOfAnyModelCulled(uint32_t mostVertices, uint32_t mostLeveled,
                                                uint32_t cameras);
};

/// Tests every clip, also in crossfades, with all cascades. Levels of detail are generated only for
/// models of at most `mostLeveled` vertices, because larger models take long.
void CullingListsTest::expectNoVisibleOfAnyModelCulled(uint32_t mostVertices, uint32_t mostLeveled,
                                                       uint32_t cameras) {
    std::vector<std::filesystem::path> files = sharedModels();
    for (const char* shipped :
         {"mannequin_low.glb", "mannequin.glb", "mannequin_high.glb", "serpent.glb"}) {
        files.push_back(asset(shipped));
    }
    for (const std::filesystem::path& file : files) {
        const auto model = std::make_shared<const Model>(importGltf(file));
        const uint32_t vertices = model->geometry.vertexCount();
        if (vertices == 0 || vertices > mostVertices) continue;
        SCOPED_TRACE(file.filename().string());
        const auto instances = static_cast<uint32_t>(4 * (model->clips.size() + 1));
        const uint64_t culled = expectNoVisibleCulled(model, {.cull = Cull::boxes}, instances,
                                                      static_cast<int>(cameras))
                                    .culled;
        EXPECT_GT(culled, instances * cameras / 4) << "nearly all are in every list";
        if (vertices > mostLeveled) continue;
        EXPECT_GT(expectNoVisibleCulled(model, {.lod = Lod::error}, instances,
                                        static_cast<int>(cameras / 3))
                      .culled,
                  0u);
    }
}

TEST_F(CullingListsTest, VisibleInstancesOfAnyModelAreNeverCulled) {
    expectNoVisibleOfAnyModelCulled(2500, 200, 16);
}

/// Runs the tests of CullingListsTest with more cameras and with large models.
class LongCullingListsTest : public CullingListsTest {};

TEST_F(LongCullingListsTest, VisibleInstancesOfAnyModelAreNeverCulled) {
    expectNoVisibleOfAnyModelCulled(~0u, 5000, 100);
}

/// The tested vertices are read back from the GPU, so they have the rounding of each format.
TEST_F(CullingListsTest, VisibleInstancesAreNeverCulledInAnyFormat) {
    const std::shared_ptr<const Model> model = mannequin();
    const SkinSettings formats[] = {
        {.palette = PaletteFormat::half}, {.influences = InfluenceFormat::packedFloat},
        {.blend = Blend::dualQuaternion}, {.mesh = MeshFormat::quantized},
        {.output = Output::compact},      {.keys = KeyFormat::packed}};
    Frame& frame = sharedFrame();
    frame.setModel(model);
    std::mt19937 random(7);
    const std::vector<PoseRequest> requests = anyRequests(*model, 12, random);
    for (SkinSettings settings : formats) {
        settings.poses = PosedBy::gpu;
        settings.cull = Cull::boxes;
        const SkinChoice choice{Method::compute, settings};
        SCOPED_TRACE(choiceText(choice));
        Vertices vertices;
        for (uint32_t i = 0; i < requests.size(); ++i) {
            vertices.push_back(
                captureFor(frame)->capture(frame.scene(), {choice, i}, requests).positions);
        }
        ByHand crowd(shared(), model, settings, requests);
        const Vertices there = inWorldSpace(std::move(vertices), crowd.bounds());
        EXPECT_GT(expectNoVisibleCulled(crowd, there, 20).culled, requests.size() * 20 / 4);
    }
}

TEST_F(CullingListsTest, ListsAreCompleteAndInOrderInOneAndInSeveralChunks) {
    const auto sword = std::make_shared<const Model>(importGltf(test::asset("props/sword.glb")));
    constexpr uint32_t kChunk = SINEW_MOST_COMPACT_THREADS;
    for (const uint32_t instances : {127u, 128u, kChunk - 1, kChunk, 3 * kChunk}) {
        ByHand crowd(shared(), sword, {.cull = Cull::boxes}, std::vector<PoseRequest>(instances));
        gpu::CullViews all{};  // planes of zeros cull nothing
        all.listCount = SINEW_LIST_COUNT;
        std::vector<uint32_t> numbers(instances);
        std::iota(numbers.begin(), numbers.end(), 0u);
        for (const std::vector<uint32_t>& list : crowd.listsFor(all)) EXPECT_EQ(list, numbers);
    }
}

TEST_F(CullingListsTest, VisibleInstancesOfSeveralBlocksAreListed) {
    const Counts counts = expectNoVisibleCulled(mannequin(), {.cull = Cull::boxes},
                                                2 * SINEW_LEAST_COMPACT_THREADS + 20, 6);
    EXPECT_LT(counts.beyond, counts.listed / 10) << counts.listed;
}

/// The vertex budget coarsens the finest levels of list 0. The same instances are coarser in every
/// list.
TEST_F(CullingListsTest, EntriesHaveTheLevelOfTheirIndexInEveryList) {
    std::mt19937 random(5);
    const std::vector<PoseRequest> requests = anyRequests(*mannequin(), 300, random);
    ByHand crowd(shared(), mannequin(), {.cull = Cull::boxes, .lod = Lod::error}, requests);
    const Box around = crowdBounds(crowd.bounds(), 300);
    uint32_t cuts = 0;
    for (const float pixels : {0.002f, 0.01f, 0.05f, 0.25f}) {
        const gpu::ViewConstants view =
            viewConstants(anyCamera(around, random), {48, 32}, crowd.bounds(), around,
                          SINEW_MAX_CASCADES, towardsSun({40, 30}));
        const auto lists = crowd.listsFor(cullViewsOf(view, false, pixels));
        const std::span<const uint32_t> ends = crowd.listEnds();
        std::map<uint32_t, uint32_t> levels;  // key: instance
        for (uint32_t list = 0; list < SINEW_LIST_COUNT; ++list) {
            for (uint32_t index = 0; index < lists[list].size(); ++index) {
                const uint32_t entry = lists[list][index];
                const uint32_t instance = entry & ((1u << SINEW_LISTED_BITS) - 1);
                const uint32_t level = entry >> SINEW_LISTED_BITS & ((1u << SINEW_LEVEL_BITS) - 1);
                uint32_t drawn = 0;
                while (index >= ends[SINEW_HEADER_DRAWN + slotOf(drawn, list)]) ++drawn;
                EXPECT_EQ(level, drawn) << "list " << list << ", place " << index;
                EXPECT_EQ(levels.try_emplace(instance, level).first->second, level) << instance;
            }
        }
        for (uint32_t level = 0; level + 1 < SINEW_MAX_LEVELS; ++level) {
            const uint32_t slot = slotOf(level, SINEW_LIST_ANY);
            const uint32_t end = ends[SINEW_HEADER_DRAWN + slot];
            cuts += end > 0 && end < ends[SINEW_HEADER_REQUESTED + slot];
        }
    }
    EXPECT_GT(cuts, 0u);
}

TEST_F(CullingListsTest, DistantFadingInstancesAreNeverCulled) {
    Model model = *mannequin();
    Clip away{.name = "away",
              .durationSeconds = 1,
              .channels = {{.keyCount = 1}},
              .times = {1},
              .values = {6, 0, 0}};
    model.clips.insert(model.clips.begin() + 1, away);
    model.clips.resize(2);
    expectNoVisibleCulled(std::make_shared<const Model>(std::move(model)), {.cull = Cull::boxes},
                          20, 16);
}

/// The bounds of crossfades before posing are far larger than the posed bounds.
TEST_F(CullingListsTest, GpuPosesAreCulledAgainAndNotSkinnedIfInvisible) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    constexpr uint32_t kInstances = 120;
    std::vector<PoseRequest> requests;
    for (uint32_t i = 0; i < kInstances; ++i) {
        const float seconds = 0.01f * static_cast<float>(i);
        requests.push_back(requestOf({i % 3, seconds}, {(i + 1) % 3, seconds}, 0.4f));
    }
    std::vector<Box> posed(kInstances);
    frame.scene()->crowd().bounds(requests, posed);
    const std::vector<gpu::Affine> placements = layOutCrowd(frame.bounds(), kInstances);
    const Box crowd = crowdBounds(frame.bounds(), kInstances);
    const auto target = OffscreenTarget::create(device(), {48, 32});
    for (const Method method : {Method::compute, Method::vertex}) {
        SCOPED_TRACE(methodName(method));
        const FrameSettings settings{.method = method,
                                     .skinning = {.poses = PosedBy::gpu, .cull = Cull::boxes},
                                     .instanceCount = kInstances,
                                     .cascadeCount = 0};
        FrameInput input{.settings = settings, .requests = requests, .target = target.target()};
        input.camera = {.target = crowd.center(),
                        .yawRadians = 0.4f,
                        .distance = crowd.radius(),
                        .verticalFovRadians = 0.1f};
        frame.render(input);
        frame.finish();
        const gpu::CullViews views =
            cullViewsOf(viewConstants(input.camera, {48, 32}, frame.bounds(), crowd, 0,
                                      towardsSun(input.settings.sun)),
                        false);
        std::vector<uint32_t> before, after, one;
        listVisible(views, {frame.scene()->boxesFor(settings.choice()), requests, placements, {}},
                    before);
        for (const uint32_t i : before) {
            const Box own[] = {posed[i], posed[i]};  // one for the clip, one for crossfades
            listVisible(views, {own, {&requests[i], 1}, {&placements[i], 1}, {}}, one);
            if (!one.empty()) after.push_back(i);
        }
        const ListedInstances& listed = *frame.statistics().listed;
        EXPECT_EQ(listed.posed, before.size());
        EXPECT_EQ(listed.any, after.size());
        EXPECT_LT(listed.any, listed.posed * 3 / 4);
        EXPECT_GT(listed.any, 5u);
        EXPECT_EQ(frame.statistics().verticesSkinned,
                  listed.any * mannequin()->geometry.vertexCount());
    }
}

TEST_F(CullingListsTest, TheCpuListsContainTheGpuListsAndLittleMore) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    std::mt19937 random(5);
    constexpr uint32_t kInstances = 60;
    const std::vector<PoseRequest> requests = anyRequests(frame.model(), kInstances, random);
    std::vector<Anchor> anchors(kInstances);
    for (uint32_t i = 0; i < kInstances; ++i) {
        anchors[i] = {{0.3f * static_cast<float>(i % 7), 0, 0}};
    }
    const auto target = OffscreenTarget::create(device(), {48, 32});
    const FrameSettings settings{.skinning = {.cull = Cull::boxes},
                                 .instanceCount = kInstances,
                                 .scatter = 7,
                                 .cascadeCount = 1};
    const Box crowd = crowdBounds(frame.bounds(), kInstances, reachOf(anchors), settings.scatter);
    const std::vector<Box> boxes = frame.scene()->boxesFor(settings.choice());
    const std::vector<gpu::Affine> placements =
        layOutCrowd(frame.bounds(), kInstances, settings.scatter);
    uint64_t here = 0, there = 0, most = 0;
    for (int i = 0; i < 20; ++i) {
        FrameInput input{.settings = settings,
                         .requests = requests,
                         .anchors = anchors,
                         .camera = anyCamera(crowd, random),
                         .target = target.target()};
        input.settings.cascadeCount = i % 2;  // one cascade covers almost all instances
        const Recording recording = frame.render(input);
        frame.finish();
        const auto lists = listsOf(recording);
        const std::vector<uint32_t>& listed = lists[SINEW_LIST_ANY];
        expectCounted(frame.statistics(), lists, frame.model().geometry.vertexCount());
        for (const std::vector<uint32_t>& list : lists) EXPECT_TRUE(std::ranges::is_sorted(list));
        for (uint32_t c = input.settings.cascadeCount; c < SINEW_MAX_CASCADES; ++c) {
            EXPECT_TRUE(lists[SINEW_LIST_CASCADE + c].empty());
        }
        const gpu::ViewConstants view =
            viewConstants(input.camera, {48, 32}, frame.bounds(), crowd,
                          input.settings.cascadeCount, towardsSun(input.settings.sun));
        std::vector<uint32_t> own;
        listVisible(cullViewsOf(view, false), {boxes, requests, placements, anchors}, own);
        EXPECT_TRUE(std::includes(own.begin(), own.end(), listed.begin(), listed.end())) << i;
        here += own.size();
        there += listed.size();
        most += kInstances;
        listVisible(cullViewsOf(view, true), {boxes, requests, placements, anchors}, own);
        EXPECT_EQ(own.size(), kInstances);
    }
    EXPECT_LE(here, there + 5);
    EXPECT_LT(there, most * 8 / 10);
}

TEST_F(CullingListsTest, MethodsThatSkinInPassesCountWhatEachPassDraws) {
    Frame& frame = sharedFrame();
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

TEST_F(CullingListsTest, AreThoseOfTheFrozenCameraForEveryOtherCamera) {
    Frame& frame = sharedFrame();
    frame.setModel(mannequin());
    const auto target = OffscreenTarget::create(device(), {160, 120});
    const FrameSettings settings{.skinning = {.lod = Lod::error}, .instanceCount = 60};
    const FrameInput near = closeUp(inputFor(frame, target, settings, 2, 0.3f), frame.bounds());
    const auto listed = [&](const FrameInput& input) {
        const Recording recording = frame.render(input);
        frame.finish();
        return listsOf(recording);
    };
    const auto lists = listed(near);
    FrameInput away = near;
    away.camera.orbit(2, 0.5f);
    away.camera.zoom(6);
    away.settings.cullCamera = near.camera;
    EXPECT_EQ(listed(away), lists);
    away.settings.cullCamera.reset();
    EXPECT_NE(listed(away), lists);
}

}  // namespace
}  // namespace sinew::test
