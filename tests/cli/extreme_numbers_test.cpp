// Files of finite and extreme numbers: an error with the joint's name, and nothing written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/gltf.h"

namespace sinew::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

/// A triangle under two nodes, "base" and "tip", both with the properties that are given.
Gltf triangle(const Json& base, const Json& tip) {
    Gltf gltf;
    gltf.root = json(R"({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"name": "base", "children": [1]}, {"name": "tip", "mesh": 0}],
        "meshes": [{"primitives": [{}]}]})");
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.root["nodes"][0].update(base);
    gltf.root["nodes"][1].update(tip);
    return gltf;
}

/// Moves "tip" from the origin to 3e38 within a second.
Gltf burst() {
    Gltf gltf = triangle(Json::object(), Json::object());
    const int times = gltf.times({0, 1});
    gltf.channel(1, "translation", times, gltf.vec3({0, 0, 0, 3e38f, 0, 0}));
    gltf.root["animations"][0]["name"] = "burst";
    return gltf;
}

class GpuCliExtremeNumbers : public testing::Test {
protected:
    std::string model(const Gltf& gltf) {
        writeFile(folder_ / "model.gltf", textOf(gltf));
        return (folder_ / "model.gltf").string();
    }
    std::string out(const std::string& name) { return (folder_ / name).string(); }

    /// `command` with `-o NAME` ends with one line that has `words`, and leaves no file.
    template <typename Words>
    void expectRefused(const std::string& command, const std::string& name, const Words& words) {
        SCOPED_TRACE(command);
        const Outcome run = runCli(command + " -o " + out(name));
        EXPECT_EQ(run.exitCode, 1) << run.out;
        EXPECT_THAT(run.lastError, words);
        EXPECT_FALSE(std::filesystem::exists(out(name)));
    }

    TemporaryFolder folder_;
};

TEST_F(GpuCliExtremeNumbers, ChainsOfScalesAreRefusedByEveryCommandThatPoses) {
    const std::string file =
        model(triangle({{"scale", {1e20, 1e20, 1e20}}}, {{"scale", {1e20, 1e20, 1e20}}}));
    const auto words = AllOf(HasSubstr("model.gltf"), HasSubstr("joint \"tip\""));
    expectRefused("export " + file, "posed.ply", words);
    expectRefused("export " + file + " --method cpu", "posed.obj", words);
    expectRefused("export " + file + " --method reference", "posed.obj", words);
    expectRefused("render " + file + " --size 64x64", "picture.png", words);
    expectRefused("bake " + file, "clips.json", words);
}

TEST_F(GpuCliExtremeNumbers, KeysThatLeaveTheRangeNameClipAndTime) {
    const std::string file = model(burst());
    const auto words = AllOf(HasSubstr("clip 'burst' at 0.5 s"), HasSubstr("joint \"tip\""));
    expectRefused("export " + file + " --clip burst --time 0.5", "posed.ply", words);
    expectRefused("render " + file + " --clip burst --time 0.5 --size 64x64", "picture.png", words);
    expectRefused("bake " + file, "clips.json", HasSubstr("joint \"tip\""));
    EXPECT_EQ(runCli("export " + file + " -o " + out("rest.ply")).exitCode, 0);
}

TEST_F(GpuCliExtremeNumbers, AHalfPaletteThatOverflowsNamesTheJoint) {
    const std::string file = model(triangle({{"translation", {70000, 0, 0}}}, Json::object()));
    const auto words = AllOf(HasSubstr("joint \"tip\""), HasSubstr("70000"), HasSubstr("65504"));
    expectRefused("export " + file + " --method compute:3x4-fp16", "posed.ply", words);
    expectRefused("render " + file + " --method vertex:3x4-fp16 --size 64x64", "picture.png",
                  words);
    EXPECT_EQ(runCli("export " + file + " -o " + out("posed.ply")).exitCode, 0);
}

TEST_F(GpuCliExtremeNumbers, VerifySaysThatNoBoundHoldsAndNeverWrong) {
    const Outcome outOfRange =
        runCli("verify --methods compute,cpu,texture " +
               model(triangle({{"scale", {1e20, 1e20, 1e20}}}, {{"scale", {1e20, 1e20, 1e20}}})));
    EXPECT_EQ(outOfRange.exitCode, 1);
    EXPECT_THAT(outOfRange.out, AllOf(HasSubstr("NO BOUND holds"), HasSubstr("joint \"tip\"")));
    EXPECT_THAT(outOfRange.out, Not(HasSubstr("WRONG")));
    EXPECT_THAT(outOfRange.lastError, HasSubstr("3 of 3 methods have no error bound"));

    const Outcome far = runCli("verify --methods compute,cpu,vertex:dual-quaternion " +
                               model(triangle({{"translation", {1e3, 0, 0}}}, Json::object())));
    EXPECT_EQ(far.exitCode, 0) << far.out << far.error;

    const Outcome lost = runCli("verify --methods compute,cpu " +
                                model(triangle({{"translation", {1e6, 0, 0}}}, Json::object())));
    EXPECT_EQ(lost.exitCode, 1);
    EXPECT_THAT(lost.out, AllOf(HasSubstr("NO BOUND holds"), HasSubstr("rounding alone"),
                                Not(HasSubstr("WRONG"))));
}

// Scales that undo each other: the pose is in range, but the largest numbers of its joints do not
// tell that.
TEST_F(GpuCliExtremeNumbers, WhereTheGpuMayNotPoseTheCpuDoesAndCommandsSaySo) {
    const std::string file =
        model(triangle({{"scale", {1e12, 1e12, 1e12}}}, {{"scale", {1e-12, 1e-12, 1e-12}}}));
    const Outcome rendered =
        runCli("render " + file + " --poses gpu --size 64x64 -o " + out("picture.png"));
    EXPECT_EQ(rendered.exitCode, 0) << rendered.error;
    EXPECT_THAT(rendered.out, HasSubstr("posed by the CPU"));
    const Outcome verified = runCli("verify --methods compute,cpu,texture --poses gpu " + file);
    EXPECT_EQ(verified.exitCode, 0) << verified.out << verified.error;
    EXPECT_THAT(verified.out, AllOf(HasSubstr("posed by the CPU"),
                                    HasSubstr("--poses gpu: ignored by cpu, texture")));
    const Outcome unasked = runCli("verify --methods compute,cpu " + file);
    EXPECT_THAT(runCli("verify --methods compute:gpu-poses,cpu " + file).out,
                AllOf(HasSubstr("posed by the CPU"), Not(HasSubstr("ignored"))));
    EXPECT_THAT(unasked.out, Not(AnyOf(HasSubstr("posed by the CPU"), HasSubstr("ignored"))));
}

}  // namespace
}  // namespace sinew::test
