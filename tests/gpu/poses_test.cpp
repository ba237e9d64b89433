// Tests GPU poses against the reference: every clip of a model, loop seams, transitions, and chains
// that are longer than a workgroup's memory. Also tests instances of one crowd and one draw that
// play different clips.
#include "skinning/bounds/range.h"
#include "skinning/gpu/verify/choices.h"
#include "skinning/reference/reference.h"
#include "tests/gpu/gpu_test.h"
#include "tests/unit/chain_model.h"

namespace sinew::test {
namespace {

class GpuPosesTest : public GpuTest {
protected:
    /// Returns the model with the decoded clips that the GPU plays.
    static Model asStored(Scene& scene, KeyFormat keys) {
        Model model = scene.model();
        if (keys == KeyFormat::fp32) return model;
        for (size_t c = 0; c < model.clips.size(); ++c) {
            model.clips[c] = scene.packedClips().clips[c].decoded;
        }
        return model;
    }

    /// Captures one instance per request. Compares it with the reference for the clips that
    /// asStored() returns.
    static void expectReference(Capture& capture, const std::shared_ptr<Scene>& scene,
                                KeyFormat keys, std::span<const PoseRequest> requests) {
        const Model model = asStored(*scene, keys);
        for (uint32_t i = 0; i < requests.size(); ++i) {
            const SkinSettings settings{.poses = PosedBy::gpu, .keys = keys};
            const CapturedVertices captured =
                capture.capture(scene, {{.settings = settings}, i}, requests);
            ASSERT_EQ(capture.resolution().choice.settings.poses, PosedBy::gpu)
                << capture.resolution().note;
            const ReferenceVertices reference = referenceVertices(model, requests[i], {});
            EXPECT_LT(largestDistance(captured.positions, reference.positions),
                      1e-5 * reference.extent)
                << momentText(model, requests[i]);
            if (keys == KeyFormat::fp32) continue;
            const PackedClips& packed = scene->packedClips();
            const ReferenceVertices truth = referenceVertices(scene->model(), requests[i], {});
            EXPECT_LT(largestDistance(captured.positions, truth.positions),
                      packed.layeredBound * packed.size + 1e-5 * truth.extent);
        }
    }

    /// Returns requests for the rest pose and, for every clip, for times before the first key, at
    /// keys, between keys and at the end.
    static std::vector<PoseRequest> momentsOf(const Model& model) {
        std::vector<PoseRequest> requests{requestOf({})};
        for (uint32_t c = 0; c < model.clips.size(); ++c) {
            const Clip& clip = model.clips[c];
            const float key = clip.times[clip.channels.front().keyCount / 2];
            for (const float seconds :
                 {0.0f, key, 0.317f * clip.durationSeconds, 0.9f * clip.durationSeconds,
                  std::nextafter(clip.durationSeconds, 0.0f), clip.durationSeconds}) {
                requests.push_back(requestOf({c, std::min(seconds, clip.durationSeconds)}));
            }
        }
        return requests;
    }

    /// Returns crossfades from every clip to the next, to the rest pose, and from the rest pose.
    static std::vector<PoseRequest> fadesOf(const Model& model) {
        std::vector<PoseRequest> requests;
        const auto count = static_cast<uint32_t>(model.clips.size());
        for (uint32_t c = 0; c < count; ++c) {
            const uint32_t next = (c + 1) % count;
            const ClipMoment base{c, 0.6f * model.clips[c].durationSeconds};
            const ClipMoment other{next, 0.2f * model.clips[next].durationSeconds};
            requests.push_back(requestOf(base, other, 0.3f));
            requests.push_back(requestOf(base, {}, 0.75f));
            requests.push_back(requestOf({}, other, 1.0f));
        }
        return requests;
    }

    /// Adds four masks: one without joints, two without the first third of the joints, and one with
    /// a different weight for each joint.
    static std::shared_ptr<const Model> masked(Model model) {
        const uint32_t joints = model.skeleton.size();
        Mask some{.name = "some", .joints = std::vector<uint8_t>(joints), .morphWeights = 77};
        for (uint32_t j = 0; j < joints; ++j) some.joints[j] = static_cast<uint8_t>(j * 37 % 256);
        Mask half{.name = "half", .joints = std::vector<uint8_t>(joints, 255)};
        std::fill_n(half.joints.begin(), joints / 3, uint8_t{0});
        model.masks = {Mask{.name = "none", .joints = std::vector<uint8_t>(joints)}, half, half,
                       some};
        return std::make_shared<const Model>(std::move(model));
    }

