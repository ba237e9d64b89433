// Example 02 writes the same vertices as sinew-cli.
#include "tests/examples/installed_tree.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using Example02Test = InstalledTree;

TEST_F(Example02Test, WritesTheVerticesOfTheProgram) {
    ASSERT_NO_FATAL_FAILURE(build("examples/02-cpu-skinning"));
    const std::string program = tree() / "02-cpu-skinning/build/cpu-skinning";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const fs::path file = tree() / "posed.obj";
        const Outcome run =
            runShell(program + " " + shipped(name).string() + " -o " + file.string());
        ASSERT_EQ(run.exitCode, 0) << run.error;
        const Corners posed = readObj(file);
        const Difference difference = between(posed, exported(shipped(name)));
        EXPECT_LE(difference.position, 1e-6);
        EXPECT_LE(difference.degrees, 0.01);
        // The rest pose differs.
        EXPECT_GT(between(posed, exported(shipped(name), "")).position, 1e-2);
    }
    const Outcome run = runShell(program + " missing.glb -o out.obj");
    EXPECT_EQ(run.exitCode, 1);
    EXPECT_NE(run.error.find("missing.glb"), std::string::npos) << run.error;
}

}  // namespace
}  // namespace sinew::test
