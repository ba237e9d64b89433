// Posed bounds have hand-computed sizes, and contain the vertices of random models.
#include "skinning/bounds/bounds.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "skinning/animation/crowd.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/playback.h"
#include "skinning/animation/sample.h"
#include "tests/keyed.h"

namespace sinew {
namespace {

// Rounding and quantized meshes widen the boxes of these models by less than kSmall: by five
// quantized steps, or ten if joints scale.
constexpr float kSmall = 4e-5f + static_cast<float>(10 * kQuantizedStep);

gpu::Affine affine(const glm::mat3& rows, const glm::vec3& translation = glm::vec3(0)) {
    return {glm::vec4(rows[0], translation.x), glm::vec4(rows[1], translation.y),
            glm::vec4(rows[2], translation.z)};
}
const glm::mat3 kIdentity(1.0f);

/// Returns a model of two binds. Bind 0 moves vertices 0 and 1, bind 1 moves vertex 2, and both
/// move vertex 3.
Model twoBinds() {
    Model model;
    model.skeleton.names = {"a", "b"};
    model.skeleton.parents = {kNoParent, 0};
    model.skeleton.rest.resize(2);
    model.binds = {{.joint = 0}, {.joint = 1}};
    Geometry& geometry = model.geometry;
    geometry.positions = {{0, 0, 0}, {1, 2, 3}, {5, 5, 5}, {2, 1, 0}};
    geometry.influenceOffsets = {0, 1, 2, 3, 5};
    geometry.influences = {{0, 1}, {0, 1}, {1, 1}, {1, 0.75f}, {0, 0.25f}};
    return model;
}

/// Returns a model of one bind and two morph targets. Target 0 moves vertex 0 by +x, target 1 moves
/// vertex 1 by -y and +z.
Model twoTargets() {
    Model model;
    model.binds = {{}};
    model.restMorphWeights = {0, 0};
    Geometry& geometry = model.geometry;
    geometry.positions = {{0, 0, 0}, {1, 1, 1}};
    geometry.influenceOffsets = {0, 1, 2};
    geometry.influences = {{0, 1}, {0, 1}};
    geometry.morphOffsets = {0, 1, 2};
    geometry.morphDeltas = {{.weight = 0, .position = {2, 0, 0}},
                            {.weight = 1, .position = {0, -3, 1}}};
    return model;
}

void expectBox(const Box& box, const glm::vec3& low, const glm::vec3& high) {
    for (int c = 0; c < 3; ++c) {
        EXPECT_LE(box.low[c], low[c]) << "coordinate " << c;
        EXPECT_GE(box.high[c], high[c]) << "coordinate " << c;
        EXPECT_NEAR(box.low[c], low[c], kSmall) << "coordinate " << c;
        EXPECT_NEAR(box.high[c], high[c], kSmall) << "coordinate " << c;
    }
}

Box posed(const Model& model, const std::vector<gpu::Affine>& palette,
          const std::vector<float>& weights = {}) {
    return posedBounds(makeBindBoxes(model), palette, weights);
}

TEST(Bounds, EveryBindHasTheBoxOfTheVerticesThatItMoves) {
    const BindBoxes boxes = makeBindBoxes(twoBinds());
    ASSERT_EQ(boxes.entries.size(), 2u);
    const glm::vec3 step(kQuantizedStep * 5);  // extent of the mesh: 5
    EXPECT_EQ(boxes.entries[0].box.low, glm::vec3(0, 0, 0) - step);
    EXPECT_EQ(boxes.entries[0].box.high, glm::vec3(2, 2, 3) + step);
    EXPECT_EQ(boxes.entries[1].box.low, glm::vec3(2, 1, 0) - step);
    EXPECT_EQ(boxes.entries[1].box.high, glm::vec3(5, 5, 5) + step);
}

TEST(Bounds, ABindThatMovesNothingDoesNotCount) {
    Model model = twoBinds();
    model.binds.push_back({});
    const gpu::Affine far = affine(kIdentity, {1000, 0, 0});
    expectBox(posed(model, {affine(kIdentity), affine(kIdentity), far}), {0, 0, 0}, {5, 5, 5});
}

TEST(Bounds, EachBoxFollowsItsOwnMatrix) {
    // The matrix maps x to y, and y to -x. Its arguments are rows, not columns as usual in glm.
    const glm::mat3 quarterTurn({0, -1, 0}, {1, 0, 0}, {0, 0, 1});
    expectBox(posed(twoBinds(), {affine(quarterTurn), affine(kIdentity, {10, 0, 0})}), {-2, 0, 0},
              {15, 5, 5});
}

TEST(Bounds, MirroredAndFlattenedJointsKeepBoxesOrdered) {
    const glm::mat3 mirrored({-2, 0, 0}, {0, 1, 0}, {0, 0, 1});
    expectBox(posed(twoBinds(), {affine(mirrored), affine(mirrored)}), {-10, 0, 0}, {0, 5, 5});
    const glm::mat3 flat({1, 0, 0}, {0, 0, 0}, {0, 0, 0});
    expectBox(posed(twoBinds(), {affine(flat), affine(flat)}), {0, 0, 0}, {5, 0, 0});
    expectBox(posed(twoBinds(), {gpu::Affine(0), gpu::Affine(0)}), {0, 0, 0}, {0, 0, 0});
}

TEST(Bounds, MorphTargetsWidenByTheirWeight) {
    const Model model = twoTargets();
    const std::vector<gpu::Affine> palette = {affine(kIdentity)};
    expectBox(posed(model, palette, {0, 0}), {0, 0, 0}, {1, 1, 1});
    expectBox(posed(model, palette, {1, 0}), {0, 0, 0}, {3, 1, 1});
    expectBox(posed(model, palette, {0, 0.5f}), {0, -1.5f, 0}, {1, 1, 1.5f});
    expectBox(posed(model, palette, {3, 2}), {0, -6, 0}, {7, 1, 3});
}

TEST(Bounds, NegativeMorphWeightsWidenTheOppositeSide) {
    expectBox(posed(twoTargets(), {affine(kIdentity)}, {-1, -2}), {-2, 0, -2}, {1, 7, 1});
}

TEST(Bounds, AreFiniteWhateverThePaletteHolds) {
    constexpr float kNotANumber = std::numeric_limits<float>::quiet_NaN();
    constexpr float kInfinity = std::numeric_limits<float>::infinity();
    for (const float value : {kNotANumber, kInfinity, -kInfinity, 3e38f}) {
        for (const gpu::Affine& other : {affine(kIdentity), gpu::Affine(value)}) {
            const Box box = posed(twoBinds(), {gpu::Affine(value), other});
            EXPECT_TRUE(std::isfinite(box.radius()));
            EXPECT_TRUE(glm::all(glm::lessThanEqual(box.low, box.high)));
        }
    }
    const Box none = posed(Model{}, {});
    EXPECT_EQ(none.low, glm::vec3(0));
    EXPECT_EQ(none.high, glm::vec3(0));
}

/// Returns a vertex as the float methods compute it: morph, blend the palette, transform.
glm::vec3 skinned(const Model& model, std::span<const gpu::Affine> palette,
                  std::span<const float> weights, uint32_t v) {
    const Geometry& geometry = model.geometry;
    glm::vec3 p = geometry.positions[v];
    for (uint32_t m = geometry.morphOffsets[v]; m < geometry.morphOffsets[v + 1]; ++m) {
        p += geometry.morphDeltas[m].position * weights[geometry.morphDeltas[m].weight];
    }
    gpu::Affine blended(0.0f);
    for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1]; ++i) {
        blended += palette[geometry.influences[i].bind] * geometry.influences[i].weight;
    }
    return glm::vec4(p, 1.0f) * blended;
}

