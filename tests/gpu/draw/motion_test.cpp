// Tests motion vectors. They are zero where nothing moves, have the analytic value where something
// moves, and are zero without a preceding frame. Also tests that characters that root motion has
// moved are drawn at their new position, with the same lighting and shadows, and that a seed
// scatters crowds.
#include <glm/gtc/packing.hpp>
#include <optional>

#include "renderer/barrier.h"
#include "shaders/shared/view.h"
#include "skinning/animation/root_motion.h"
#include "tests/gpu/gpu_test.h"
#include "tests/gpu/some_choices.h"
#include "tests/keyed.h"

namespace sinew {
namespace {

constexpr VkExtent2D kMotionExtent{160, 120};
constexpr float kFrameSeconds = 1.0f / 60.0f;
constexpr float kTurnsASecond = 0.25f;

/// Returns a square of side 2 around the origin in the plane z = 0, which plays `clip`.
std::shared_ptr<const Model> squareThat(Clip clip) {
    Model model = test::square();
    for (glm::vec3& position : model.geometry.positions) position.y -= 1;
    model.clips = {std::move(clip)};
    return std::make_shared<const Model>(std::move(model));
}

/// Returns a square that turns about z by a quarter turn per second. Keys are an eighth of a turn
/// apart.
std::shared_ptr<const Model> turningSquare() {
    std::vector<float> times, values;
    for (int key = 0; key <= 8; ++key) {
        const float half = glm::radians(45.0f * static_cast<float>(key)) / 2;
        times.push_back(0.5f * static_cast<float>(key));
        for (const float c : {0.0f, 0.0f, std::sin(half), std::cos(half)}) values.push_back(c);
    }
    return squareThat(test::keyed("turn", {.path = Channel::Path::rotation}, times, values));
}

/// Returns a square that moves along x at 2 m/s.
std::shared_ptr<const Model> walkingSquare() {
    return squareThat(test::keyed("walk", {}, {0, 1}, {0, 0, 0, 2, 0, 0}));
}

class MotionTest : public test::GpuTest {
protected:
    MotionTest() : target_(OffscreenTarget::create(device(), kMotionExtent)), frame_(shared()) {
        frame_.setModel(turningSquare());  // discards the previous frame
    }
    static Frame& shared() {
        static Frame frame = Frame::create(device(), ShaderLibrary::embedded(),
                                           OffscreenTarget::kFormat, VK_SAMPLE_COUNT_1_BIT);
        return frame;
    }

    void show(std::shared_ptr<const Model> model, const SkinChoice& choice) {
        frame_.setModel(std::move(model));
        input_ = {.settings = {.method = choice.method,
                               .skinning = choice.settings,
                               .view = SINEW_VIEW_MOTION},
                  .playback = {.clip = 0},
                  .target = target_.target()};
        const Box box =
            crowdBoundsAt(*frame_.scene(), requestsOf(frame_.model(), input_.playback, 1));
        input_.camera.frame(box.low, box.high, 4.0f / 3.0f);
    }

    std::vector<glm::vec2> velocities() {
        frame_.render(input_);
        frame_.finish();
        const uint64_t count = uint64_t{kMotionExtent.width} * kMotionExtent.height;
        const Buffer readback = Buffer::create(device(), {.name = "velocities, read back",
                                                          .bytes = count * sizeof(uint32_t),
                                                          .memory = MemoryUse::readback});
        const VkImage image = frame_.velocities().get();
        runCommands(device(), [&](VkCommandBuffer commands) {
            imageBarrier(commands, {.image = image,
                                    .before = access::kColorWrite,
                                    .from = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                    .after = access::kCopyRead,
                                    .to = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL});
            const VkBufferImageCopy region{
                .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
                .imageExtent = {kMotionExtent.width, kMotionExtent.height, 1}};
            vkCmdCopyImageToBuffer(commands, image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                   readback.get(), 1, &region);
            memoryBarrier(commands, access::kCopyWrite, access::kHostRead);
        });
        std::vector<glm::vec2> result;
        for (const uint32_t bits : readback.mapped<uint32_t>(0, count)) {
            result.push_back(glm::unpackHalf2x16(bits));
        }
        return result;
    }
    std::vector<glm::vec2> velocitiesAfter(float seconds) {
        input_.playback.advance(seconds, 0.0f);
        return velocities();
    }

    /// The camera, computed once for all pixels.
    struct Projection {
        glm::mat4 clipFromWorld, worldFromClip;
        glm::vec3 origin;
        float plane;  // z of the square

