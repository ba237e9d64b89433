// Example 01 writes the same vertices as sinew-cli, and draws them with their shadow.
#include "skinning/gltf/import.h"
#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using Example01Test = InstalledTree;

TEST_F(Example01Test, WritesTheVerticesOfTheProgramAndDrawsThem) {
    ASSERT_NO_FATAL_FAILURE(build("examples/01-compute-skinning"));
    const std::string program = tree() / "01-compute-skinning/build/compute-skinning";
    const fs::path picture = tree() / "picture.png";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const fs::path vertices = tree() / "vertices.bin";
        const std::string command = "'" + program + "' " + shipped(name).string() + " -o " +
                                    picture.string() + " --vertices " + vertices.string();
        const Outcome run = runValidated(command);
        ASSERT_EQ(run.exitCode, 0) << run.error;
        EXPECT_EQ(run.out, "");  // no message of the layer
        const Model model = importGltf(shipped(name));
        const Corners expected = exported(shipped(name));
        const Corners rest = exported(shipped(name), "");
        const Difference difference = between(readVertices(vertices, model), expected);
        EXPECT_LE(difference.position, 1e-5);
        EXPECT_LE(difference.degrees, 0.05);

        const images::Pixels drawn = readImage(picture);
        ASSERT_EQ(drawn.width, 640u);
        ASSERT_EQ(drawn.height, 640u);
        const Box box = posedBox(model, 0.5f);
        const WrongPixels wrong = wrongPixels(drawn, expected, box);
        EXPECT_LE(wrong.character, 0.01);
        EXPECT_LE(wrong.shadow, 0.1);
        const WrongPixels unposed = wrongPixels(drawn, rest, box);
        EXPECT_GE(unposed.character, 0.2);
        EXPECT_GE(unposed.shadow, 0.2);

        fs::remove(vertices);  // the argument is optional
        EXPECT_EQ(runValidated(command.substr(0, command.find(" --vertices"))).out, "");
        EXPECT_FALSE(fs::exists(vertices));
        EXPECT_EQ(readImage(picture).rgba, drawn.rgba);
    }
}

TEST_F(Example01Test, TheKernelIsShort) {
    EXPECT_LE(lineCount(sourceText("examples/01-compute-skinning/skin.comp.glsl")), 120);
}

}  // namespace
}  // namespace sinew::test
