// Tests files with extreme finite numbers: the error names the joint, and no file is written.
#include "tests/cli/commands.h"

namespace sinew::test {
namespace {

using testing::AllOf;
using testing::AnyOf;
using testing::HasSubstr;
using testing::Not;

/// Returns a triangle of the node "tip", a child of the node "base". `base` and `tip` are
/// properties of these nodes.
Gltf chain(const Json& base, const Json& tip) {
    Gltf gltf = triangle();
    gltf.root["scenes"] = {{{"nodes", {1}}}};
    gltf.root["scene"] = 0;
    gltf.root["nodes"][0].update({{"name", "tip"}});
    gltf.root["nodes"][0].update(tip);
    gltf.add("nodes", {{"name", "base"}, {"children", {0}}});
    gltf.root["nodes"][1].update(base);
    return gltf;
}

Json scale(double factor) {
    return {{"scale", {factor, factor, factor}}};
}
Json translation(double x) {
    return {{"translation", {x, 0, 0}}};
}

class GpuCliExtremeNumbers : public testing::Test {
protected:
    std::string model(const Gltf& gltf) {
        writeFile(folder_ / "model.gltf", textOf(gltf));
        return folder_.at("model.gltf") + ' ';
    }

    /// Runs `command` with `-o NAME`. Expects an error whose last line matches `words`, and no
    /// file.
    void expectNoFile(const std::string& command, const char* name,
                      const testing::Matcher<const std::string&>& words) {
        SCOPED_TRACE(command);
        expectFault(runCli(command + " -o " + folder_.at(name)), words);
        EXPECT_FALSE(std::filesystem::exists(folder_ / name));
    }

    TemporaryFolder folder_;
};

TEST_F(GpuCliExtremeNumbers, PosesThatLeaveTheRangeAreRefusedByEveryCommandThatPoses) {
    const std::string chained = model(chain(scale(1e20), scale(1e20)));
    const auto words = AllOf(HasSubstr("model.gltf"), HasSubstr("joint \"tip\""));
    for (const char* method : {"compute", "cpu", "reference"}) {
        expectNoFile("export " + chained + "--method " + method, "posed.ply", words);
    }
    expectNoFile("render " + chained + "--size 64x64", "picture.png", words);
    expectNoFile("bake " + chained, "clips.json", words);

    const std::string far = model(chain(translation(70000), Json::object()));
    expectNoFile("export " + far + "--method compute:3x4-fp16", "posed.ply", HasSubstr("65504"));
    succeed("export " + far + "-o " + folder_.at("far.ply"));
}

TEST_F(GpuCliExtremeNumbers, VerifySaysThatNoBoundHoldsAndNeverWrong) {
    struct Case {
        Gltf model;
        const char* methods;
        testing::Matcher<const std::string&> out, lastError;
    };
    for (const Case& c : std::initializer_list<Case>{
             {chain(scale(1e20), scale(1e20)), "compute,cpu,texture",
              AllOf(HasSubstr("NO BOUND holds"), HasSubstr("joint \"tip\"")),
              HasSubstr("3 of 3 methods have no error bound")},
             {chain(translation(1e3), Json::object()), "compute,cpu,vertex:dual-quaternion",
              Not(HasSubstr("NO BOUND")), ""},
             {chain(translation(1e6), Json::object()), "compute,cpu",
              AllOf(HasSubstr("NO BOUND holds"), HasSubstr("rounding alone")),
              HasSubstr("no error bound")}}) {
        SCOPED_TRACE(c.methods);
        const Outcome run =
            runCli("verify --methods " + std::string(c.methods) + ' ' + model(c.model));
        EXPECT_THAT(run.out, AllOf(c.out, Not(HasSubstr("WRONG"))));
        EXPECT_THAT(run.lastError, c.lastError);
        EXPECT_EQ(run.exitCode, run.lastError.empty() ? 0 : 1);
    }
}

// The scales of the two nodes cancel each other. So the pose is in range, but the bound, which
// follows from each joint's largest numbers, is not.
TEST_F(GpuCliExtremeNumbers, WhereTheGpuMayNotPoseTheCpuDoesAndCommandsSaySo) {
    const std::string file = model(chain(scale(1e12), scale(1e-12)));
    const auto byCpu = HasSubstr("posed by the CPU");
    EXPECT_THAT(
        succeed("render " + file + "--poses gpu --size 64x64 -o " + folder_.at("a.png")).out,
        byCpu);
    EXPECT_THAT(succeed("verify --methods compute,cpu,texture --poses gpu " + file).out,
                AllOf(byCpu, HasSubstr("--poses gpu: ignored by cpu, texture")));
    EXPECT_THAT(succeed("verify --methods compute:gpu-poses,cpu " + file).out,
                AllOf(byCpu, Not(HasSubstr("ignored"))));
    EXPECT_THAT(succeed("verify --methods compute,cpu " + file).out,
                Not(AnyOf(byCpu, HasSubstr("ignored"))));
}

}  // namespace
}  // namespace sinew::test
