// The double-precision reference where the torture set does not reach: fades, shares and settings.
#include "skinning/reference/reference.h"

#include <gtest/gtest.h>

#include <cmath>

#include "skinning/settings.h"
#include "tests/unit/posed.h"

namespace sinew {
namespace {

// One vertex at (1, 2, 0), normal (1, 1, 0) / sqrt 2, tangent (1, -1, 0) / sqrt 2, on two joints.
Model oneVertex(std::vector<Influence> influences) {
    const float h = std::sqrt(0.5f);
    Model model;
    model.skeleton.names = {"a", "b"};
    model.skeleton.parents = {kNoParent, kNoParent};
    model.skeleton.rest.resize(2);
    model.binds = {{.joint = 0}, {.joint = 1}};
    model.geometry.positions = {{1, 2, 0}};
    model.geometry.normals = {{h, h, 0}};
    model.geometry.tangents = {{h, -h, 0, -1}};
    model.geometry.influenceOffsets = {0, static_cast<uint32_t>(influences.size())};
    model.geometry.influences = std::move(influences);
    return model;
}

void expectDirection(const glm::dvec3& actual, const glm::dvec3& expected) {
    EXPECT_NEAR(glm::length(actual), 1, 1e-12);
    EXPECT_LT(test::degreesBetween(actual, expected), 1e-5)
        << actual.x << " " << actual.y << " " << actual.z;
}

/// One key that holds joint 0.
Clip holding(const glm::vec3& translation, const glm::vec4& rotation, const glm::vec3& scale) {
    using Path = Channel::Path;
    Clip clip{.times = {0}};
    const auto add = [&](Path path, std::initializer_list<float> values) {
        clip.channels.push_back({.path = path,
                                 .width = static_cast<uint32_t>(values.size()),
                                 .keyCount = 1,
                                 .firstValue = static_cast<uint32_t>(clip.values.size())});
        clip.values.insert(clip.values.end(), values);
    };
    add(Path::translation, {translation.x, translation.y, translation.z});
    add(Path::rotation, {rotation.x, rotation.y, rotation.z, rotation.w});
    add(Path::scale, {scale.x, scale.y, scale.z});
    return clip;
}

// A quarter turn, as the quaternion that is further away than its opposite.
TEST(Reference, AFadeMixesTranslationsAndScalesAndTurnsTheShortWay) {
    const float h = std::sqrt(.5f);
    Model model = oneVertex({{.bind = 0, .weight = 1}});
    model.clips = {holding({0, 0, 0}, {0, 0, 0, 1}, {1, 1, 1}),
                   holding({8, 0, 4}, {0, 0, -h, -h}, {3, 1, 1})};
    const double half = std::atan2(.25 * double{h}, .75 + .25 * double{h});
    const double c = std::cos(2 * half), s = std::sin(2 * half);
    const ReferenceVertices out =
        referenceVertices(model, requestOf({.clip = 0}, {.clip = 1}, .25f), SkinSettings{});
    const glm::dvec3 expected(2 + 1.5 * c - 2 * s, 1.5 * s + 2 * c, 1);
    EXPECT_LT(glm::distance(out.positions[0], expected), 1e-6);
    const ReferenceVertices alone =
        referenceVertices(model, requestOf({.clip = 0}, {.clip = 1}, 0), SkinSettings{});
    EXPECT_EQ(alone.positions[0], glm::dvec3(1, 2, 0));
}

TEST(Reference, SharesSayHowMuchOfADirectionIsLeft) {
    Model model = oneVertex({{.bind = 0, .weight = 1}});
    model.skeleton.rest[0].scale = {-5, -5, -5};
    EXPECT_NEAR(referenceVertices(model, kRestPose, 0).normalShares[0], 1, 1e-6);
    EXPECT_NEAR(referenceVertices(model, kRestPose, 0).tangentShares[0], 1, 1e-6);
    // Even would be 1 along each axis; the tangent in x and y keeps a tenth of that.
    model.skeleton.rest[0].scale = {.1f, .1f, std::sqrt(2.98f)};
    EXPECT_NEAR(referenceVertices(model, kRestPose, 0).tangentShares[0], .1, 1e-6);
    model.skeleton.rest[0].scale = {0, 0, 0};
    EXPECT_EQ(referenceVertices(model, kRestPose, 0).normalShares[0], 0);
}

TEST(Reference, APaletteThatIsGivenIsTheOneThatSkins) {
    Model model = oneVertex({{.bind = 0, .weight = .75f}, {.bind = 1, .weight = .25f}});
    model.skeleton.rest[1].translation = {8, 0, 4};
    ReferencePose pose = referencePose(model, kRestPose, 0);
    ASSERT_EQ(pose.palette.size(), 2u);
    EXPECT_EQ(pose.palette[1][3], glm::dvec4(8, 0, 4, 1));
    pose.palette[1][3] = {16, 4, 0, 1};
    EXPECT_EQ(referenceVertices(model, pose, {}).positions[0], glm::dvec3(5, 3, 0));
}

TEST(Reference, TheInfluenceLimitKeepsTheHeaviestAndTheirSum) {
    Model model = oneVertex({{.bind = 0, .weight = .75f}, {.bind = 1, .weight = .25f}});
    model.skeleton.rest[1].translation = {8, 0, 4};
    EXPECT_EQ(
        referenceVertices(model, kRestPose, 0, SkinSettings{.influenceLimit = 1}).positions[0],
        glm::dvec3(1, 2, 0));
    EXPECT_EQ(
        referenceVertices(model, kRestPose, 0, SkinSettings{.influenceLimit = 4}).positions[0],
        glm::dvec3(3, 2, 1));
}

TEST(Reference, RawAndInverseTransposeNormalsAreWhatTheyAreCalled) {
    Model model = oneVertex({{.bind = 0, .weight = .5f}, {.bind = 1, .weight = .5f}});
    model.skeleton.rest[0].scale = {2, 1, 1};
    model.skeleton.rest[1].scale = {1, 4, 1};
    const auto normal = [&](Normals normals) {
        return referenceVertices(model, kRestPose, 0, SkinSettings{.normals = normals}).normals[0];
    };
    expectDirection(normal(Normals::raw), {1.5, 2.5, 0});
    expectDirection(normal(Normals::cofactor), {1 / 1.5, 1 / 2.5, 0});
    expectDirection(normal(Normals::inverseTranspose), {.75, .625, 0});
    model.skeleton.rest[1].scale = {1, 0, 1};  // no inverse: the cofactors are 0, 1, 0
    expectDirection(normal(Normals::inverseTranspose), {.25, 1, 0});
}

TEST(Reference, ExtentIsTheDiagonalOfThePosedBox) {
    Model model = oneVertex({{.bind = 0, .weight = 1}});
    Geometry& geometry = model.geometry;
    geometry.positions.emplace_back(4, 6, 0);
    geometry.normals.push_back(geometry.normals[0]);
    geometry.tangents.push_back(geometry.tangents[0]);
    geometry.influences.push_back({.bind = 0, .weight = 1});
    geometry.influenceOffsets.push_back(2);
    EXPECT_DOUBLE_EQ(referenceVertices(model, kRestPose, 0).extent, 5);
}

}  // namespace
}  // namespace sinew
