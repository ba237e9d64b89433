// --root-motion of sinew-cli, and what a description says of it.
#include <cmath>
#include <cstdio>

#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

/// A triangle that moves 2 m along +Z in a second.
class CliRootMotion : public ::testing::Test {
protected:
    CliRootMotion() {
        Gltf gltf = triangle();
        gltf.channel(0, "translation", gltf.times({0, 1}), gltf.vec3({0, 0, 0, 0, 0, 2}));
        gltf.root["animations"][0]["name"] = "walk";
        writeFile(folder_ / "stone.gltf", textOf(gltf));
    }

    /// The z of the first vertex.
    double exportedZ(const std::string& arguments) {
        const std::string text =
            written(folder_ / "a.obj", "export " + model_ + " --method reference -o " +
                                           folder_.at("a.obj") + ' ' + arguments);
        double z = NAN;
        EXPECT_EQ(std::sscanf(text.c_str() + text.find("v "), "v %*f %*f %lf", &z), 1);
        return z;
    }
    void describe(const std::string& more) {
        writeFile(folder_ / "stone.animator.json", R"({"states": [{"name": "walk"}])" + more + "}");
    }

    TemporaryFolder folder_;
    const std::string model_ = folder_.at("stone.gltf");
};

TEST_F(CliRootMotion, AClipGoesOnWhereItStartsOver) {
    EXPECT_NEAR(exportedZ("--clip walk --time 3.25"), 0.5, 1e-4);
    EXPECT_NEAR(exportedZ("--clip walk --time 3.25 --root-motion"), 6.5, 1e-4);
    EXPECT_NEAR(exportedZ("--clip walk --time -0.25 --root-motion"), -0.5, 1e-4);
    expectRefused(
        "export " + kLowMannequin + " --clip walk --root-motion -o " + folder_.at("posed.ply"),
        "has no root motion: ");
}

TEST_F(CliRootMotion, OfAnimatorsIsWhatTheDescriptionOrTheOptionSays) {
    describe("");
    EXPECT_LE(exportedZ("--animator model --time 20"), 2);
    EXPECT_GT(exportedZ("--animator model --time 20 --root-motion"), 30);
    describe(R"(, "rootMotion": "applied")");
    EXPECT_GT(exportedZ("--animator model --time 20"), 30);
    describe(R"(, "rootMotion": "walks about")");
    const Outcome removed = succeed(
        "export " + model_ + " --animator model --method reference -o " + folder_.at("a.obj"));
    EXPECT_THAT(
        removed.error,
        HasSubstr("sinew-cli: warning: stone.animator.json: rootMotion: \"walks about\" was "
                  "removed after version 0.1.0; \"applied\" is used\n"));
    EXPECT_GT(exportedZ("--animator model --time 20"), 30);
    describe(R"(, "rootMotion": "walks")");
    expectRefused(
        "export " + model_ + " --animator model --method reference -o " + folder_.at("a.obj"),
        "\"applied\" or \"left in\"");
}

}  // namespace
}  // namespace sinew::test
