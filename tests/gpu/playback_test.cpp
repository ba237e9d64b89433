// Tests that for crowds that play one clip, the GPU derives the requests that the CPU would upload.
#include "skinning/animation/playback.h"

#include <algorithm>
#include <cstring>

#include "renderer/barrier.h"
#include "shaders/shared/culling.h"
#include "tests/gpu/gpu_test.h"
#include "tests/unit/chain_model.h"

namespace sinew::test {
namespace {

/// Returns playbacks far after and before their start, without a clip, in crossfades, and with a
/// limited pose rate.
std::vector<Playback> playbacks() {
    std::vector<Playback> all{{.clip = 0, .timeSeconds = 0.37f},
                              {.clip = 1, .timeSeconds = 12345.678f},
                              {.clip = 2, .timeSeconds = -0.71f},
                              {.clip = 1, .timeSeconds = 3.4e38f},
                              {.clip = 2, .timeSeconds = 0.9f, .staggered = false},
                              {.clip = kRestPose, .timeSeconds = 5.0f},
                              {.clip = 2, .timeSeconds = 1.23f, .posesASecond = 12.0f}};
    for (const uint32_t before : {1u, kRestPose}) {
        all.push_back({.clip = 2,
                       .timeSeconds = 0.21f,
                       .previousClip = before,
                       .previousTimeSeconds = 7.9f,
                       .fade = 0.3f});
    }
    all.push_back(all.back());
    all.back().posesASecond = 7.0f;
    return all;
}

class PlaybackTest : public GpuTest {
protected:
    static Frame& sharedFrame() {
        static Frame frame = frameOf(mannequin());
        frame.releaseCrowds();
        return frame;
    }
    static constexpr uint32_t kInstances = 600;  // per model; more than a workgroup

    /// Returns the content of a buffer of all crowds of a model after a frame. `anInstance`: bytes
    /// per instance.
    static std::vector<std::byte> leftOf(const Device& onDevice, const Recording& recording,
                                         size_t model, CrowdBuffer which, uint64_t anInstance) {
        std::vector<std::byte> left;
        for (const CrowdNow& now : recording.shown) {
            if (now.model != model) continue;
            const Buffer& buffer = now.crowd.buffer(which, recording.moment.phase);
            const uint64_t bytes = anInstance * now.crowd.range().instanceCount;
            const std::vector<std::byte> read = readBack<std::byte>(onDevice, buffer, 0, bytes);
            left.insert(left.end(), read.begin(), read.end());
        }
        return left;
    }

    /// Returns the requests that the culling kernel stored with each pose.
    static std::vector<PoseRequest> requestsIn(const Device& onDevice, const Recording& recording,
                                               size_t model) {
        const std::vector<std::byte> bytes =
            leftOf(onDevice, recording, model, CrowdBuffer::lastPoses, sizeof(gpu::LastPose));
        std::vector<PoseRequest> requests(bytes.size() / sizeof(gpu::LastPose));
        for (size_t i = 0; i < requests.size(); ++i) {
            std::memcpy(&requests[i], bytes.data() + i * sizeof(gpu::LastPose),
                        sizeof(PoseRequest));
        }
        return requests;
    }