/// Returns a model in which one vertex determines the box of each bind, so that boxes have no
/// slack. The numbers differ much in size, so that sums are rounded.
Model randomModel(std::mt19937& random) {
    std::uniform_real_distribution<float> unit(-1, 1);
    const auto number = [&] { return unit(random) * std::exp2(8 * unit(random)); };
    const auto vector = [&] { return glm::vec3(number(), number(), number()); };
    Model model;
    model.binds.resize(6);
    model.restMorphWeights.resize(4);
    Geometry& geometry = model.geometry;
    geometry.influenceOffsets = geometry.morphOffsets = {0};
    for (uint32_t v = 0; v < 4; ++v) {
        geometry.positions.push_back(vector());
        const uint32_t count = 1 + random() % 6;
        double sum = 0;
        std::vector<float> weights;
        for (uint32_t i = 0; i < count; ++i) {
            weights.push_back(0.01f + std::abs(unit(random)));
            sum += weights.back();
        }
        for (uint32_t i = 0; i < count; ++i) {
            geometry.influences.push_back({i, static_cast<float>(weights[i] / sum)});
        }
        for (uint32_t m = 0; m < random() % 5; ++m) {
            geometry.morphDeltas.push_back({.weight = m, .position = vector()});
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
        geometry.morphOffsets.push_back(static_cast<uint32_t>(geometry.morphDeltas.size()));
    }
    return model;
}

TEST(Bounds, ContainEverySkinnedVertexInFloatArithmeticToo) {
    std::mt19937 random(3);
    std::uniform_real_distribution<float> unit(-1, 1);
    const auto number = [&] { return unit(random) * std::exp2(8 * unit(random)); };
    size_t touching = 0;
    for (int round = 0; round < 5000; ++round) {
        const Model model = randomModel(random);
        std::vector<gpu::Affine> palette(model.binds.size());
        // In every second round, all palette entries are equal. So vertices lie on the surface of
        // the box and rounding matters. In half of these rounds, a large translation is rounded,
        // too.
        const float farther = round % 4 < 2 ? 1.0f : 1e6f;
        for (size_t b = 0; b < palette.size(); ++b) {
            for (int r = 0; r < 3; ++r) {
                palette[b][r] = glm::vec4(number(), number(), number(), farther * number());
            }
            if (round % 2) palette[b] = palette[0];
        }
        const std::vector<float> weights = {number(), number(), 0, number()};
        const Box box = posed(model, palette, weights);
        BindBoxes exact = makeBindBoxes(model);
        exact.rounding = 0;
        const Box narrow = posedBounds(exact, palette, weights);
        for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
            const glm::vec3 p = skinned(model, palette, weights, v);
            ASSERT_TRUE(glm::all(glm::greaterThanEqual(p, box.low)) &&
                        glm::all(glm::lessThanEqual(p, box.high)))
                << "round " << round << ", vertex " << v;
            touching += glm::any(glm::lessThan(p, narrow.low)) ||
                        glm::any(glm::greaterThan(p, narrow.high));
        }
    }
    EXPECT_GT(touching, 0u) << "no case in which rounding matters";
}

