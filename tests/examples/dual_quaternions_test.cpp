// Example 05 writes vertices that are rotated about the middle joint.
#include "tests/examples/installed_tree.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using Example05Test = InstalledTree;

/// Returns the expected bars. A blend of dual quaternions that keep the joint in place rotates
/// about the joint. The half angle is the direction of a weighted sum of two unit vectors in the
/// plane.
Corners bars() {
    const double degrees[] = {170, -120, -95}, yaws[] = {20, 280, 280}, x[] = {-1.35, -0.5, 1.0};
    Corners corners;
    for (int pose = 0; pose < 3; ++pose) {
        const glm::dvec3 axis(pose > 0, pose == 0, 0);
        const auto yaw = glm::angleAxis(glm::radians(yaws[pose]), glm::dvec3(0, 1, 0));
        for (int ring = 0; ring < 67; ++ring) {
            const double y = std::min(ring, 64) / 32.0,
                         upper = std::clamp((y - 1) / 0.9 + 0.5, 0.0, 1.0);
            const double half = glm::radians(degrees[pose]) / 2;
            const double angle =
                2 * std::atan2(upper * std::sin(half), 1 - upper + upper * std::cos(half));
            const double scale = pose == 2 ? 1 + 0.4 * upper : 1;
            for (int side = 0; side < 48; ++side) {
                const double turn = glm::radians(side * 7.5), c = std::cos(turn),
                             s = std::sin(turn);
                const double width =
                    ring == 66 ? 0 : 0.3 / std::pow(std::pow(c, 6) + std::pow(s, 6), 1.0 / 6);
                const glm::dvec3 out =
                    ring > 64 ? glm::dvec3(0, 1, 0)
                              : glm::normalize(glm::dvec3(std::pow(c, 5), 0, std::pow(s, 5)));
                const glm::dquat rotation = yaw * glm::angleAxis(angle, axis);
                corners.positions.push_back(rotation *
                                                (scale * glm::dvec3(c * width, y - 1, s * width)) +
                                            glm::dvec3(x[pose], 1, 0));
                corners.normals.push_back(rotation * out);
            }
        }
    }
    return corners;
}

TEST_F(Example05Test, RotatesAndScalesAboutTheJoint) {
    ASSERT_NO_FATAL_FAILURE(build("examples/05-dual-quaternions"));
    const fs::path file = tree() / "vertices.bin";
    const Outcome run =
        runValidated((tree() / "05-dual-quaternions/build/dual-quaternions").string() + " -o " +
                     (tree() / "picture.png").string() + " --vertices " + file.string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    EXPECT_EQ(run.out, "");  // no message of the layer
    Model model;             // a corner for each vertex
    model.geometry.positions.resize(bars().positions.size());
    for (uint32_t i = 0; i < model.geometry.vertexCount(); ++i) model.geometry.indices.push_back(i);
    const Difference difference = between(readVertices(file, model), bars());
    EXPECT_LE(difference.position, 1e-6);
    EXPECT_LE(difference.degrees, 0.05);
}

TEST_F(Example05Test, RefusesAJointWithUnevenScale) {
    ASSERT_NO_FATAL_FAILURE(build("examples/05-dual-quaternions"));
    const fs::path source = tree() / "05-dual-quaternions/main.cpp";
    const std::string original = sourceText("examples/05-dual-quaternions/main.cpp");
    const std::string even = "glm::vec3(1.0f + 0.4f * share * share)";
    std::string uneven = original;
    ASSERT_NE(uneven.find(even), std::string::npos);
    writeFile(source, uneven.replace(uneven.find(even), even.size(), "glm::vec3(1, 1.1f, 1)"));
    buildChanged("examples/05-dual-quaternions");
    writeFile(source, original);
    ASSERT_FALSE(HasFatalFailure());
    const Outcome run =
        runValidated((tree() / "05-dual-quaternions/build/dual-quaternions").string() + " -o " +
                     (tree() / "picture.png").string());
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.error, "joint upper has uneven scale, but a dual quaternion has one factor\n");
}

}  // namespace
}  // namespace sinew::test
