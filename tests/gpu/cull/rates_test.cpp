// Tests update rates: instances keep their pose within the error limit, and all frames pose similar
// numbers of instances.
#include "skinning/bounds/bounds.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>
#include <random>

#include "shaders/shared/culling.h"
#include "shaders/shared/packing.h"
#include "shaders/shared/variant.h"
#include "shaders/shared/view.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/frame/frame_view.h"
#include "tests/error_of.h"
#include "tests/gpu/cull/culling_test.h"
#include "tests/keyed.h"

namespace sinew::test {
namespace {

constexpr VkExtent2D kExtent{160, 120};

class RatesTest : public CullingTest {
protected:
    /// Returns the frame whose pipelines all tests share, without poses from an earlier test.
    static Frame& freshFrame(const std::shared_ptr<const Model>& model = mannequin()) {
        static Frame frame = createFrame();
        show(frame, model);
        return frame;
    }
    static void show(Frame& frame, const std::shared_ptr<const Model>& model) {
        static const Levels levels = makeLevels(*mannequin());
        frame.setModel(model);
        if (model == mannequin() && !frame.scene()->hasLevels()) frame.scene()->offer(levels);
        frame.releaseCrowds();
    }
    static SkinChoice unrated(SkinChoice choice) {
        choice.settings.rate = Rate::everyFrame;
        choice.settings.cull = Cull::boxes;
        return choice;
    }

    /// Returns input with a crowd that is far enough away for all update rates.
    static FrameInput farCrowd(Frame& frame, const OffscreenTarget& target,
                               const SkinChoice& choice, uint32_t instances) {
        FrameInput input = inputFor(frame, target,
                                    {.method = choice.method,
                                     .skinning = choice.settings,
                                     .instanceCount = instances,
                                     .cascadeCount = 0,
                                     .ratePixels = 4},
                                    2, 0.3f);
        input.camera.distance *= 2;
        return input;
    }

    static ListedInstances drawn(Frame& frame, const FrameInput& input) {
        frame.render(input);
        frame.finish();
        return *frame.statistics().listed;
    }

