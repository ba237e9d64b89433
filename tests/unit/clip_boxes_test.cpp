// Clip bounds contain every vertex of every request, and are not much larger than needed.
#include "skinning/bounds/clip_boxes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "shaders/shared/culling.h"
#include "skinning/bounds/range.h"
#include "skinning/bounds/travelled.h"
#include "skinning/gltf/import.h"
#include "tests/keyed.h"
#include "tests/model_files.h"
#include "tests/unit/animation/any_request.h"
#include "tests/unit/chain_model.h"
#include "tests/unit/posed.h"
#include "tests/unit/shipped.h"
#include "tests/unit/vertices.h"

namespace sinew::test {
namespace {

using Path = Channel::Path;
using Interpolation = Channel::Interpolation;

/// Returns the largest distance of a vertex outside of the box, relative to the box's diagonal.
double outside(const Box& box, const std::vector<glm::vec3>& positions) {
    double most = 0;
    for (const glm::vec3& p : positions) {
        for (int c = 0; c < 3; ++c) {
            most = std::max({most, double{box.low[c]} - p[c], double{p[c]} - box.high[c]});
        }
    }
    return most / (2.0 * box.radius());
}

Box around(const std::vector<glm::vec3>& positions) {
    Box box = Box::nothing();
    for (const glm::vec3& p : positions) box.include(p);
    return box;
}

void expectClipsInside(const Model& model, uint32_t moments, int tries) {
    const BindBoxes boxes = makeBindBoxes(model);
    std::mt19937 random(moments);
    Poser poser(model);
    for (uint32_t c = 0; c < model.clips.size(); ++c) {
        const Box box = clipBox(model, boxes, model.clips[c], moments);
        for (int i = 0; i < tries; ++i) {
            const float seconds = momentOf(model.clips[c], random);
            ASSERT_EQ(outside(box, poser.posed(requestOf(ClipMoment{c, seconds})).positions), 0)
                << model.name << ", clip " << c << " at " << seconds << ", " << moments
                << " moments";
        }
    }
}

TEST(ClipBoxes, NoVertexLeavesTheBoxOfItsClipAtAnyTime) {
    for (const uint32_t joints : {3u, 40u}) {
        const Model model = chainModel(joints, joints > 10 ? 0.1f : 2.0f);
        for (const uint32_t moments : {1u, 2u, 7u, 64u}) expectClipsInside(model, moments, 150);
    }
    expectClipsInside(shipped("mannequin_low.glb"), 4, 40);
    expectClipsInside(shipped("serpent.glb"), 64, 10);
}

/// Returns a model of one joint with a vertex at (1, 0, 0), and a clip with one channel.
Model oneJoint(Path path, Interpolation interpolation, const std::vector<float>& values) {
    Model model;
    model.skeleton.names = {"joint"};
    model.skeleton.parents = {kNoParent};
    model.skeleton.rest.resize(1);
    model.binds = {{.joint = 0}};
    model.restMorphWeights = {0};
    Geometry& geometry = model.geometry;
    addVertex(geometry, {1, 0, 0}, {{0, 1}});
    geometry.morphOffsets = {0, 1};
    geometry.morphDeltas = {{.weight = 0, .position = {2, 0, 0}}};
    const uint32_t width = path == Path::rotation ? 4 : path == Path::weights ? 1 : 3;
    const uint32_t rows = interpolation == Interpolation::cubicSpline ? 3 : 1;
    std::vector<float> times(values.size() / width / rows);
    std::iota(times.begin(), times.end(), 0.0f);
    model.clips = {keyed("clip", {path, interpolation}, times, values)};
    return model;
}

/// Returns the model with its vertex bound to a child of the joint.
Model withChild(Model model) {
    model.skeleton.names.emplace_back("child");
    model.skeleton.parents.push_back(0);
    model.skeleton.rest.push_back({.translation = {0.5f, 0, 0}});
    model.binds[0].joint = 1;
    return model;
}

void expectInside(const Model& model, const PoseRequest& request) {
    const ClipBoxes boxes = makeClipBoxes(model, makeBindBoxes(model));
    EXPECT_EQ(outside(boxes.of(request), Poser(model).posed(request).positions), 0)
        << momentText(model, request);
}

void expectTravelled(const Model& model, const std::vector<float>& times,
                     const std::vector<double>& lengths) {
    const Clip& clip = model.clips[0];
    const auto all = travelled(clip, clip.channels[0], {0, clip.channels[0].width}, times);
    ASSERT_EQ(all.size(), lengths.size());
    for (size_t i = 0; i < lengths.size(); ++i) EXPECT_NEAR(all[i], lengths[i], 1e-6) << i;
}

TEST(ClipBoxes, APathIsAsLongAsItsSegments) {
    const std::vector<float> times = {0, 0.25f, 1, 1.5f, 2, 9};
    expectTravelled(oneJoint(Path::translation, Interpolation::linear, {0, 0, 0, 4, 0, 0, 4, 3, 0}),
                    times, {0, 1, 4, 5.5, 7, 7});
    expectTravelled(oneJoint(Path::scale, Interpolation::step, {1, 1, 1, 5, 1, 1, 5, 4, 1}), times,
                    {0, 0, 4, 4, 7, 7});
    const float h = std::sqrt(0.5f);
    // Distances of rotations are angles of unit quaternions: half of the angle of the rotation. So
    // a quarter turn is M_PI / 4. q and -q are the same rotation.
    expectTravelled(
        oneJoint(Path::rotation, Interpolation::linear, {0, 0, 0, 1, 0, 0, -h, -h, 0, 0, 1, 0}),
        times, {0, M_PI / 16, M_PI / 4, M_PI / 2 * 0.75, M_PI / 2, M_PI / 2});
    // The first spline is straight. The second turns back, so it is longer than the distance of its
    // ends.
    expectTravelled(oneJoint(Path::weights, Interpolation::cubicSpline, {0, 0, 3, 3, 3, 0}),
                    {0, 0.5f, 1}, {0, 1.5, 3});
    const Model bent = oneJoint(Path::weights, Interpolation::cubicSpline, {0, 0, 9, -9, 0, 0});
    EXPECT_GE(
        travelled(bent.clips[0], bent.clips[0].channels[0], {0, 1}, std::vector{0.0f, 1.0f})[1],
        2 * 9 * 0.25);
}

TEST(ClipBoxes, EveryPathAndInterpolationWidensThem) {
    const float h = std::sqrt(0.5f);
    // Most of these models have equal poses at both ends and in the middle of the clip, so that few
    // samples would miss the motion.
    const Model models[] = {
        oneJoint(Path::translation, Interpolation::linear,
                 {0, 0, 0, 0, 5, 0, 0, 0, 0, 0, -5, 0, 0, 0, 0}),
        oneJoint(Path::scale, Interpolation::linear, {1, 1, 1, 5, 1, 1, 1, 1, 1, 4, 1, 1, 1, 1, 1}),
        oneJoint(Path::rotation, Interpolation::linear,
                 {0, 0, 0, 1, 0, 0, h, h, 0, 0, 0, 1, 0, h, 0, h, 0, 0, 0, 1}),
        oneJoint(Path::weights, Interpolation::step, {0, 5, 0, -5, 0}),
        oneJoint(Path::translation, Interpolation::step,
                 {0, 0, 0, 0, 5, 0, 0, 0, 0, 0, -5, 0, 0, 0, 0}),
        oneJoint(Path::weights, Interpolation::cubicSpline, {0, 0, 40, -40, 0, 40, -40, 0, 0}),
        // This spline passes close to zero, where the direction of the quaternion changes fast.
        oneJoint(Path::rotation, Interpolation::cubicSpline,
                 {0, 0, 0, 0, 0, 0, 0,    1,       0, 0, 0, 0,  //
                  0, 0, 0, 0, 0, 0, 0.1f, -0.995f, 0, 0, 0, 0}),
        // This model moves only in the second half of its clip.
        oneJoint(Path::translation, Interpolation::linear, {0, 0, 0, 0, 0, 0, 0, 5, 0}),
    };
    for (const Model& model : models) {
        expectClipsInside(model, 1, 100);
        expectClipsInside(withChild(model), 1, 100);
    }
}

/// Returns a request that adds the clip as an additive layer to its own pose.
PoseRequest twice(float seconds) {
    const ClipMoment moment{0, seconds};
    return withAdditive(requestOf(moment), {moment, kFullBody, 1.0f});
}

TEST(ClipBoxes, TheRestPoseMayBeFarFromAllClips) {
    Model model = oneJoint(Path::translation, Interpolation::linear, {0, 0, 0});
    model.skeleton.rest[0].translation = {9, 0, 0};
    expectInside(model, requestOf(ClipMoment{}));
    expectInside(model, requestOf(ClipMoment{0, 0}, ClipMoment{}, 1.0f));
    expectInside(model, requestOf(ClipMoment{}, ClipMoment{0, 0}, 1.0f));
}

TEST(ClipBoxes, AdditiveClipsAreContained) {
    Model moved = oneJoint(Path::translation, Interpolation::linear, {0, 0, 0, 9, 0, 0});
    expectInside(moved, twice(1));
    // The parent of the moving joint turns.
    moved.skeleton = {{"turning", "moving"}, {kNoParent, 0}, std::vector<Transform>(2)};
    moved.binds[0].joint = moved.clips[0].channels[0].target = 1;
    Channel turn = moved.clips[0].channels[0];
    turn.path = Path::rotation;
    turn.target = 0;
    turn.width = 4;
    turn.firstValue = static_cast<uint32_t>(moved.clips[0].values.size());
    moved.clips[0].values.insert(moved.clips[0].values.end(), {0, 0, 0, 1, 0, 0, 0.6f, 0.8f});
    moved.clips[0].channels.insert(moved.clips[0].channels.begin(), turn);
    expectInside(moved, twice(1));
    expectInside(moved, twice(0.5f));
}

void expectAllInside(Model model, int tries) {
    model.masks = {halfMask(model)};
    const ClipBoxes boxes = makeClipBoxes(model, makeBindBoxes(model));
    std::mt19937 random(7);
    Poser poser(model);
    for (int i = 0; i < tries; ++i) {
        const PoseRequest request = anyRequest(model, random);
        ASSERT_EQ(outside(boxes.of(request), poser.posed(request).positions), 0)
            << model.name << ", " << i << ": " << momentText(model, request);
    }
}

TEST(ClipBoxes, NoBlendLeavesTheBoxOfEverything) {
    expectAllInside(chainModel(4, 2.0f), 1500);
    expectAllInside(chainModel(40, 0.2f), 300);
    expectAllInside(shipped("mannequin_low.glb"), 60);
    expectAllInside(shipped("serpent.glb"), 10);
}

TEST(ClipBoxes, NoVertexOfASharedModelLeavesThem) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : sharedModels()) {
        const Model model = importGltf(file);
        if (model.geometry.vertexCount() == 0) continue;
        expectClipsInside(model, 8, 12);
        expectAllInside(model, 12);
    }
}

