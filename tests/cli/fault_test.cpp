// Tests that every fault has exit code 1 and one line that says what failed, where and what to try.
#include <gmock/gmock.h>

#include "app/assumed_limits.h"
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

TEST(CliFaults, UnknownWordsAreNamedWithTheValidOnes) {
    const std::string model = shipped("mannequin.glb").string();
    expectRefused("render " + model + " --clip moonwalk -o a.png",
                  AllOf(HasSubstr("moonwalk"), HasSubstr("idle"), HasSubstr("walk"),
                        HasSubstr("run"), HasSubstr("dance"), HasSubstr("wave")));
    for (const std::string& command :
         {"render " + model + " --method magic -o a.png",
          "verify " + model + " --methods compute,magic", std::string("bench --methods magic"),
          "export " + model + " --method magic -o a.ply"}) {
        expectRefused(command, "'magic'; choose one of: cpu-reference, cpu, compute");
    }
    expectRefused("render model.glb --view xray -o a.png",
                  "shaded, normals, weights, cascades, levels, rates, motion, base-color");
    expectRefused("render " + model + " --view weights --joint tail -o a.png", "'tail'");
    expectRefused("export model.glb -o posed.stl", ".ply");
    expectRefused("diff none.glb --a compute --b compute:dq -o d.png", "unknown setting 'dq'");
    for (const char* command : {"dance", ""}) {
        expectRefused(command, "devices, inspect, render, diff, export, bake, verify, bench");
    }
    expectRefused("dance --help", "unknown command 'dance'");
}

TEST(CliFaults, AJointNameThatSeveralJointsHaveIsRefused) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    gltf.root["nodes"][0]["name"] = "hand";
    gltf.root["nodes"][0]["children"] = {1};
    gltf.add("nodes", {{"name", "hand"}});
    writeFile(folder / "hands.gltf", textOf(gltf));
    expectRefused("render " + folder.at("hands.gltf") + " --view weights --joint hand -o a.png",
                  "--joint: hands.gltf has 2 joints called 'hand'");
}

TEST(CliFaults, OutputThatCannotBeWrittenFailsBeforeTheModelIsRead) {
    const TemporaryFolder folder;
    writeFile(folder / "file", "not a folder");
    const std::string picture = folder.at("file/picture.png"), report = folder.at("file/a.json");
    expectRefused("render no-such-model.glb -o " + picture, "cannot write " + picture);
    expectRefused("render no-such-model.glb -o " + folder.path().string(), "it is a folder");
    expectRefused("bench -o " + report, "cannot write " + report);
}

TEST(CliFaults, WrongArgumentsNameTheOption) {
    expectRefused("render model.glb", "--output");
    const std::string render = "render model.glb -o a.png ";
    expectRefused(render + "--size big", "--size");
    expectRefused(render + "--size 0x4", "--size");
    expectRefused(render + "--camera 10", "--camera");
    expectRefused(render + "--cull-camera 10 --method compute:culled", "--cull-camera: '10'");
    expectRefused(render + "--cull-camera 10,20", "compute:culled");
    expectRefused(render + "--cull-camera 10,20 --method cpu-reference:culled",
                  "draws every instance");
    expectRefused(render + "--time nan", "--time");
    expectRefused(render + "--instances 0", "--instances");
    expectRefused(render + "--cascades 7", "--cascades");
    for (const std::string shadows : {"soft", "traced:", "traced:21", "traced:-1", "traced:1x"}) {
        expectRefused(render + "--shadows " + shadows, "'" + shadows + "'");
    }
    expectRefused(render + "--divider 2", "--divider");
    expectRefused(render + "--view difference", "--compare");
    expectRefused(render + "--method compute:max3", "'max3'");
    expectRefused(render + "--joint-limit 0", "--joint-limit");
    expectRefused(render + "--colour red", "--colour");
    expectRefused("verify --assume-limits few-colours", "'few-colours'");
    expectRefused("bench --instances 1,none", "--instances: 'none'");
    expectRefused("bench --frames 0", "--frames");
    expectRefused("bench --shadows traced --passes 3", "3 passes are wanted; use 1");
}

TEST(CliFaults, AVariableThatNamesNoDriverIsTheReason) {
    const std::string model = kLowMannequin;
    for (const std::string name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"}) {
        const std::string none =
            "env -u VK_DRIVER_FILES -u VK_ICD_FILENAMES " + name + "=/nonexistent.json ";
        expectFault(runCli("devices", none), HasSubstr(name + " is \"/nonexistent.json\""));
        expectFault(runCli("export " + model + " -o a.ply --method cpu", none),
                    HasSubstr("or export with --method reference"));
    }
    const TemporaryFolder folder;
    succeed(
        "export " + model + " --clip walk --time 0.5 --method reference -o " + folder.at("a.obj"),
        "VK_ICD_FILENAMES=/nonexistent.json VK_DRIVER_FILES=/nonexistent.json");
    EXPECT_THAT(readFile(folder / "a.obj"), HasSubstr("\nvn "));
}

TEST(GpuCliFaults, UnknownDeviceListsTheDevices) {
    expectFault(runCli("verify --device no-such-device"),
                HasSubstr("no device matches 'no-such-device'; choose one of: 0: "));
}

TEST(GpuCliFaults, CrowdThatDoesNotFitIsRefusedWithWhatDoes) {
    const TemporaryFolder folder;
    expectFault(runCli("render " + shipped("mannequin_high.glb").string() +
                       " --instances 1000000 --method cpu -o " + folder.at("a.png")),
                HasSubstr("the device has memory for"));
    EXPECT_FALSE(std::filesystem::exists(folder / "a.png"));
}

using testing::ThrowsMessage;

TEST(AssumedLimitsTest, AreReadFromWords) {
    const AssumedLimits limits = parseAssumedLimits(
        "uniform-range=16384,no-transform-feedback,storage-buffers=16,texel-buffer=65536,"
        "memory=512");
    EXPECT_EQ(limits.uniformBytes, 16384u);
    EXPECT_EQ(limits.storageBuffers, 16u);
    EXPECT_EQ(limits.texels, 65536u);
    EXPECT_EQ(limits.memoryMiB, 512u);
    EXPECT_TRUE(limits.noTransformFeedback);
    EXPECT_FALSE(limits.noVertexStores);
    EXPECT_EQ(limits.storageBytes, 0u);
}

TEST(AssumedLimitsTest, AnUnknownWordOrNumberIsReportedWithTheValidOnes) {
    for (const char* wrong : {"uniform-range=", "uniform-range=x", "uniform-range=0", "magic"}) {
        EXPECT_THAT([&] { parseAssumedLimits(wrong); },
                    ThrowsMessage<std::runtime_error>(
                        AllOf(HasSubstr(wrong), HasSubstr("image-side=PIXELS"))));
    }
}

}  // namespace
}  // namespace sinew::test