    /// Returns requests with each clip as a layer or additive clip over each clip, with each mask,
    /// and with and without a crossfade.
    static std::vector<PoseRequest> layersOf(const Model& model) {
        std::vector<PoseRequest> requests;
        const auto count = static_cast<uint32_t>(model.clips.size());
        const auto at = [&](uint32_t clip, float share) {
            return ClipMoment{clip % count, share * model.clips[clip % count].durationSeconds};
        };
        for (uint32_t c = 0; c < count; ++c) {
            for (uint32_t n = 0; n < count; ++n) {
                const PoseRequest fade = requestOf(at(c, .6f), at(n, .2f), n % 2 == 0 ? .3f : 0);
                const LayerMoment layer{at(n, .35f), n % 5, n % 3 == 0 ? 1 : .8f};
                const LayerMoment added{at(c + n, .71f), (c + n) % 5, .9f};
                requests.push_back(withLayer(fade, layer));
                requests.push_back(withAdditive(fade, added));
                requests.push_back(withAdditive(withLayer(fade, layer), added));
            }
            requests.push_back(withLayer(requestOf(at(c, .4f)), {{}, 4, .5f}));
        }
        return requests;
    }

    std::shared_ptr<Capture> capture_ =
        std::make_shared<Capture>(Capture::create(device(), ShaderLibrary::embedded()));
};

class KeysTest : public GpuPosesTest, public ::testing::WithParamInterface<KeyFormat> {};

INSTANTIATE_TEST_SUITE_P(Formats, KeysTest, ::testing::Values(KeyFormat::fp32, KeyFormat::packed));

TEST_P(KeysTest, ClipsFadesAndLayersAreThoseOfTheReference) {
    const std::shared_ptr<Scene> scene = capture_->sceneOf(mannequin());
    expectReference(*capture_, scene, GetParam(), momentsOf(*mannequin()));
    expectReference(*capture_, scene, GetParam(), fadesOf(*mannequin()));
    const std::shared_ptr<const Model> model = masked(*mannequin());
    std::vector<PoseRequest> some;  // every second request
    const std::vector<PoseRequest> all = layersOf(*model);
    for (size_t i = 0; i < all.size(); i += 2) some.push_back(all[i]);
    expectReference(*capture_, capture_->sceneOf(model), GetParam(), some);
}

TEST_P(KeysTest, JointsOutsideOfAMaskAreLeftBitForBit) {
    const std::shared_ptr<const Model> model = masked(*mannequin());
    const std::shared_ptr<Scene> scene = capture_->sceneOf(model);
    const SkinChoice choice{.settings = {.poses = PosedBy::gpu, .keys = GetParam()}};
    const PoseRequest walk = requestOf({findClip(*model, "walk"), .37f});
    const ClipMoment wave{findClip(*model, "wave"), 1.2f};
    const std::vector<PoseRequest> requests{walk, withLayer(walk, {wave, 2, .9f}),
                                            withAdditive(walk, {wave, 2, .9f})};
    const CapturedVertices without = capture_->capture(scene, {choice, 0}, requests);
    const Geometry& geometry = model->geometry;
    for (const uint32_t i : {1u, 2u}) {
        const CapturedVertices with = capture_->capture(scene, {choice, i}, requests);
        uint32_t untouched = 0, moved = 0;
        for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
            const auto first = geometry.influences.begin();
            const bool outside = std::all_of(
                first + geometry.influenceOffsets[v], first + geometry.influenceOffsets[v + 1],
                [&](const Influence& influence) {
                    return model->masks[1].joints[model->binds[influence.bind].joint] == 0;
                });
            if (outside) {
                ASSERT_EQ(with.positions[v], without.positions[v]) << v;
                ++untouched;
            } else if (with.positions[v] != without.positions[v]) {
                ++moved;
            }
        }
        EXPECT_GT(untouched, 100u);
        EXPECT_GT(moved, 100u);
    }
}

class ChainTest : public GpuPosesTest,
                  public ::testing::WithParamInterface<std::tuple<uint32_t, KeyFormat>> {};

INSTANTIATE_TEST_SUITE_P(Joints, ChainTest,
                         ::testing::Values(std::tuple(3u, KeyFormat::fp32),
                                           std::tuple(65u, KeyFormat::fp32),
                                           std::tuple(65u, KeyFormat::packed),
                                           std::tuple(1000u, KeyFormat::packed)));
INSTANTIATE_TEST_SUITE_P(Long, ChainTest,
                         ::testing::Values(std::tuple(3u, KeyFormat::packed),
                                           std::tuple(200u, KeyFormat::fp32),
                                           std::tuple(200u, KeyFormat::packed),
                                           std::tuple(1000u, KeyFormat::fp32)));

// The clips of the chain have every interpolation, and animate every property and morph weights.
TEST_P(ChainTest, IsPosedAsTheReferencePosesIt) {
    const auto [joints, keys] = GetParam();
    const auto model =
        std::make_shared<const Model>(chainModel(joints, 2.0f / static_cast<float>(joints)));
    const std::shared_ptr<Scene> scene = capture_->sceneOf(model);
    expectReference(*capture_, scene, keys, momentsOf(*model));
    expectReference(*capture_, scene, keys, fadesOf(*model));
    const std::shared_ptr<const Model> layered = masked(*model);
    std::vector<PoseRequest> both;  // requests with a layer and an additive clip
    for (const PoseRequest& request : layersOf(*layered)) {
        if (layerOf(request).weight > 0 && additiveOf(request).weight > 0) both.push_back(request);
    }
    expectReference(*capture_, capture_->sceneOf(layered), keys, both);
}

// The crowd must be larger than a workgroup.
TEST_F(GpuPosesTest, EachInstanceOfALargeCrowdPlaysItsOwnRequest) {
    const auto model = std::make_shared<const Model>(chainModel(5, 1.0f));
    const std::shared_ptr<Scene> scene = capture_->sceneOf(model);
    std::vector<PoseRequest> requests;
    for (uint32_t i = 0; i < 150; ++i) {
        const uint32_t clip = i % 3;
        requests.push_back(
            requestOf({clip, static_cast<float>(i) / 150.0f * model->clips[clip].durationSeconds}));
    }
    for (const uint32_t instance : {0u, 63u, 64u, 149u}) {
        const CapturedVertices captured =
            capture_->capture(scene, {{.settings = {.poses = PosedBy::gpu}}, instance}, requests);
        const ClipMoment moment = baseOf(requests[instance]);
        const ReferenceVertices reference =
            referenceVertices(*model, moment.clip, double{moment.seconds});
        EXPECT_LT(largestDistance(captured.positions, reference.positions), 1e-5 * reference.extent)
            << instance;
    }
}

class RequestsTest : public GpuTest {
protected:
    static ClipMoment momentOf(const char* clip, float seconds) {
        return {findClip(*mannequin(), clip), seconds};
    }