        /// Returns the point where a pixel's ray meets the plane of the square.
        glm::vec3 worldAt(uint32_t x, uint32_t y) const {
            const glm::vec2 pixel(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
            const glm::vec2 ndc =
                pixel / glm::vec2(kMotionExtent.width, kMotionExtent.height) * 2.0f - 1.0f;
            const glm::vec4 near = worldFromClip * glm::vec4(ndc, 1.0f, 1.0f);
            const glm::vec3 ray = glm::vec3(near) / near.w - origin;
            return origin + ray * ((plane - origin.z) / ray.z);
        }
        glm::vec2 pixelOf(const glm::vec3& world) const {
            const glm::vec4 clip = clipFromWorld * glm::vec4(world, 1.0f);
            return (glm::vec2(clip) / clip.w * 0.5f + 0.5f) *
                   glm::vec2(kMotionExtent.width, kMotionExtent.height);
        }
    };
    Projection projection() const {
        const glm::mat4 clipFromWorld = input_.camera.clipFromWorld(4.0f / 3.0f);
        return {clipFromWorld, glm::inverse(clipFromWorld), input_.camera.position(),
                -frame_.bounds().center().z};
    }

    /// Compares the motion vectors of a square at offset `x`. `previousOf` maps a point of the
    /// square's plane in object space to the same point in the previous frame. Pixels without a
    /// previous point are skipped.
    template <typename PreviousOf>
    void expectVectors(const std::vector<glm::vec2>& measured, float x,
                       const PreviousOf& previousOf) const {
        const glm::vec3 center = frame_.bounds().center();
        const glm::vec3 offset(x - center.x, -frame_.bounds().low.y, -center.z);
        const Projection camera = projection();
        for (uint32_t row = 0; row < kMotionExtent.height; ++row) {
            for (uint32_t column = 0; column < kMotionExtent.width; ++column) {
                const glm::vec3 object = camera.worldAt(column, row) - offset;
                const std::optional<glm::vec3> previous = previousOf(object);
                if (!previous) continue;
                const glm::vec2 expected =
                    camera.pixelOf(object + offset) - camera.pixelOf(*previous + offset);
                const glm::vec2 found = measured[size_t{row} * kMotionExtent.width + column];
                // The tolerance covers the 11 bits of half floats, and a fraction of a pixel from
                // interpolated positions.
                ASSERT_LE(glm::length(found - expected), 2e-3f + 1e-3f * glm::length(expected))
                    << "at " << column << ", " << row << ": " << found.x << ", not " << expected.x;
            }
        }
    }
    /// Expects the motion vectors of a square at offset `x` that has moved by `moved`, and 0
    /// elsewhere.
    void expectSquare(const std::vector<glm::vec2>& measured, float x, float moved) const {
        size_t inside = 0;
        expectVectors(measured, x, [&](glm::vec3 object) -> std::optional<glm::vec3> {
            const float fromCentre = std::max(std::abs(object.x), std::abs(object.y));
            if (fromCentre > 0.95f && fromCentre < 1.05f) return std::nullopt;
            if (fromCentre > 1) return object;
            ++inside;
            return object - glm::vec3(moved, 0, 0);
        });
        EXPECT_GT(inside, 300u);
    }

    static size_t moving(const std::vector<glm::vec2>& velocities) {
        return static_cast<size_t>(std::count_if(velocities.begin(), velocities.end(),
                                                 [](glm::vec2 v) { return v != glm::vec2(0.0f); }));
    }