    /// Expects that all frames pose similar numbers of instances. `choice` should be a method whose
    /// vertex stages skin, because its frames are fast.
    static void expectEvenWork(const SkinChoice& choice) {
        Frame& frame = freshFrame(withOneTriangle(*mannequin()));
        const auto target = OffscreenTarget::create(device(), kExtent);
        FrameInput input = farCrowd(frame, target, choice, 600);
        input.settings.ratePixels = 0.42f;
        std::vector<uint32_t> posed;
        for (int i = 0; i < 24; ++i) {
            const ListedInstances listed = drawn(frame, input);
            input.playback.advance(0.01f, 0.0f);
            if (i < 8) continue;  // skips the longest update period
            posed.push_back(listed.posed);
            uint32_t at = 0;
            for (const uint32_t count : listed.atRates) at += count;
            EXPECT_EQ(at, listed.any);
            EXPECT_GT(listed.atRates[3], 50u);
            EXPECT_GT(listed.atRates[2] + listed.atRates[1], 50u);
        }
        const double mean =
            std::accumulate(posed.begin(), posed.end(), 0.0) / static_cast<double>(posed.size());
        EXPECT_LT(mean, 300.0) << "there is less to do";
        const auto [least, most] = std::minmax_element(posed.begin(), posed.end());
        EXPECT_GT(*least, 0.9 * mean - 4);
        EXPECT_LT(*most, 1.1 * mean + 4);
    }
};

/// The parameter is a skinning choice with update rates.
class RatedChoicesTest : public RatesTest, public ::testing::WithParamInterface<SkinChoice> {
public:
    /// Returns choices that cover the readers of GPU poses: a kernel, vertex stages, the kernel for
    /// compact vertices, and levels of detail.
    static std::vector<SkinChoice> usual() {
        return rated({{Method::compute, {.poses = PosedBy::gpu}},
                      {Method::compute, {.output = Output::compact, .poses = PosedBy::gpu}},
                      {Method::vertex, {.poses = PosedBy::gpu}},
                      {Method::feedback, {.poses = PosedBy::gpu, .lod = Lod::error}}});
    }
    /// Returns further choices with update rates, which only the suite Long tests.
    static std::vector<SkinChoice> others() {
        return rated({{Method::compute, {.poses = PosedBy::gpu, .lod = Lod::error}},
                      {Method::feedback, {.poses = PosedBy::gpu}}});
    }

private:
    static std::vector<SkinChoice> rated(std::vector<SkinChoice> choices) {
        for (SkinChoice& choice : choices) choice.settings.rate = Rate::error;
        return choices;
    }
};

INSTANTIATE_TEST_SUITE_P(Usual, RatedChoicesTest, ::testing::ValuesIn(RatedChoicesTest::usual()),
                         nameOfChoice);
INSTANTIATE_TEST_SUITE_P(Long, RatedChoicesTest, ::testing::ValuesIn(RatedChoicesTest::others()),
                         nameOfChoice);

/// Returns `character` with a morph target that its clips animate.
std::shared_ptr<const Model> morphing(const Model& character) {
    auto model = std::make_shared<Model>(character);
    Geometry& geometry = model->geometry;
    model->restMorphWeights = {0};
    geometry.morphOffsets.assign(1, 0);
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        geometry.morphDeltas.push_back({0, 0.1f * geometry.normals[v], {}, {}});
        geometry.morphOffsets.push_back(v + 1);
    }
    for (Clip& clip : model->clips) {
        addKeys(clip, {.path = Channel::Path::weights}, {0, clip.durationSeconds}, {0, 1});
    }
    return model;
}

/// Choices with levels use the plain mannequin, because levels of another model take long to
/// generate.
TEST_P(RatedChoicesTest, AreBitIdenticalOnceTheyCaughtUp) {
    static const std::shared_ptr<const Model> withTarget = morphing(*mannequin());
    const SkinChoice choice = GetParam();
    Frame& frame = freshFrame(choice.settings.lod == Lod::none ? withTarget : mannequin());
    const auto target = OffscreenTarget::create(device(), kExtent);
    FrameInput input = farCrowd(frame, target, choice, 24);
    input.settings.cascadeCount = 1;
    uint32_t kept = 0;
    float mostOff = 0;
    const auto render = [&] {
        const ListedInstances listed = drawn(frame, input);
        kept += listed.any - listed.posed;
        mostOff = std::max(mostOff, listed.mostOff);
    };
    for (int i = 0; i < 5; ++i) {
        render();
        input.playback.advance(0.01f, 0.0f);
    }
    EXPECT_GT(kept, 24u) << "hardly any instance keeps a pose";
    // The clip is paused from here on. The longest update period is 8 frames.
    for (int i = 0; i < 8; ++i) render();
    EXPECT_GT(mostOff, 0);
    EXPECT_LE(mostOff, input.settings.ratePixels);
    const Picture rated = target.read(device());
    const ListedInstances caughtUp = drawn(frame, input);
    EXPECT_EQ(caughtUp.posed, 0u);
    EXPECT_EQ(caughtUp.mostOff, 0) << "the error of an earlier frame";
    input.settings.skinning = unrated(choice).settings;
    EXPECT_EQ(drawn(frame, input).posed, frame.statistics().listed->any);
    EXPECT_TRUE(rated.rgba == target.read(device()).rgba);
}

/// Reads back what a frame displays of the instances in view: vertices if the method stores them,
/// otherwise corners of the binds' boxes.
class Displayed {
public:
    Displayed(Frame& frame, const FrameInput& input, const Recording& recording,
              const std::vector<uint32_t>& inView, const Device& device)
        : device_(device) {
        const Box crowd = frame.crowds().bounds(input.settings.instanceCount, 0);
        view_ = viewConstants(input.camera, kExtent, frame.bounds(), crowd,
                              input.settings.cascadeCount, towardsSun(input.settings.sun));
        placements_ = frame.crowds().placements(input.settings.instanceCount, 0)[0];
        const SkinnedCrowd& shown = recording.shown[0].crowd;
        const FrameBuffers buffers = shown.buffers(recording.moment.phase);
        const bool skinned = shown.plan().culledConstant() == SINEW_CULLED_STORED_BY_INSTANCE &&
                             !shown.plan().compact() && shown.method().facts.skinsOnGpu();
        for (const uint32_t instance : inView) {
            std::vector<glm::vec3> points = skinned ? vertices(buffers.skinned, shown, instance)
                                                    : corners(buffers.palettes, shown, instance);
            for (glm::vec3& point : points) point = glm::vec4(point, 1) * placements_[instance];
            worlds_.push_back(std::move(points));
        }
    }