TEST(ClipBoxes, ABlendGetsTheBoxOfEverythingAndAClipItsOwn) {
    ClipBoxes boxes{.clips = {{glm::vec3(1), glm::vec3(1)}, {glm::vec3(2), glm::vec3(2)}},
                    .rest = {glm::vec3(3), glm::vec3(3)},
                    .any = {glm::vec3(4), glm::vec3(4)}};
    const auto which = [&](const PoseRequest& request) { return boxes.of(request).low.x; };
    const PoseRequest plain = requestOf(ClipMoment{1, 0.5f});
    EXPECT_EQ(which(plain), 2);
    EXPECT_EQ(which(requestOf(ClipMoment{})), 3);
    EXPECT_EQ(which(requestOf(ClipMoment{1, 0}, ClipMoment{0, 0}, 0.25f)), 4);
    EXPECT_EQ(which(withLayer(plain, {{0, 0}, kFullBody, 0.5f})), 4);
    EXPECT_EQ(which(withAdditive(plain, {{0, 0}, kFullBody, 0.5f})), 4);
}

TEST(ClipBoxes, AreNotMuchLargerThanWhatTheyHold) {
    const Model model = shipped("mannequin_low.glb");
    const BindBoxes bindBoxes = makeBindBoxes(model);
    const ClipBoxes boxes = makeClipBoxes(model, bindBoxes);
    Poser poser(model);
    for (uint32_t c = 0; c < model.clips.size(); ++c) {
        Box exact = Box::nothing();
        for (int i = 0; i < 25; ++i) {
            const float seconds = model.clips[c].durationSeconds * static_cast<float>(i) / 25;
            exact.include(around(poser.posed(requestOf(ClipMoment{c, seconds})).positions));
        }
        EXPECT_LT(boxes.clips[c].radius(), 1.5f * exact.radius()) << model.clips[c].name;
        EXPECT_LT(boxes.any.radius(), 4.0f * exact.radius()) << model.clips[c].name;
    }
}