    OffscreenTarget target_;
    Frame& frame_;
    FrameInput input_;
};

TEST_F(MotionTest, IsExactlyZeroForStaticInstancesInEveryMethod) {
    for (const SkinChoice& choice : test::eachMethod()) {
        SCOPED_TRACE(choiceText(choice));
        show(mannequin(), choice);
        input_.playback.timeSeconds = 0.37f;
        for (int i = 0; i < 8; ++i) EXPECT_EQ(moving(velocities()), 0u) << "frame " << i;
    }
}

TEST_F(MotionTest, OfATurningSquareIsTheAnalyticOneInEveryMethod) {
    for (const SkinChoice& choice : test::eachMethod()) {
        SCOPED_TRACE(choiceText(choice));
        show(turningSquare(), choice);
        // Baked frames are 1/30 s apart. Each step below has that length, so every frame shows a
        // baked frame.
        (void)velocitiesAfter(0.5f);
        (void)velocitiesAfter(2 * kFrameSeconds);
        const std::vector<glm::vec2> measured = velocitiesAfter(2 * kFrameSeconds);

        const float angle = -glm::radians(360.0f) * kTurnsASecond * 2 * kFrameSeconds;
        size_t compared = 0;
        expectVectors(measured, 0, [&](glm::vec3 object) -> std::optional<glm::vec3> {
            if (glm::length(glm::vec2(object)) > 0.95f) return std::nullopt;  // inside at any angle
            ++compared;
            return glm::vec3(std::cos(angle) * object.x - std::sin(angle) * object.y,
                             std::sin(angle) * object.x + std::cos(angle) * object.y, 0.0f);
        });
        EXPECT_GT(compared, 1000u);
    }
}

// The placement must advance in the frame in which the clip begins again.
TEST_F(MotionTest, OfRootMotionContinuesAtTheLoopSeamInEveryMethod) {
    const RootMotion rootMotion = rootMotionOf(*walkingSquare());
    constexpr float kStep = 1.0f / 30;  // seconds between baked frames
    for (const SkinChoice& choice : test::eachMethod()) {
        SCOPED_TRACE(choiceText(choice));
        show(walkingSquare(), choice);
        input_.camera.zoom(3.0f);
        for (int frame = 27; frame <= 33; ++frame) {
            input_.playback.timeSeconds = static_cast<float>(frame) * kStep;
            const std::vector<Anchor> anchors =
                anchorsOf(frame_.model(), rootMotion, input_.playback, 1);
            input_.anchors = anchors;
            const std::vector<glm::vec2> measured = velocities();
            if (frame > 27)
                expectSquare(measured, 2 * kStep * static_cast<float>(frame), 2 * kStep);
        }
        input_.anchors = {};
    }
}

TEST_F(MotionTest, OfAMovedCharacterIsThatOfItsPlacementInEveryMethod) {
    for (const SkinChoice& choice : test::eachMethod()) {
        SCOPED_TRACE(choiceText(choice));
        show(turningSquare(), choice);
        input_.camera.zoom(3.0f);
        Anchor anchor{{0.5f, 0, 0}};
        input_.anchors = {&anchor, 1};
        expectSquare(velocities(), 0.5f, 0.0f);
        expectSquare(velocities(), 0.5f, 0.0f);
        anchor.at.x = 0.25f;
        expectSquare(velocities(), 0.25f, -0.25f);
        EXPECT_EQ(moving(velocities()), 0u) << "it stands still again";
        anchor.at.x = 1.0f;
        input_.cut = true;
        expectSquare(velocities(), 1.0f, 0.0f);
        input_.cut = false;
        input_.anchors = {};
        expectSquare(velocities(), 0.0f, -1.0f);
        for (int i = 0; i < 8; ++i) expectSquare(velocities(), 0.0f, 0.0f);
    }
}

TEST_F(MotionTest, HasNoPastRightAfterASpawnACutATeleportOrAnotherModel) {
    for (const SkinChoice& choice : test::eachMethod()) {
        SCOPED_TRACE(choiceText(choice));
        show(mannequin(), choice);
        (void)velocities();
        EXPECT_GT(moving(velocitiesAfter(2 * kFrameSeconds)), 100u);
        input_.settings.instanceCount = 3;
        EXPECT_EQ(moving(velocitiesAfter(2 * kFrameSeconds)), 0u) << "new characters";
        EXPECT_GT(moving(velocitiesAfter(2 * kFrameSeconds)), 100u);
        input_.playback.play(1, 0.0f);
        EXPECT_EQ(moving(velocities()), 0u) << "another clip, without a fade";
        EXPECT_GT(moving(velocitiesAfter(2 * kFrameSeconds)), 100u);
        input_.playback.seek(1.3f);
        EXPECT_EQ(moving(velocities()), 0u) << "another time";
        input_.cut = true;
        input_.camera.yawRadians += 0.2f;
        EXPECT_EQ(moving(velocitiesAfter(2 * kFrameSeconds)), 0u) << "another place";
        input_.cut = false;
        EXPECT_GT(moving(velocitiesAfter(2 * kFrameSeconds)), 100u);
        (void)captured(frame_, input_.settings, {.clip = 0, .timeSeconds = 0.9f}, 0);
        EXPECT_GT(moving(velocitiesAfter(2 * kFrameSeconds)), 100u) << "a capture disturbs nothing";
        frame_.setModel(turningSquare());
        input_.playback = {.clip = 0};
        EXPECT_EQ(moving(velocities()), 0u) << "another model";
    }
}

// To write a file, the window repeats the current frame. Frames that are shown must not change.
TEST_F(MotionTest, OfARepeatedFrameAndOfTheNextOneAreUnaffected) {
    for (const SkinChoice& choice : test::eachMethod()) {
        SCOPED_TRACE(choiceText(choice));
        std::vector<std::vector<glm::vec2>> shown, withRepeats;
        for (auto* frames : {&shown, &withRepeats}) {
            show(turningSquare(), choice);
            for (int i = 0; i < 5; ++i) {
                input_.camera.yawRadians += 0.01f;
                frames->push_back(velocitiesAfter(2 * kFrameSeconds));
                if (frames == &shown) continue;
                input_.repeats = true;
                EXPECT_TRUE(velocities() == frames->back()) << "frame " << i;
                input_.repeats = false;
            }
        }
        EXPECT_TRUE(shown == withRepeats);
        EXPECT_GT(moving(shown.back()), 100u);
    }
}

TEST_F(MotionTest, ContinuesThroughACrossfade) {
    show(mannequin(), {Method::compute, {}});
    (void)velocities();
    const std::vector<glm::vec2> before = velocitiesAfter(kFrameSeconds);
    input_.playback.play(1, 0.35f);
    input_.playback.advance(kFrameSeconds, 0.35f);
    const std::vector<glm::vec2> fading = velocities();
    EXPECT_GT(moving(fading), moving(before) / 2);
}

TEST_F(MotionTest, OfPosesThatStepSlowerThanTheDisplayIsThatOfEachFrame) {
    for (const Method method : {Method::compute, Method::vertex, Method::cpu, Method::feedback}) {
        SCOPED_TRACE(methodName(method));
        show(mannequin(), {method, {}});
        input_.playback.posesASecond = 15.0f;  // a quarter of the frame rate
        input_.playback.timeSeconds = 0.001f;
        (void)velocities();
        for (int frame = 1; frame < 12; ++frame) {
            const size_t count = moving(velocitiesAfter(kFrameSeconds));
            if (frame % 4 == 0) {
                EXPECT_GT(count, 100u) << "frame " << frame;
            } else {
                EXPECT_EQ(count, 0u)
                    << "a held pose has not moved since the frame before: frame " << frame;
            }
        }
    }
}

TEST_F(MotionTest, OfTheCameraMovesGroundAndSkyToo) {
    show(mannequin(), {Method::compute, {}});
    (void)velocities();
    input_.camera.yawRadians += 0.02f;
    const size_t all = size_t{kMotionExtent.width} * kMotionExtent.height;
    EXPECT_GT(moving(velocities()), all * 9 / 10);
    EXPECT_EQ(moving(velocities()), 0u) << "it stands still again";
}

constexpr uint32_t kWalkers = 9;

class RootMotionTest : public test::GpuTest {
protected:
    Picture drawn(std::span<const Anchor> anchors, const FrameSettings& settings) {
        const OffscreenTarget target = OffscreenTarget::create(device(), {320, 240});
        FrameInput input = inputFor(frame_, target, settings, 0, 0.3f);
        input.anchors = anchors;
        const Box crowd = crowdBoundsAt(
            *frame_.scene(), requestsOf(frame_.model(), input.playback, kWalkers), anchors);
        input.camera.frame(crowd.low, crowd.high, 4.0f / 3);
        return rendered(frame_, input, target);
    }