    /// Returns the largest distance on the screen from the points of `other`, in pixels.
    float farthestFrom(const Displayed& other) const {
        float farthest = 0;
        for (size_t i = 0; i < worlds_.size(); ++i) {
            for (size_t p = 0; p < worlds_[i].size(); ++p) {
                const glm::vec2 apart = onScreen(worlds_[i][p]) - onScreen(other.worlds_[i][p]);
                farthest = std::max(farthest, glm::length(apart));
            }
        }
        return farthest;
    }

private:
    glm::vec2 onScreen(const glm::vec3& world) const {
        const glm::vec4 clip = view_.clipFromWorld * glm::vec4(world, 1);
        return 0.5f * view_.targetSize * glm::vec2(clip) / clip.w;
    }
    std::vector<uint32_t> words(const Buffer& buffer) const {
        return readBack<uint32_t>(device_, buffer, 0, buffer.bytes() / sizeof(uint32_t));
    }
    std::vector<glm::vec3> vertices(const Buffer& buffer, const SkinnedCrowd& crowd,
                                    uint32_t instance) {
        if (words_.empty()) words_ = words(buffer);
        const uint64_t count = crowd.plan().vertices();
        std::vector<glm::vec3> points(count);
        for (uint64_t v = 0; v < count; ++v) {
            const uint32_t* word = words_.data() + (instance * count + v) * 5;
            points[v] = {std::bit_cast<float>(word[0]), std::bit_cast<float>(word[1]),
                         std::bit_cast<float>(word[2])};
        }
        return points;
    }
    /// Returns the corners of each bind's box, transformed by its palette entry.
    std::vector<glm::vec3> corners(const Buffer& palettes, const SkinnedCrowd& crowd,
                                   uint32_t instance) {
        if (words_.empty()) words_ = words(palettes);
        const BindBoxes boxes = makeBindBoxes(*crowd.plan().model);
        std::vector<glm::vec3> points;
        for (const BindBoxes::Entry& entry : boxes.entries) {
            gpu::Affine matrix;
            std::memcpy(static_cast<void*>(&matrix),
                        words_.data() + (instance * crowd.plan().palette.stride + entry.bind) * 12,
                        sizeof(matrix));
            for (int corner = 0; corner < 8; ++corner) {
                const Box& box = entry.box;
                points.push_back(glm::vec4(corner & 1 ? box.low.x : box.high.x,
                                           corner & 2 ? box.low.y : box.high.y,
                                           corner & 4 ? box.low.z : box.high.z, 1) *
                                 matrix);
            }
        }
        return points;
    }

