// Every fault: exit code 1, and one line that says what, where and what to try.
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

void expectFault(const Outcome& run, const std::string& message) {
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_EQ(run.lastError.rfind("sinew-cli: ", 0), 0u) << run.error;
    EXPECT_NE(run.lastError.find(message), std::string::npos) << run.lastError;
}

/// Faults of files and words: nothing else is printed.
void expectOnlyFault(const Outcome& run, const std::string& message) {
    expectFault(run, message);
    EXPECT_EQ(run.error, run.lastError + '\n');
}

/// A triangle, all of it moved by joint `joint` of a skin that has one.
std::string skinnedTriangle(uint8_t joint) {
    Gltf gltf;
    gltf.root = json(R"({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"mesh": 0, "skin": 0}, {"name": "joint"}],
        "skins": [{"joints": [1]}], "meshes": [{"primitives": [{}]}]})");
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.attributes()["JOINTS_0"] =
        gltf.accessor<uint8_t>({0, 0, 0, 0, joint, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    return textOf(gltf);
}

TEST(CliFaults, MissingFileIsNamed) {
    expectOnlyFault(runCli("inspect no-such-model.glb"), "no-such-model.glb");
}

TEST(CliFaults, FileThatIsNotGltfIsRefused) {
    const TemporaryFolder folder;
    writeFile(folder / "notes.glb", "these are notes and not a model");
    expectOnlyFault(runCli("inspect " + (folder / "notes.glb").string()), "not a glTF");
}

TEST(CliFaults, TruncatedGlbIsRefused) {
    const TemporaryFolder folder;
    const std::string whole = readFile(shipped("mannequin.glb"));
    ASSERT_GT(whole.size(), 1000u);
    for (const size_t bytes : {size_t{10}, size_t{40}, whole.size() / 2, whole.size() - 1}) {
        writeFile(folder / "cut.glb", whole.substr(0, bytes));
        expectOnlyFault(runCli("inspect " + (folder / "cut.glb").string()), "cut.glb");
    }
}

TEST(CliFaults, JointOutOfRangeNamesTheVertex) {
    const TemporaryFolder folder;
    writeFile(folder / "good.gltf", skinnedTriangle(0));
    writeFile(folder / "bad.gltf", skinnedTriangle(7));
    EXPECT_EQ(runCli("inspect " + (folder / "good.gltf").string()).exitCode, 0);
    const Outcome run = runCli("inspect " + (folder / "bad.gltf").string());
    expectOnlyFault(run, "joint 7");
    EXPECT_NE(run.lastError.find("vertex 1"), std::string::npos) << run.lastError;
}

TEST(CliFaults, UnknownClipListsTheKnownOnes) {
    const TemporaryFolder folder;
    const Outcome run = runCli("render " + shipped("mannequin.glb").string() +
                               " --clip moonwalk -o " + (folder / "a.png").string());
    expectOnlyFault(run, "moonwalk");
    for (const char* clip : {"idle", "walk", "run", "dance", "wave"}) {
        EXPECT_NE(run.lastError.find(clip), std::string::npos) << clip;
    }
}

TEST(CliFaults, UnknownMethodListsTheKnownOnes) {
    const TemporaryFolder folder;
    const std::string model = shipped("mannequin.glb").string();
    for (const std::string& command :
         {"render " + model + " --method magic -o " + (folder / "a.png").string(),
          "verify " + model + " --methods compute,magic", std::string("bench --methods magic"),
          "export " + model + " --method magic -o " + (folder / "a.ply").string()}) {
        const Outcome run = runCli(command);
        expectOnlyFault(run, "'magic'; choose one of: cpu-reference, cpu, compute");
    }
}

TEST(CliFaults, UnknownViewListsTheKnownOnes) {
    expectOnlyFault(runCli("render model.glb --view xray -o a.png"),
                    "shaded, normals, weights, cascades, levels, rates, motion, difference");
}

TEST(CliFaults, UnknownJointIsNamed) {
    expectOnlyFault(runCli("render " + shipped("mannequin_low.glb").string() +
                           " --view weights --joint tail -o a.png"),
                    "'tail'");
}

TEST(CliFaults, OutputThatCannotBeWrittenFailsBeforeTheModelIsRead) {
    const TemporaryFolder folder;
    writeFile(folder / "file", "not a folder");
    const std::string output = (folder / "file").string() + "/picture.png";
    expectOnlyFault(runCli("render no-such-model.glb -o " + output), "cannot write " + output);
    expectOnlyFault(runCli("render no-such-model.glb -o " + folder.path().string()),
                    "it is a folder");
    const std::string report = (folder / "file").string() + "/report.json";
    expectOnlyFault(runCli("bench -o " + report), "cannot write " + report);
}

TEST(CliFaults, ExportToAnUnknownFormatIsRefused) {
    expectOnlyFault(runCli("export model.glb -o posed.stl"), ".ply");
}

TEST(CliFaults, WrongArgumentsNameTheOption) {
    expectOnlyFault(runCli("render model.glb"), "--output");
    expectOnlyFault(runCli("render model.glb -o a.png --size big"), "--size");
    expectOnlyFault(runCli("render model.glb -o a.png --size 0x4"), "--size");
    expectOnlyFault(runCli("render model.glb -o a.png --camera 10"), "--camera");
    expectOnlyFault(runCli("render model.glb -o a.png --cull-camera 10 --method compute:culled"),
                    "--cull-camera: '10'");
    expectOnlyFault(runCli("render model.glb -o a.png --cull-camera 10,20"), "compute:culled");
    expectOnlyFault(
        runCli("render model.glb -o a.png --cull-camera 10,20 --method cpu-reference:culled"),
        "draws every instance");
    expectOnlyFault(runCli("render model.glb -o a.png --time nan"), "--time");
    expectOnlyFault(runCli("render model.glb -o a.png --instances 0"), "--instances");
    expectOnlyFault(runCli("render model.glb -o a.png --cascades 7"), "--cascades");
    expectOnlyFault(runCli("render model.glb -o a.png --divider 2"), "--divider");
    expectOnlyFault(runCli("render model.glb -o a.png --view difference"), "--compare");
    expectOnlyFault(runCli("render model.glb -o a.png --method compute:max3"), "'max3'");
    expectOnlyFault(runCli("render model.glb -o a.png --joint-limit 0"), "--joint-limit");
    expectOnlyFault(runCli("verify --assume-limits few-colours"), "'few-colours'");
    expectOnlyFault(runCli("bench --instances 1,none"), "--instances: 'none'");
    expectOnlyFault(runCli("bench --frames 0"), "--frames");
    expectOnlyFault(runCli("render model.glb -o a.png --colour red"), "--colour");
}

TEST(CliFaults, UnknownCommandListsTheKnownOnes) {
    expectOnlyFault(runCli("dance"), "devices, inspect, render, diff, export, bake, verify, bench");
    expectOnlyFault(runCli("dance --help"), "unknown command 'dance'");
    expectOnlyFault(runCli(""), "devices, inspect, render, diff, export, bake, verify, bench");
}

TEST(CliFaults, AVariableThatNamesNoDriverIsTheReason) {
    const std::string model = shipped("mannequin_low.glb").string();
    for (const std::string name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
        const std::string none =
            "env -u VK_DRIVER_FILES -u VK_ICD_FILENAMES " + name + "=/nonexistent.json ";
        expectFault(runCli("devices", none), name + " is \"/nonexistent.json\"");
        expectFault(runCli("export " + model + " -o a.ply --method cpu", none),
                    "or export with --method reference");
    }
}

TEST(CliFaults, ReferenceExportNeedsNoVulkan) {
    const TemporaryFolder folder;
    const Outcome run =
        runCli("export " + shipped("mannequin.glb").string() +
                   " --clip walk --time 0.5 --method reference -o " + (folder / "a.obj").string(),
               "VK_ICD_FILENAMES=/nonexistent.json VK_DRIVER_FILES=/nonexistent.json");
    EXPECT_EQ(run.exitCode, 0) << run.error;
    EXPECT_NE(readFile(folder / "a.obj").find("\nvn "), std::string::npos);
}

TEST(GpuCliFaults, UnknownDeviceListsTheDevices) {
    const Outcome run = runCli("verify --device no-such-device");
    expectFault(run, "no device matches 'no-such-device'; choose one of: 0: ");
}

TEST(GpuCliFaults, CrowdThatDoesNotFitIsRefusedWithWhatDoes) {
    const TemporaryFolder folder;
    const Outcome run =
        runCli("render " + shipped("mannequin_high.glb").string() +
               " --instances 1000000 --method cpu -o " + (folder / "a.png").string());
    expectFault(run, "the device has memory for");
    EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

}  // namespace
}  // namespace sinew::test