    Frame frame_ = createFrame();
};

// The offset is a multiple of the ground's grid spacing, and far outside of the ground and shadows
// of the crowd at its placement.
TEST_F(RootMotionTest, ADistantCrowdLooksAsAtItsPlacement) {
    frame_.setModel(mannequin());
    const std::vector<Anchor> far(kWalkers, {{128, 0, -64}});
    for (const Method method : {Method::compute, Method::texture}) {  // MotionTest has all methods
        FrameSettings settings{.method = method, .instanceCount = kWalkers};
        settings.cascadeCount = 0;
        const Picture unshadowed = drawn({}, settings);
        settings.cascadeCount = 2;
        const Picture near = drawn({}, settings);
        const double apart = meanDifference(near, drawn(far, settings));
        EXPECT_LT(apart, 0.25) << methodName(method);
        EXPECT_GT(meanDifference(near, unshadowed), 8 * apart) << methodName(method);
    }
}

class ScatterTest : public test::GpuTest {};

TEST_F(ScatterTest, ACrowdFollowsItsSeedInEveryMethod) {
    Frame frame = frameOf(mannequin());
    std::vector<Picture> scattered;
    for (const Method method : {Method::cpu, Method::compute, Method::vertex, Method::texture}) {
        FrameSettings settings{.method = method, .instanceCount = 9, .scatter = 3};
        scattered.push_back(renderPicture(frame, settings, 0, 0.3f, device()));
        settings.scatter = 0;
        EXPECT_NE(renderPicture(frame, settings, 0, 0.3f, device()).rgba, scattered[0].rgba);
        settings.scatter = 4;
        EXPECT_NE(renderPicture(frame, settings, 0, 0.3f, device()).rgba, scattered[0].rgba);
    }
    for (const Picture& picture : scattered) {
        EXPECT_LT(meanDifference(picture, scattered[0]), 0.1);
    }
}

}  // namespace
}  // namespace sinew