    /// Returns the reference for baked clips, which have no layers. A crossfade blends matrices,
    /// not poses: each vertex moves straight from its position in one clip to that in the other.
    static ReferenceVertices bakedReferenceOf(const Model& model, const PoseRequest& request) {
        ReferenceVertices mixed = referenceVertices(model, requestOf(baseOf(request)), {});
        const ReferenceVertices other = referenceVertices(model, requestOf(otherOf(request)), {});
        for (size_t v = 0; v < mixed.positions.size(); ++v) {
            mixed.positions[v] =
                glm::mix(mixed.positions[v], other.positions[v], double{request.otherWeight});
        }
        return mixed;
    }
};

// The times are those of baked frames, 30 a second, so that method texture needs no interpolation.
TEST_F(RequestsTest, InstancesOfOneCrowdHaveOtherClipsFadesAndLayersInEveryMethod) {
    Model masked = *mannequin();
    masked.masks.push_back({.joints = std::vector<uint8_t>(masked.skeleton.size(), 255)});
    std::fill_n(masked.masks[0].joints.begin(), masked.skeleton.size() / 2, uint8_t{0});
    const PoseRequest walk = requestOf(momentOf("walk", 0.5f));
    const std::vector<PoseRequest> requests{
        walk,
        requestOf(ClipMoment{}),
        requestOf(momentOf("idle", 1.0f)),
        requestOf(momentOf("run", 0.2f)),
        requestOf(momentOf("dance", 4.0f)),  // the end of the clip, not its start
        requestOf(momentOf("wave", 1.5f)),
        requestOf(momentOf("dance", 0.7f), momentOf("walk", 0.3f), 0.6f),
        requestOf(momentOf("idle", 2.0f), {}, 0.25f),
        withLayer(walk, {momentOf("wave", 1.3f), 1, 1.0f}),
        withAdditive(requestOf(momentOf("run", 0.2f)), {momentOf("dance", 1.1f), kFullBody, 0.5f}),
        withAdditive(withLayer(walk, {momentOf("dance", 2.0f), 1, 0.4f}),
                     {momentOf("wave", 0.9f), 1, 0.3f})};
    std::vector<ReferenceVertices> posed, baked;
    for (const PoseRequest& request : requests) {
        posed.push_back(referenceVertices(masked, request, {}));
        baked.push_back(bakedReferenceOf(masked, request));
    }
    Frame frame = frameOf(std::make_shared<const Model>(masked));
    for (const SkinChoice& choice : methodsAndPosers()) {
        SCOPED_TRACE(choiceText(choice));
        const bool bakes = skinningMethod(choice.method).facts.bakes;
        for (size_t i = 0; i < requests.size(); ++i) {
            const CapturedVertices captured = captureFor(frame)->capture(
                frame.scene(), {choice, static_cast<uint32_t>(i)}, requests);
            const auto errorFrom = [&](const ReferenceVertices& reference) {
                return largestDistance(captured.positions, reference.positions) / reference.extent;
            };
            EXPECT_LT(errorFrom(bakes ? baked[i] : posed[i]), 1e-5) << "instance " << i;
            if (bakes) continue;
            EXPECT_GT(errorFrom(posed[(i + 1) % requests.size()]), 1e-3) << "instance " << i;
        }
    }
}

}  // namespace
}  // namespace sinew::test
