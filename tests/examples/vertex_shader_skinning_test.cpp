// Example 03 draws two flattened characters as the reference computes them.
#include "skinning/animation/sample.h"
#include "skinning/gltf/import.h"
#include "skinning/reference/reference.h"
#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

using Example03Test = InstalledTree;

/// Two characters, and the box around them.
Corners twoCharacters(const Model& model, const glm::vec3& scale, Box& box) {
    Pose pose = restPose(model);
    ClipSampler(model.clips[0]).sample(0.5f, pose);
    pose.joints[0].scale *= scale;
    const ReferencePose posed = referencePose(model, pose);
    std::vector<gpu::Affine> palette;
    for (const glm::dmat4& entry : posed.palette) {
        palette.emplace_back(glm::transpose(entry));
    }
    box = posedBounds(makeBindBoxes(model), palette, {});
    const double rightX = 0.8 * double(box.high.x - box.low.x);
    box.high.x += float(rightX);
    const ReferenceVertices vertices = referenceVertices(model, pose);
    Corners corners;
    for (const double x : {0.0, rightX}) {
        for (const uint32_t index : model.geometry.indices) {
            corners.positions.push_back(vertices.positions[index] + glm::dvec3(x, 0.0, 0.0));
            corners.normals.push_back(vertices.normals[index]);
        }
    }
    return corners;
}

TEST_F(Example03Test, DrawsTwoCharactersLikeTheReference) {
    ASSERT_NO_FATAL_FAILURE(build("examples/03-vertex-shader-skinning"));
    const std::string program = tree() / "03-vertex-shader-skinning/build/vertex-shader-skinning";
    const std::filesystem::path picture = tree() / "picture.png";
    const Outcome run = runShell("'" + program + "' " + shipped("mannequin.glb").string() + " -o " +
                                 picture.string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const Model model = importGltf(shipped("mannequin.glb"));
    const images::Pixels drawn = readImage(picture);
    Box box, otherBox;
    const Corners expected = twoCharacters(model, glm::vec3(1.3f, 0.9f, 0.35f), box);
    const WrongPixels wrong = wrongPixels(drawn, expected, box);
    EXPECT_LE(wrong.character, 0.02);
    EXPECT_LE(wrong.shadow, 0.1);
    const Corners unscaled = twoCharacters(model, glm::vec3(1.0f), otherBox);
    EXPECT_GE(wrongPixels(drawn, unscaled, box).character, 0.2);
}

}  // namespace
}  // namespace sinew::test