double farthestApart(const std::vector<glm::vec3>& a, const std::vector<glm::vec3>& b) {
    double most = 0;
    for (size_t v = 0; v < a.size(); ++v) {
        most = std::max(most, glm::distance(glm::dvec3(a[v]), glm::dvec3(b[v])));
    }
    return most;
}

double boundOf(const gpu::ClipMovement& movement, float seconds) {
    return double{movement.least} + double{movement.perSecond} * seconds;
}

/// Tests random pairs of times, mostly close to each other.
void expectMovesNoFarther(const Model& model, uint32_t clip, const gpu::ClipMovement& movement,
                          int tries) {
    const Clip& c = model.clips[clip];
    const float last = std::nextafter(c.durationSeconds, 0.0f);
    std::mt19937 random(static_cast<uint32_t>(tries));
    std::uniform_real_distribution<float> share(0, 1);
    Poser poser(model);
    for (int i = 0; i < tries; ++i) {
        const float from = std::min(momentOf(c, random), last);
        const float later = from + std::exp2(-9 * share(random));
        const float to = std::min(i % 4 == 0 ? momentOf(c, random) : later, last);
        const auto at = [&](float t) {
            return poser.posed(requestOf(ClipMoment{clip, t})).positions;
        };
        ASSERT_LE(farthestApart(at(from), at(to)), boundOf(movement, std::abs(to - from)))
            << model.name << ", clip " << clip << ", from " << from << " to " << to;
    }
}