/// Returns twoBinds() with a clip in which joint 1 moves along y, to +7 and then to -4.
Model jumper() {
    Model model = twoBinds();
    model.clips = {test::keyed("jump", {.target = 1}, {0, 1, 2}, {0, 0, 0, 0, 7, 0, 0, -4, 0})};
    return model;
}

TEST(Bounds, StandingBoundsContainTheClipsAndStartAtTheRestPose) {
    const Model model = jumper();
    const Box box = standingBounds(model, makeBindBoxes(model));
    EXPECT_EQ(box.low.y, 0);           // lowest y of the rest pose
    EXPECT_NEAR(box.high.y, 12, 0.3);  // 5 + 7 at the highest sampled time
    EXPECT_NEAR(box.low.x, 0, kSmall);
    EXPECT_NEAR(box.high.x, 5, kSmall);
}

TEST(Bounds, ACrowdsBoxesAreThoseOfTheSingleSteps) {
    const Model model = jumper();
    const BindBoxes bindBoxes = makeBindBoxes(model);
    const Playback playback{.clip = 0, .timeSeconds = 0.7f};
    std::vector<Box> boxes(30);
    Crowd(model).bounds(requestsOf(model, playback, 30), boxes);
    for (uint32_t i = 0; i < boxes.size(); ++i) {
        Pose pose = restPose(model);
        ClipSampler(model.clips[0]).sample(instanceTime(model.clips[0], playback, 0.7f, i), pose);
        const Box expected = posedBounds(bindBoxes, paletteOf(model, pose), {});
        EXPECT_EQ(boxes[i].low, expected.low);
        EXPECT_EQ(boxes[i].high, expected.high);
    }
}

}  // namespace
}  // namespace sinew
