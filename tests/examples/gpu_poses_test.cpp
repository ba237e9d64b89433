// Example 06 writes the same vertices as sinew-cli for each clip, at the times of several rows.
#include "skinning/gltf/import.h"
#include "tests/examples/installed_tree.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

using Example06Test = InstalledTree;

TEST_F(Example06Test, WritesTheVerticesOfTheProgram) {
    ASSERT_NO_FATAL_FAILURE(build("examples/06-gpu-poses"));
    const std::string program = tree() / "06-gpu-poses/build/gpu-poses";
    const fs::path all = tree() / "vertices.bin", one = tree() / "instance.bin";
    for (const char* name : {"mannequin.glb", "serpent.glb"}) {
        const Outcome run =
            runValidated("'" + program + "' " + shipped(name).string() + " -o " +
                         (tree() / "picture.png").string() + " --vertices " + all.string());
        ASSERT_EQ(run.exitCode, 0) << run.error;
        EXPECT_EQ(run.out, "");  // no message of the layer
        const Model model = importGltf(shipped(name));
        const Box box = standingBounds(model, makeBindBoxes(model));
        const double spacing = 0.6 * double(box.high.x - box.low.x);
        for (const size_t instance : {0u, 6u, 12u, 3u, 14u}) {
            SCOPED_TRACE(std::string(name) + " " + std::to_string(instance));
            const size_t column = instance % 5, row = instance / 5;
            const std::string bytes = readFile(all);
            ASSERT_EQ(bytes.size() % 15, 0u);
            writeFile(one, bytes.substr(instance * bytes.size() / 15, bytes.size() / 15));
            Corners posed = readVertices(one, model);
            for (glm::dvec3& p : posed.positions) {
                p -= spacing * glm::dvec3(double(column), 0.0, -double(row));
            }
            const std::string clip = std::to_string(column % model.clips.size());
            const std::string time = std::to_string(0.5 + 0.37 * double(row + 1));
            const Difference difference =
                between(posed, exported(shipped(name), "--clip " + clip + " --time " + time));
            EXPECT_LE(difference.position, 1e-5);
            EXPECT_LE(difference.degrees, 0.05);
        }
    }
}

}  // namespace
}  // namespace sinew::test
