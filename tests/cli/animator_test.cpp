// Tests --animator, --seed, --vary and --root-motion of sinew-cli: results and refused
// combinations.
#include "tests/cli/commands.h"

#include <cmath>
#include <cstdio>

#include "tests/gltf.h"

namespace sinew::test {
namespace {

const std::string kOfMannequin = " --animator " + shipped("mannequin.animator.json").string();

/// Returns the bytes of the file that `export --method reference` writes with these arguments.
std::string exported(const std::string& arguments) {
    const TemporaryFolder folder;
    const std::string file = folder.at("a.ply");
    return written(file,
                   "export " + kLowMannequin + " --method reference -o " + file + ' ' + arguments);
}

TEST(CliAnimator, SeedTimeInstanceAndDescriptionChooseThePose) {
    const std::string pose = exported(kOfMannequin + " --time 7.3 --seed 5");
    EXPECT_EQ(exported(kOfMannequin + " --time 7.3 --seed 5 --first-instance 0"), pose);
    for (const std::string& other :
         {kOfMannequin + " --time 7.3 --seed 6", kOfMannequin + " --time 7.4 --seed 5",
          kOfMannequin + " --time 7.3 --seed 5 --first-instance 4",
          std::string("--animator model --time 7.3 --seed 5"), std::string()}) {
        EXPECT_NE(exported(other), pose) << other;
    }
    EXPECT_NE(exported("--clip walk --time 0.3 --first-instance 4"),
              exported("--clip walk --time 0.3"));
}

TEST(CliAnimator, ClipsComeFromFilesThatTheDescriptionNames) {
    const TemporaryFolder folder;
    Gltf clip;
    clip.add("nodes", {{"name", "hips"}});
    clip.channel(0, "translation", clip.scalars({0, 1}), clip.vec3({0, 1, 0, 5, 1, 0}));
    writeFile(folder / "slide.gltf", textOf(clip));
    const std::string states = R"("states": [{"name": "slide", "clip": "move"}]})";
    writeFile(folder / "a.json", R"({"clips": ["slide.gltf"], )" + states);
    writeFile(folder / "b.json", R"({"clips": ["../slide.gltf"], )" + states);
    const auto command = [&](const char* output, const char* animator) {
        return "export " + kLowMannequin + " --method reference -o " + folder.at(output) +
               " --animator " + folder.at(animator);
    };
    EXPECT_NE(written(folder / "early.ply", command("early.ply", "a.json") + " --time 0.1"),
              written(folder / "late.ply", command("late.ply", "a.json") + " --time 0.9"));
    expectRefused(command("a.ply", "b.json"), "clips[0]: '../slide.gltf' is outside");
    expectRefused(command("slide.gltf", "a.json"), "slide.gltf");
    EXPECT_EQ(readFile(folder / "slide.gltf"), textOf(clip));
}

TEST(CliAnimator, VariationsAreRefusedWithTheNamesAndNumbersThatFit) {
    const TemporaryFolder folder;
    const std::string command =
        "render " + kLowMannequin + kOfMannequin + " -o " + folder.at("a.png") + " --vary ";
    expectRefused(command + "mood=1,2",
                  "unknown name; this animator has: speed-spread, random-inputs, speed");
    expectRefused(command + "speed=2", "expected NAME=LOW,HIGH with numbers from ");
    expectRefused(command + "speed=2,1", "expected NAME=LOW,HIGH");
    expectRefused(command + "speed-spread=2", "expected NAME=SHARE with numbers from 0 to 1");
    expectRefused(command + "random-inputs=-1", "expected NAME=SECONDS with numbers from 0 to");
    expectRefused(command + "speed", "expected NAME=LOW,HIGH");
}

TEST(CliAnimator, VariationsThatApplyToNoModelAreRefused) {
    const TemporaryFolder folder;
    const std::string command = "render " + kLowMannequin + " -o " + folder.at("a.png");
    expectRefused(command + " --vary speed-spread=0.5",
                  "--vary speed-spread=0.5: no model is driven by an animator");
    expectRefused(command + kOfMannequin + " --in-phase", "--in-phase applies to clips");
}

TEST(CliAnimator, AClipATimeAndABrokenDescriptionAreRefused) {
    const TemporaryFolder folder;
    writeFile(folder / "broken.json", R"({"states": [{"name": "idle"}, {"name": "fly"}]})");
    const std::string to = kLowMannequin + " -o " + folder.path().string();
    for (const std::string& command : {"export " + to + "/posed.ply", "render " + to + "/a.png",
                                       "diff " + to + "/a.png --a cpu --b cpu:u8x4"}) {
        expectRefused(command + " --clip walk" + kOfMannequin,
                      "--clip and --animator exclude one another");
        expectRefused(command + " --animator " + folder.at("broken.json"),
                      "broken.json: states[1].name: unknown clip 'fly'");
    }
    expectRefused("export " + to + "/posed.ply --time -1" + kOfMannequin, "try 0 to 600 seconds");
    expectRefused("verify " + kLowMannequin + " --animator " + folder.at("none"),
                  "none: cannot be opened");
}

TEST(GpuCliAnimator, CharactersOfAPicturePlayDifferentThings) {
    const TemporaryFolder folder;
    const auto picture = [&](const std::string& arguments) {
        const std::string file = folder.at("picture.png");
        return written(file, "render " + kLowMannequin + " --instances 9 --size 160x120 -o " +
                                 file + ' ' + arguments);
    };
    const std::string first = picture(kOfMannequin + " --time 8 --seed 2");
    EXPECT_EQ(picture(kOfMannequin + " --time 8 --seed 2"), first);
    EXPECT_NE(picture(kOfMannequin + " --time 8 --seed 3"), first);
    EXPECT_NE(picture("--clip idle"), first);
}

using testing::HasSubstr;

/// Fixture with a model of one triangle, which moves 2 m along +Z in a second.
class CliRootMotion : public ::testing::Test {
protected:
    CliRootMotion() {
        Gltf gltf = triangle();
        gltf.channel(0, "translation", gltf.times({0, 1}), gltf.vec3({0, 0, 0, 0, 0, 2}));
        gltf.root["animations"][0]["name"] = "walk";
        writeFile(folder_ / "stone.gltf", textOf(gltf));
    }

    /// Returns the z coordinate of the first exported vertex.
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

TEST_F(CliRootMotion, AClipContinuesAfterItsLoopSeam) {
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
}

}  // namespace
}  // namespace sinew::test