void expectMovementsHold(const Model& model, int tries) {
    const std::vector<gpu::ClipMovement> movements = clipMovements(model, makeBindBoxes(model));
    ASSERT_EQ(movements.size(), model.clips.size());
    for (uint32_t c = 0; c < model.clips.size(); ++c) {
        expectMovesNoFarther(model, c, movements[c], tries);
    }
}

TEST(ClipMovements, NoVertexGetsFartherBetweenTwoMoments) {
    for (const uint32_t joints : {3u, 40u}) {
        const Model model = chainModel(joints, joints > 10 ? 0.1f : 2.0f);
        const BindBoxes boxes = makeBindBoxes(model);
        for (const uint32_t parts : {1u, 2u, 7u, 64u}) {
            for (uint32_t c = 0; c < model.clips.size(); ++c) {
                expectMovesNoFarther(model, c, clipMovement(model, boxes, model.clips[c], parts),
                                     150);
            }
        }
    }
    expectMovementsHold(shipped("mannequin_low.glb"), 20);
}

TEST(LongClipMovements, NoVertexOfTheSerpentGetsFartherBetweenTwoMoments) {
    expectMovementsHold(shipped("serpent.glb"), 20);
}

TEST(ClipMovements, NoVertexOfASharedModelGetsFarther) {
    SKIP_WITHOUT_SHARED_MODELS();
    for (const std::filesystem::path& file : sharedModels()) {
        const Model model = importGltf(file);
        if (model.geometry.vertexCount() > 0) expectMovementsHold(model, 12);
    }
}

