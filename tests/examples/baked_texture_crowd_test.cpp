// Example 04 draws the crowd with linear blends of two of the reference's palettes per instance.
#include "skinning/gltf/import.h"
#include "skinning/reference/reference.h"
#include "skinning/settings.h"
#include "tests/examples/installed_tree.h"
#include "tests/read_image.h"

namespace sinew::test {
namespace {

using Example04Test = InstalledTree;

constexpr int kRows = 3, kColumns = 5;

/// The mannequin's clips by duration: run, walk, wave, dance, idle.
constexpr uint32_t kClips[] = {2, 1, 4, 3, 0};

/// Returns the crowd; `view` gets the camera's box. Without `blends`, it has the preceding frames.
Corners crowd(const Model& model, bool blends, Box& view) {
    std::vector<std::vector<ReferencePose>> frames(std::size(kClips));
    const Box box = standingBounds(model, makeBindBoxes(model));
    for (size_t c = 0; c < frames.size(); ++c) {
        const double seconds = double(model.clips[kClips[c]].durationSeconds);
        const long count = std::lround(seconds * 10.0);
        for (long f = 0; f < count; ++f) {
            frames[c].push_back(
                referencePose(model, kClips[c], seconds * double(f) / double(count)));
        }
    }
    const float x = 0.5f * (box.high.x - box.low.x), z = box.high.z - box.low.z;
    view = {{-0.5f * x, box.low.y, -z * (kRows - 1)}, {x * (kColumns - 0.5f), box.high.y, 0.0f}};
    Corners corners;
    for (int i = 0; i < kRows * kColumns; ++i) {
        const int row = i / kColumns, column = i % kColumns;
        const auto& clip = frames[size_t(row) % frames.size()];
        const size_t frame = clip.size() - 1 + size_t(column) / 4;
        const double share = blends ? 0.25 * (column % 4) : 0.0;
        ReferencePose pose = clip[frame % clip.size()];
        for (size_t b = 0; b < pose.palette.size(); ++b) {
            const glm::dmat4& next = clip[(frame + 1) % clip.size()].palette[b];
            pose.palette[b] = pose.palette[b] * (1.0 - share) + next * share;
        }
        const ReferenceVertices vertices = referenceVertices(model, pose, SkinSettings{});
        const glm::dvec3 place(double(x) * column, 0.0, double(-z) * row);
        for (const uint32_t index : model.geometry.indices) {
            corners.positions.push_back(vertices.positions[index] + place);
            corners.normals.push_back(vertices.normals[index]);
        }
    }
    return corners;
}

TEST_F(Example04Test, DrawsTheCrowdOfTheReference) {
    ASSERT_NO_FATAL_FAILURE(build("examples/04-baked-texture-crowd"));
    const std::string program = tree() / "04-baked-texture-crowd/build/baked-texture-crowd";
    const std::filesystem::path picture = tree() / "picture.png";
    const Outcome run = runShell("'" + program + "' " + shipped("mannequin.glb").string() + " -o " +
                                 picture.string());
    ASSERT_EQ(run.exitCode, 0) << run.error;
    const Model model = importGltf(shipped("mannequin.glb"));
    const images::Pixels drawn = readImage(picture);
    Box view;
    const WrongPixels wrong = wrongPixels(drawn, crowd(model, true, view), view);
    EXPECT_LE(wrong.character, 0.01);
    EXPECT_LE(wrong.shadow, 0.1);
    EXPECT_GE(wrongPixels(drawn, crowd(model, false, view), view).character, 0.1);
}

}  // namespace
}  // namespace sinew::test
