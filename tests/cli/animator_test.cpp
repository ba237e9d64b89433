// --animator and --seed of sinew-cli: what follows from them, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "skinning/settings.h"
#include "tests/cli/program.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

const std::string kModel = shipped("mannequin_low.glb").string();
const std::string kOfMannequin = " --animator " + shipped("mannequin.animator.json").string();

/// The bytes that an export by the reference writes.
std::string exported(const std::string& arguments) {
    const TemporaryFolder folder;
    const std::string file = (folder / "a.ply").string();
    const Outcome run =
        runCli("export " + kModel + " --method reference -o " + file + ' ' + arguments);
    EXPECT_EQ(run.exitCode, 0) << run.error;
    return readFile(file);
}

TEST(CliAnimator, TheSameSeedGivesTheSamePoseAndAnotherOneAnother) {
    const std::string pose = exported(kOfMannequin + " --time 7.3 --seed 5");
    EXPECT_EQ(exported(kOfMannequin + " --time 7.3 --seed 5"), pose);
    EXPECT_NE(exported(kOfMannequin + " --time 7.3 --seed 6"), pose);
    EXPECT_NE(exported(kOfMannequin + " --time 7.4 --seed 5"), pose);
    EXPECT_NE(exported(""), pose) << "the rest pose";
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
    const auto errorWith = [&](const std::string& animator, const std::string& output) {
        return runCli("export " + kModel + " --method reference -o " + (folder / output).string() +
                      " --animator " + (folder / animator).string())
            .lastError;
    };
    EXPECT_EQ(errorWith("a.json --time 0.1", "early.ply"), "");
    EXPECT_EQ(errorWith("a.json --time 0.9", "late.ply"), "");
    EXPECT_NE(readFile(folder / "early.ply"), readFile(folder / "late.ply"));
    EXPECT_THAT(errorWith("b.json", "a.ply"), HasSubstr("clips[0]: '../slide.gltf' is outside"));
    EXPECT_THAT(errorWith("a.json", "slide.gltf"), HasSubstr("slide.gltf"));
    EXPECT_EQ(readFile(folder / "slide.gltf"), textOf(clip));
}

// What one character of a crowd does can be looked at alone.
TEST(CliAnimator, AnyInstanceOfACrowdCanStandFirst) {
    const std::string first = exported(kOfMannequin + " --time 7.3");
    const std::string fifth = exported(kOfMannequin + " --time 7.3 --first-instance 4");
    EXPECT_EQ(exported(kOfMannequin + " --time 7.3 --first-instance 0"), first);
    EXPECT_NE(fifth, first);
    EXPECT_EQ(exported(kOfMannequin + " --time 7.3 --first-instance 4"), fifth);
    EXPECT_NE(exported("--clip walk --time 0.3 --first-instance 4"),
              exported("--clip walk --time 0.3"));
}

TEST(CliAnimator, WithoutADescriptionItIsMadeOfTheClips) {
    EXPECT_NE(exported("--animator model --time 7.3"), exported(kOfMannequin + " --time 7.3"));
}

TEST(CliAnimator, ExcludesAClip) {
    for (const std::string& command :
         {"export " + kModel + " -o posed.ply", "render " + kModel + " -o picture.png",
          "diff " + kModel + " --a cpu --b cpu:u8x4 -o diff.png"}) {
        const Outcome run = runCli(command + " --clip walk" + kOfMannequin);
        EXPECT_EQ(run.exitCode, 1) << command;
        EXPECT_THAT(run.lastError, HasSubstr("--clip and --animator exclude one another"));
    }
    const Outcome run = runCli("export " + kModel + " -o posed.ply --time -1" + kOfMannequin);
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.lastError, HasSubstr("try 0 to 600 seconds"));
}

TEST(CliAnimator, ABrokenDescriptionIsToldByItsPlace) {
    const TemporaryFolder folder;
    const fs::path file = folder / "broken.animator.json";
    writeFile(file, R"({"states": [{"name": "idle"}, {"name": "fly"}]})");
    for (const std::string& command :
         {"export " + kModel + " -o " + (folder / "posed.ply").string(),
          "render " + kModel + " -o " + (folder / "picture.png").string(), "verify " + kModel}) {
        const Outcome run = runCli(command + " --animator " + file.string());
        EXPECT_EQ(run.exitCode, 1) << command;
        EXPECT_THAT(run.lastError,
                    HasSubstr("broken.animator.json: states[1].name: unknown clip 'fly'"));
    }
    const Outcome run = runCli("verify " + kModel + " --animator " + (folder / "none").string());
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_THAT(run.lastError, HasSubstr("none: cannot be opened"));
}

// Also where it is read because it lies beside the model.
TEST(CliAnimator, NoOutputOverwritesTheDescription) {
    const TemporaryFolder folder;
    fs::copy_file(kModel, folder / "hero.glb");
    const fs::path file = folder / "hero.animator.json";
    const std::string text = R"({"states": [{"name": "idle"}]})";
    writeFile(file, text);
    fs::create_symlink(file, folder / "picture.png");
    fs::create_symlink(file, folder / "posed.ply");
    const std::string model = (folder / "hero.glb").string();
    const std::string diff = "diff " + model + " --a cpu --b cpu:u8x4 -o ";
    for (const std::string& command :
         {"render " + model + " -o " + (folder / "picture.png").string(),
          "export " + model + " -o " + (folder / "posed.ply").string(),
          diff + (folder / "picture.png").string(),
          diff + (folder / "diff.png").string() + " --json " + file.string()}) {
        for (const std::string& animator : {std::string("model"), file.string()}) {
            const Outcome run = runCli(command + " --animator " + animator);
            EXPECT_EQ(run.exitCode, 1) << command << " by " << animator;
            EXPECT_EQ(readFile(file), text) << command << " by " << animator;
        }
    }
}

TEST(GpuCliAnimator, VerifyHoldsEveryMethodInFadesAndTellsAWrongOne) {
    const std::string command = "verify " + kModel + " --methods all" + kOfMannequin + " --seed 3";
    const Outcome run = runCli(command);
    EXPECT_EQ(run.exitCode, 0) << run.error << run.out;
    EXPECT_THAT(run.out, HasSubstr(" poses of its animator, seed 3,"));
    for (const Method method : allMethods()) {
        EXPECT_THAT(run.out, HasSubstr("\n" + std::string(methodName(method)) + ' '));
    }
    const Outcome wrong = runCli(command, "SINEW_TEST_WRONG=vertex ");
#ifdef SINEW_CHECKED
    EXPECT_EQ(wrong.exitCode, 1);
    EXPECT_THAT(wrong.out, HasSubstr("WRONG: "));
#endif
}

TEST(GpuCliAnimator, CharactersOfAPicturePlayDifferentThings) {
    const TemporaryFolder folder;
    const auto picture = [&](const std::string& arguments) {
        const std::string file = (folder / "picture.png").string();
        const Outcome run = runCli("render " + kModel + " --instances 9 --size 160x120 -o " + file +
                                   ' ' + arguments);
        EXPECT_EQ(run.exitCode, 0) << run.error;
        return readFile(file);
    };
    const std::string first = picture(kOfMannequin + " --time 8 --seed 2");
    EXPECT_EQ(picture(kOfMannequin + " --time 8 --seed 2"), first);
    EXPECT_NE(picture(kOfMannequin + " --time 8 --seed 3"), first);
    EXPECT_NE(picture("--clip idle"), first);
}

}  // namespace
}  // namespace sinew::test