TEST(ClipMovements, OfAnalyticMotionAreExact) {
    // A straight motion at 4 units per second. `least` allows for the incomplete parts at its ends.
    const Model model =
        oneJoint(Path::translation, Interpolation::linear, {0, 0, 0, 4, 0, 0, 8, 0, 0});
    const BindBoxes boxes = makeBindBoxes(model);
    const gpu::ClipMovement fine = clipMovement(model, boxes, model.clips[0], 2048);
    EXPECT_NEAR(fine.perSecond, 4, 0.001);
    EXPECT_LT(fine.least, 0.02);
    expectMovesNoFarther(model, 0, fine, 300);
    // A morph target moves by 2 and back.
    for (const Interpolation interpolation : {Interpolation::linear, Interpolation::step}) {
        const Model morphed = oneJoint(Path::weights, interpolation, {0, 5, 0, -5, 0});
        for (const uint32_t parts : {1u, 3u, 4u, 256u}) {
            expectMovesNoFarther(
                morphed, 0, clipMovement(morphed, makeBindBoxes(morphed), morphed.clips[0], parts),
                100);
        }
    }
    // The motion oscillates at 32 Hz, so the position is the same after every 16 of the 512 parts.
    std::vector<float> values;
    for (int key = 0; key <= 64; ++key) values.insert(values.end(), {key % 2 ? 4.0f : 0, 0, 0});
    Model back = oneJoint(Path::translation, Interpolation::linear, std::move(values));
    for (float& time : back.clips[0].times) time /= 64;
    back.clips[0].durationSeconds /= 64;
    expectMovesNoFarther(back, 0, clipMovement(back, makeBindBoxes(back), back.clips[0], 512), 300);
}

// Measured: the bound is 1.1 to 1.6 times the largest displacement. In idle clips, and in models
// with many bending joints, it is up to 2.6 times over one frame, and up to 1.8 times over two. So
// the limits are 3 for one frame and 2 for more.
void expectMovementsAreTight(const Model& model) {
    const std::vector<gpu::ClipMovement> movements = clipMovements(model, makeBindBoxes(model));
    Poser poser(model);
    for (uint32_t c = 0; c < model.clips.size(); ++c) {
        std::vector<std::vector<glm::vec3>> frames;
        for (float t = 0; t < model.clips[c].durationSeconds; t += 1.0f / 60) {
            frames.push_back(poser.posed(requestOf(ClipMoment{c, t})).positions);
        }
        for (const size_t apart : {1, 2, 4, 7}) {
            double moved = 0;
            for (size_t i = apart; i < frames.size(); ++i) {
                moved = std::max(moved, farthestApart(frames[i - apart], frames[i]));
            }
            const double bound = boundOf(movements[c], static_cast<float>(apart) / 60);
            EXPECT_LT(bound, (apart == 1 ? 3.0 : 2.0) * moved)
                << model.name << ", " << model.clips[c].name << ", " << apart << " frames";
        }
    }
}
TEST(ClipMovements, AreNotMuchLargerThanWhatMoves) {
    expectMovementsAreTight(shipped("mannequin_low.glb"));
}
TEST(LongClipMovements, OfTheSerpentAreNotMuchLargerThanWhatMoves) {
    expectMovementsAreTight(shipped("serpent.glb"));
}

}  // namespace
}  // namespace sinew::test