    const Device& device_;
    gpu::ViewConstants view_;
    std::vector<gpu::Affine> placements_;
    std::vector<uint32_t> words_;
    std::vector<std::vector<glm::vec3>> worlds_;
};

TEST_P(RatedChoicesTest, AreOffByNoMoreThanTheyMayBe) {
    const SkinChoice choice = GetParam();
    Frame& frame = freshFrame();
    static Frame exact = createFrame();
    show(exact, mannequin());
    const auto target = OffscreenTarget::create(device(), kExtent);
    std::mt19937 random(5);
    FrameInput input = farCrowd(frame, target, choice, 12);
    float farthest = 0;
    for (int i = 0; i < 16; ++i) {
        const auto anything = [&](float from, float to) {
            return from + (to - from) * static_cast<float>(random() % 1000) / 1000.0f;
        };
        if (i % 6 == 5) input.camera.orbit(anything(-2, 2), anything(-0.2f, 0.2f));
        if (i % 8 == 7) input.camera.distance *= anything(0.5f, 1.6f);
        input.settings.ratePixels = i % 16 < 8 ? 1.5f : 6.0f;
        input.settings.skinning = choice.settings;
        const Recording recording = frame.render(input);
        frame.finish();
        const ListedInstances& listed = *frame.statistics().listed;
        EXPECT_LE(listed.mostOff, input.settings.ratePixels);
        std::vector<uint32_t> inView = listsOf(recording)[SINEW_LIST_CAMERA];
        for (uint32_t& entry : inView) entry &= (1u << SINEW_LISTED_BITS) - 1;
        const Displayed shown(frame, input, recording, inView, device());
        input.settings.skinning = unrated(choice).settings;
        const Recording now = exact.render(input);
        exact.finish();
        const float off = shown.farthestFrom({exact, input, now, inView, device()});
        EXPECT_LE(off, listed.mostOff * 1.001f + 1e-3f) << "frame " << i;
        farthest = std::max(farthest, off);
        input.playback.advance(anything(0.004f, 0.02f), 0.0f);
    }
    EXPECT_GT(farthest, 0.2f) << "no instance is off";
}

TEST_F(RatesTest, MakeTheWorkOfFramesEven) {
    expectEvenWork({Method::vertex, {.poses = PosedBy::gpu, .rate = Rate::error}});
}

TEST_P(RatedChoicesTest, DoNotKeepAPoseOfAnotherClip) {
    const SkinChoice choice = GetParam();
    Frame& frame = freshFrame();
    const auto target = OffscreenTarget::create(device(), kExtent);
    const auto pictureAfter = [&](const SkinChoice& played, const auto& change) {
        FrameInput input = farCrowd(frame, target, played, 10);
        for (int i = 0; i < 3; ++i) {
            drawn(frame, input);
            input.playback.advance(0.01f, 0.0f);
        }
        change(input);
        const ListedInstances listed = drawn(frame, input);
        EXPECT_EQ(listed.posed, listed.any);
        return target.read(device()).rgba;
    };
    const auto cuts = [](FrameInput& input) { input.playback.play(0, 0.0f); };
    EXPECT_TRUE(pictureAfter(choice, cuts) == pictureAfter(unrated(choice), cuts));
    const auto fades = [](FrameInput& input) {
        input.playback.play(1, 0.1f);
        input.playback.advance(0.01f, 0.1f);
    };
    EXPECT_TRUE(pictureAfter(choice, fades) == pictureAfter(unrated(choice), fades));
    // Crossfading instances are posed in every frame, also in the second frame of a crossfade.
    const auto continuesFade = [&](FrameInput& input) {
        fades(input);
        drawn(frame, input);
        input.playback.advance(0.01f, 0.1f);
    };
    EXPECT_TRUE(pictureAfter(choice, continuesFade) ==
                pictureAfter(unrated(choice), continuesFade));
    const auto spawns = [](FrameInput& input) { ++input.settings.instanceCount; };
    EXPECT_TRUE(pictureAfter(choice, spawns) == pictureAfter(unrated(choice), spawns));
}

/// The first frame poses some instances and then culls them by their posed boxes. The next frame
/// must compute the palettes of these poses.
TEST_P(RatedChoicesTest, SkinAnInstanceThatEntersTheViewInAPoseOfAnEarlierFrame) {
    const SkinChoice choice = GetParam();
    Frame& frame = freshFrame();
    const auto target = OffscreenTarget::create(device(), kExtent);
    FrameInput input = farCrowd(frame, target, choice, 60);
    input.playback.play(1, 0.1f);
    input.playback.advance(0.05f, 0.1f);  // all three frames are in a crossfade
    const FrameInput far = input;
    input.camera.target = frame.bounds().center();
    input.camera.distance = 2.5f * frame.bounds().radius();
    const ListedInstances near = drawn(frame, input);
    EXPECT_GT(near.posed, near.any + 5);
    input.camera = far.camera;
    const ListedInstances all = drawn(frame, input);
    EXPECT_EQ(all.any, 60u);
    EXPECT_EQ(all.posed + near.posed, 60u) << "an instance was posed twice";
    const Picture rated = target.read(device());
    input.settings.skinning = unrated(choice).settings;
    drawn(frame, input);
    EXPECT_TRUE(rated.rgba == target.read(device()).rgba);
}

/// Motion vectors, overlays and differences read poses of the current frame, so all instances are
/// posed.
TEST_P(RatedChoicesTest, PoseAllWhereAViewReadsMore) {
    const SkinChoice choice = GetParam();
    Frame& frame = freshFrame();
    const auto target = OffscreenTarget::create(device(), kExtent);
    const auto pictures = [&](const SkinChoice& played, const FrameSettings& look) {
        FrameInput input = farCrowd(frame, target, played, 8);
        input.settings.view = look.view;
        input.settings.overlays = look.overlays;
        input.settings.compared = look.compared;
        std::vector<std::vector<uint8_t>> all;
        for (int i = 0; i < 3; ++i) {
            drawn(frame, input);
            all.push_back(target.read(device()).rgba);
            input.playback.advance(0.01f, 0.0f);
        }
        return all;
    };
    const FrameSettings looks[] = {
        {.view = SINEW_VIEW_MOTION},
        {.overlays = {.skeleton = true}},
        {.view = SINEW_VIEW_DIFFERENCE, .compared = SkinChoice{kReference, {}}}};
    for (const FrameSettings& look : looks) {
        EXPECT_TRUE(pictures(choice, look) == pictures(unrated(choice), look)) << look.view;
    }
}

/// A capture has no frame number, so it poses all instances.
TEST_P(RatedChoicesTest, KeepNoPoseInACapture) {
    const SkinChoice choice = GetParam();
    const Frame& frame = freshFrame();
    for (const float seconds : {0.1f, 0.11f}) {
        const auto positions = [&](const SkinChoice& played) {
            return captured(frame, {.method = played.method, .skinning = played.settings},
                            {.clip = 2, .timeSeconds = seconds}, 0)
                .positions;
        };
        EXPECT_TRUE(positions(choice) == positions(unrated(choice)));
    }
}

TEST_F(RatesTest, AreForGpuPosesAndLinearBlending) {
    const auto refusal = [&](const SkinChoice& choice) {
        return errorOf([&] { return resolve(deviceLimits(device()), *mannequin(), choice); });
    };
    const SkinSettings rated{.poses = PosedBy::gpu, .rate = Rate::error};
    EXPECT_EQ(refusal({Method::compute, rated}), "");
    EXPECT_EQ(supported({Method::compute, rated}).cull, Cull::boxes);
    EXPECT_EQ(refusal({Method::compute, {.rate = Rate::error}}),
              "compute:rate is unsupported: update rates need gpu-poses");
    SkinSettings dual = rated;
    dual.blend = Blend::dualQuaternion;
    EXPECT_THAT(refusal({Method::compute, dual}), testing::HasSubstr("linear blending"));
    EXPECT_THAT(refusal({Method::texture, {.rate = Rate::error}}),
                testing::HasSubstr("texture:rate is unsupported"));
    EXPECT_THAT(refusal({Method::vertexUniform, rated}), testing::HasSubstr("no update rates"));
    EXPECT_THAT(refusal({Method::cpu, {.lod = Lod::error}}),
                testing::HasSubstr("cpu:lod is unsupported: levels of detail need"));
    EXPECT_THAT(refusal({Method::vertexUniform, {.cull = Cull::boxes}}),
                testing::HasSubstr("vertex-uniform:culled is unsupported: the method draws all"));
}

}  // namespace
}  // namespace sinew::test
