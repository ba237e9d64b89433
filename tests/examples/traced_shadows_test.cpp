// Example 08 draws the same vertices as sinew-cli, and traces their shadow.
#include "skinning/gltf/import.h"
#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using Example08Test = InstalledTree;

/// The camera of examples/08-traced-shadows.
glm::dmat4 cameraOf(const Box& box) {
    const glm::dvec3 center(box.center());
    const double radius = box.radius();
    const glm::dvec3 eye = center + radius * glm::dvec3(-2.2, 2.4, 2.4);
    const glm::dvec3 at = center - radius * glm::dvec3(0.5, 0.1, 0.5);
    const double distance = glm::length(eye - at);
    glm::dmat4 clip = glm::perspective(glm::radians(30.0), 1.0, 0.1 * distance, 3.0 * distance);
    clip[1][1] *= -1.0;
    return clip * glm::lookAt(eye, at, glm::dvec3(0.0, 1.0, 0.0));
}

TEST_F(Example08Test, TracesTheShadowOfTheSkinnedVertices) {
    ASSERT_NO_FATAL_FAILURE(build("examples/08-traced-shadows"));
    const std::string program = tree() / "08-traced-shadows/build/traced-shadows";
    const fs::path picture = tree() / "picture.png";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        SCOPED_TRACE(name);
        const Outcome run =
            runValidated(program + " " + shipped(name).string() + " -o " + picture.string());
        if (run.error.starts_with("the device lacks VK_")) GTEST_SKIP() << run.error;
        ASSERT_EQ(run.exitCode, 0) << run.error;
        EXPECT_EQ(run.out, "");  // no message of the layer
        Model model = importGltf(shipped(name));
        const std::string clip = std::to_string(model.clips.size() - 1);
        model.clips = {model.clips.back()};
        const Box box = posedBox(model, 0.5f);
        const images::Pixels drawn = readImage(picture);
        const Corners posed = exported(shipped(name), "--clip " + clip + " --time 0.5");
        const WrongPixels wrong = wrongPixels(drawn, posed, box, cameraOf(box));
        EXPECT_LE(wrong.character, 0.01);
        EXPECT_LE(wrong.shadow, 0.15);  // the expected shadow is sharp
        const WrongPixels unposed =
            wrongPixels(drawn, exported(shipped(name), ""), box, cameraOf(box));
        EXPECT_GE(unposed.character, 0.2);
        EXPECT_GE(unposed.shadow, 0.2);
    }
}

}  // namespace
}  // namespace sinew::test