    /// Expects that the GPU derives the same requests as the CPU function requestsOf(). Two models
    /// play all of playbacks(), the second model in reverse order. Each model must have `crowds`
    /// crowds.
    static void expectTheRequestsOfTheCpu(const Device& onDevice, size_t crowds) {
        const std::shared_ptr<const Model> models[] = {
            std::make_shared<const Model>(chainModel(3, 1.0f)),
            std::make_shared<const Model>(chainModel(4, 1.0f))};
        Frame frame = createFrame(onDevice);
        const SceneModel both[] = {{models[0]}, {models[1]}};
        frame.setModels(both);
        const OffscreenTarget target = OffscreenTarget::create(onDevice, {32, 32});
        // The skeleton overlay makes the frame pose all instances, so that every request is stored.
        FrameInput input{.settings = {.skinning = {.poses = PosedBy::gpu, .rate = Rate::error},
                                      .instanceCount = 2 * kInstances,
                                      .cascadeCount = 0,
                                      .overlays = {.skeleton = true}},
                         .target = target.target()};
        const std::vector<Playback> all = playbacks();
        for (size_t i = 0; i < all.size(); ++i) {
            SCOPED_TRACE(i);
            const Playback played[] = {all[i], all[all.size() - 1 - i]};
            std::vector<PoseRequest> expected[2];
            std::vector<std::byte> poses[2];
            CrowdInput other{.playback = played[1]};
            const auto render = [&] {
                input.others = {&other, 1};
                const Recording recording = frame.render(input);
                frame.finish();
                return recording;
            };
            const auto posesOf = [&](const Recording& recording, size_t m) {
                return leftOf(onDevice, recording, m, CrowdBuffer::poses,
                              models[m]->skeleton.size() * sizeof(gpu::Affine));
            };
            input.playback = played[0];
            const Recording recording = render();
            for (size_t m = 0; m < 2; ++m) {
                EXPECT_EQ(std::ranges::count(recording.shown, m, &CrowdNow::model),
                          static_cast<ptrdiff_t>(crowds));
                expected[m] = requestsOf(*models[m], played[m], kInstances);
                const std::vector<PoseRequest> made = requestsIn(onDevice, recording, m);
                ASSERT_EQ(made.size(), kInstances);
                EXPECT_EQ(
                    std::memcmp(made.data(), expected[m].data(), kInstances * sizeof(PoseRequest)),
                    0);
                poses[m] = posesOf(recording, m);
            }
            // Uploaded requests must give the same poses. A changed request must change them.
            input.requests = expected[0];
            other.requests = expected[1];
            const Recording explicitRequests = render();
            for (size_t m = 0; m < 2; ++m)
                EXPECT_TRUE(poses[m] == posesOf(explicitRequests, m)) << m;
            expected[0].back().seconds += 0.05f;
            if (i == 0) {
                EXPECT_FALSE(poses[0] == posesOf(render(), 0));
            }
            input.requests = {};
        }
    }
};

TEST_F(PlaybackTest, TheGpuMakesTheRequestsOfTheCpuForSeveralModels) {
    expectTheRequestsOfTheCpu(device(), 1);
}

TEST_F(PlaybackTest, TheGpuMakesTheRequestsOfTheCpuOnEachPage) {
    expectTheRequestsOfTheCpu(lesser({.storageBytes = 200 * 4 * sizeof(gpu::Affine)}), 3);
}

/// Returns choices in which different kernels read the requests.
std::vector<SkinChoice> readers() {
    return {{Method::compute, {.poses = PosedBy::gpu}},
            {Method::compute, {.cull = Cull::boxes}},
            {Method::compute, {.poses = PosedBy::gpu, .lod = Lod::error, .rate = Rate::error}},
            {Method::vertex, {.poses = PosedBy::gpu, .cull = Cull::boxes}},
            {Method::feedback, {.output = Output::compact, .poses = PosedBy::gpu}}};
}

// The CPU must not write requests, so that its work does not grow with the crowd.
TEST_F(PlaybackTest, TheCpuWritesNoRequest) {
    Frame& frame = sharedFrame();
    const OffscreenTarget target = OffscreenTarget::create(device(), {32, 32});
    constexpr uint32_t kMark = 0xabababab;
    for (const SkinChoice& choice : readers()) {
        SCOPED_TRACE(choiceText(choice));
        FrameInput input = inputFor(
            frame, target,
            {.method = choice.method, .skinning = choice.settings, .instanceCount = 9}, 2, 0.3f);
        const auto wordsOf = [](const Recording& recording, uint32_t phase) {
            return recording.shown[0].crowd.buffer(CrowdBuffer::requests, phase).mapped<uint32_t>();
        };
        const Recording first = frame.render(input);
        frame.finish();
        for (uint32_t phase = 0; phase < kPhases; ++phase) {
            std::ranges::fill(wordsOf(first, phase), kMark);
        }
        for (uint32_t i = 0; i < kPhases; ++i) {
            input.playback.advance(0.02f, 0.0f);
            const Recording recording = frame.render(input);
            frame.finish();
            for (const uint32_t word : wordsOf(recording, recording.moment.phase)) {
                ASSERT_EQ(word, kMark);
            }
            const bool samples = choice.settings.poses == PosedBy::cpu;
            EXPECT_EQ(frame.statistics()[Step::sample].cpuMs.has_value(), samples);
        }
        // Explicit requests, such as those of animators, are uploaded.
        const std::vector<PoseRequest> requests = requestsOf(frame.model(), input.playback, 9);
        input.requests = requests;
        const Recording explicitRequests = frame.render(input);
        frame.finish();
        EXPECT_EQ(std::memcmp(wordsOf(explicitRequests, explicitRequests.moment.phase).data(),
                              requests.data(), 9 * sizeof(PoseRequest)),
                  0);
    }
}

// Culled choices also have a frozen culling camera, which draws boxes that depend on requests.
TEST_F(PlaybackTest, PicturesAreTheSameWithExplicitRequests) {
    Frame& frame = sharedFrame();
    const OffscreenTarget target = OffscreenTarget::create(device(), {96, 72});
    for (const SkinChoice& choice : readers()) {
        SCOPED_TRACE(choiceText(choice));
        FrameInput input = inputFor(
            frame, target,
            {.method = choice.method, .skinning = choice.settings, .instanceCount = 12}, 2, 0.3f);
        if (supported(choice).cull == Cull::boxes) {
            input.settings.cullCamera = input.camera;
            input.settings.cullCamera->orbit(0.4f, 0.0f);
        }
        const auto pictures = [&](bool explicitRequests) {
            frame.releaseCrowds();  // discards levels and poses of earlier frames
            FrameInput now = input;
            std::vector<Picture> result;
            for (int i = 0; i < 3; ++i) {
                const std::vector<PoseRequest> requests =
                    requestsOf(frame.model(), now.playback, 12);
                if (explicitRequests) now.requests = requests;
                frame.render(now);
                frame.finish();
                result.push_back(target.read(device()));
                now.playback.advance(0.03f, 0.2f);
                if (i == 0) now.playback.play(1, 0.2f);
            }
            return result;
        };
        const std::vector<Picture> made = pictures(false), explicitRequests = pictures(true);
        for (size_t i = 0; i < made.size(); ++i) {
            EXPECT_TRUE(made[i].rgba == explicitRequests[i].rgba) << "frame " << i;
        }
        EXPECT_FALSE(made[0].rgba == made[2].rgba);
    }
}

}  // namespace
}  // namespace sinew::test
