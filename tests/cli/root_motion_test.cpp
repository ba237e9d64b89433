// --root-motion of sinew-cli, and what a description says of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/program.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;
using testing::Not;

/// A triangle that walks 2 m along +Z in a second.
void writeWalker(const std::filesystem::path& file) {
    Gltf gltf;
    const int positions = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}});
    gltf.add("nodes", {{"name", "stone"}, {"mesh", 0}});
    gltf.add("scenes", {{"nodes", {0}}});
    gltf.root["scene"] = 0;
    gltf.channel(0, "translation", gltf.times({0, 1}), gltf.vec3({0, 0, 0, 0, 0, 2}));
    gltf.root["animations"][0]["name"] = "walk";
    const Bytes bytes = glbOf(gltf);
    writeFile(file, {bytes.begin(), bytes.end()});
}

/// The z of the first vertex of an .obj file.
float firstZ(const std::filesystem::path& file) {
    const std::string text = readFile(file);
    std::istringstream line(text.substr(text.find("v ") + 2));
    float x = 0, y = 0, z = 0;
    line >> x >> y >> z;
    return z;
}

class CliRootMotion : public ::testing::Test {
protected:
    CliRootMotion() { writeWalker(model_); }

    float exportedZ(const std::string& arguments) {
        const std::filesystem::path file = folder_ / "posed.obj";
        const Outcome run = runCli("export " + model_.string() + " --method reference -o " +
                                   file.string() + ' ' + arguments);
        EXPECT_EQ(run.exitCode, 0) << run.error;
        return firstZ(file);
    }

    TemporaryFolder folder_;
    std::filesystem::path model_ = folder_ / "stone.glb";
};

TEST_F(CliRootMotion, AClipGoesOnWhereItStartsOver) {
    EXPECT_NEAR(exportedZ("--clip walk --time 3.25"), 0.5, 1e-4);
    EXPECT_NEAR(exportedZ("--clip walk --time 3.25 --root-motion"), 6.5, 1e-4);
    EXPECT_NEAR(exportedZ("--clip walk --time -0.25 --root-motion"), -0.5, 1e-4);
}

TEST_F(CliRootMotion, OfAnimatorsIsWhatTheDescriptionOrTheOptionSays) {
    const auto describe = [&](const std::string& more) {
        writeFile(folder_ / "stone.animator.json", R"({"states": [{"name": "walk"}])" + more + "}");
    };
    describe("");
    EXPECT_LE(exportedZ("--animator model --time 20"), 2);
    EXPECT_GT(exportedZ("--animator model --time 20 --root-motion"), 30);
    describe(R"(, "rootMotion": "applied")");
    EXPECT_GT(exportedZ("--animator model --time 20"), 30);
}

TEST_F(CliRootMotion, WhatHasNoneIsToldWhy) {
    const Outcome run = runCli("export " + shipped("mannequin_low.glb").string() +
                               " --clip walk --root-motion -o " + (folder_ / "posed.ply").string());
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.lastError, HasSubstr("has no root motion: "));
}

class LongGpuCliRootMotion : public CliRootMotion {};

TEST_F(LongGpuCliRootMotion, ARemovedValueIsAppliedWithAWarning) {
    const std::filesystem::path picture = folder_ / "picture.png";
    const auto render = [&](const std::string& rootMotion) {
        writeFile(folder_ / "stone.animator.json",
                  R"({"states": [{"name": "walk"}], "rootMotion": ")" + rootMotion + "\"}");
        return runCli("render " + model_.string() +
                      " --instances 4 --size 64x64 --animator model --time 20 -o " +
                      picture.string());
    };
    const Outcome applied = render("applied");
    EXPECT_EQ(applied.exitCode, 0) << applied.error;
    EXPECT_THAT(applied.error, Not(HasSubstr("warning: ")));
    const std::string expected = readFile(picture);
    const Outcome removed = render("walks about");
    EXPECT_EQ(removed.exitCode, 0) << removed.error;
    EXPECT_THAT(
        removed.error,
        HasSubstr("sinew-cli: warning: stone.animator.json: rootMotion: \"walks about\" was "
                  "removed after version 0.1.0; \"applied\" is used\n"));
    EXPECT_TRUE(readFile(picture) == expected);
    const Outcome unknown = render("walks");
    EXPECT_EQ(unknown.exitCode, 1);
    EXPECT_THAT(unknown.lastError, HasSubstr("\"applied\" or \"left in\""));
}

}  // namespace
}  // namespace sinew::test
