// --root-motion of sinew-cli, and what a description says of it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "tests/cli/program.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;

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

TEST_F(LongGpuCliRootMotion, WalkersTurn) {
    const std::string model = shipped("mannequin.glb").string();
    const auto picture = [&](const std::string& arguments) {
        const std::string file = (folder_ / "picture.png").string();
        const Outcome run = runCli("render " + model + " --instances 9 --size 160x120 -o " + file +
                                   " --animator model " + arguments);
        EXPECT_EQ(run.exitCode, 0) << run.error;
        return readFile(file);
    };
    const std::string about = picture("--walk-about --time 12");
    EXPECT_EQ(picture("--walk-about --time 12"), about);
    EXPECT_NE(picture("--root-motion --time 12"), about);
    EXPECT_NE(picture("--walk-about --time 12 --seed 2"), about);
}

TEST_F(LongGpuCliRootMotion, WalkersAvoidInstancesOfOtherModels) {
    const auto render = [&](const std::string& models) {
        return runCli("render " + models + " --instances 6 --size 64x64 --walk-about -o " +
                      (folder_ / "picture.png").string());
    };
    const std::string walker = shipped("mannequin.glb").string();
    const std::string serpent = shipped("serpent.glb").string();
    const Outcome both = render(serpent + ' ' + walker + " --animator model --time 4");
    EXPECT_EQ(both.exitCode, 0) << both.error;
    const Outcome alone = render(serpent + " --animator model");
    EXPECT_EQ(alone.exitCode, 1);
    EXPECT_THAT(alone.lastError, HasSubstr("has no root motion: "));
    const Outcome clip = render(walker + " --clip walk");
    EXPECT_EQ(clip.exitCode, 1);
    EXPECT_THAT(clip.lastError, HasSubstr("--animator model"));
}

TEST_F(LongGpuCliRootMotion, ADescriptionMakesInstancesWalkAbout) {
    const auto render = [&](const std::string& rootMotion) {
        writeFile(folder_ / "stone.animator.json",
                  R"({"states": [{"name": "walk"}], "rootMotion": ")" + rootMotion + "\"}");
        const std::string file = (folder_ / "picture.png").string();
        const Outcome run =
            runCli("render " + model_.string() +
                   " --instances 4 --size 64x64 --animator model --time 20 -o " + file);
        EXPECT_EQ(run.exitCode, rootMotion == "walks" ? 1 : 0) << run.error;
        return run.exitCode == 0 ? readFile(file) : run.lastError;
    };
    EXPECT_NE(render("walks about"), render("applied"));
    EXPECT_THAT(render("walks"), HasSubstr("\"walks about\""));
}

}  // namespace
}  // namespace sinew::test
