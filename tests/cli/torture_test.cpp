// The torture set in sinew-cli: inspect prints each kind of fact, and export writes each kind of
// vertex. tests/unit/torture_test.cpp checks the import of every file.
#include <cstdio>
#include <map>
#include <sstream>

#include "tests/cli/commands.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

std::string tortured(const std::string& name) {
    return (dataFolder() / "torture" / name).string();
}

TEST(CliTorture, InspectWritesFactsAsJson) {
    struct Fact {
        const char* file;
        const char* pointer;
        const char* expected;
    };
    for (const Fact& fact : std::initializer_list<Fact>{
             {"skin_of_1100_joints.glb", "/joints", "1101"},
             {"skin_of_1100_joints.glb", "/paletteEntries", "1100"},
             {"skin_of_1100_joints.glb", "/skins/0/joints", "1100"},
             {"missing_tangents_on_a_seam.gltf", "/primitives/0/vertices", "6"},
             {"missing_tangents_on_a_seam.gltf", "/primitives/0/tangentCopies", "2"},
             {"missing_tangents_on_a_seam.gltf", "/warnings", "[]"},
             {"influences_16.gltf", "/verticesByInfluences", R"({"1": 2, "16": 1})"},
             {"morph_12_targets.gltf", "/morphTargets", "12"},
             {"morph_12_targets.gltf", "/restMorphWeights/1", "0.25"},
             {"morph_12_targets.gltf", "/verticesMorphed", "3"},
             {"several_clips.gltf", "/clips/1/name", R"("climb")"},
             {"several_clips.gltf", "/clips/1/durationSeconds", "3.0"},
             {"three_samplers_on_a_node.gltf", "/clips/0/interpolations",
              R"({"LINEAR": 2, "STEP": 1})"},
             {"three_samplers_on_a_node.gltf", "/clips/0/paths",
              R"({"translation": 1, "rotation": 1, "scale": 1})"},
             {"morph_weights_cubic.gltf", "/clips/0/interpolations", R"({"CUBICSPLINE": 1})"},
             {"morph_weights_cubic.gltf", "/clips/0/paths", R"({"weights": 1})"},
             {"unknown_extension.gltf", "/extensions", R"(["SINEW_unheard_of"])"}}) {
        static std::map<std::string, Json> inspected;
        if (!inspected.contains(fact.file)) {
            const Outcome run = succeed("inspect --json " + tortured(fact.file));
            EXPECT_EQ(run.error, "");
            inspected[fact.file] = Json::parse(run.out);
        }
        EXPECT_EQ(inspected[fact.file].at(Json::json_pointer(fact.pointer)),
                  Json::parse(fact.expected))
            << fact.file << fact.pointer;
    }
}

TEST(CliTorture, InspectWritesFactsAsText) {
    for (const auto& [file, words] :
         std::initializer_list<std::pair<const char*, std::vector<std::string>>>{
             {"skin_of_1100_joints.glb", {"1101 nodes, 1100 palette entries"}},
             {"influences_16.gltf", {"1: 2 vertices; 16: 1 vertices"}},
             {"morph_12_targets.gltf", {"morph targets   12, of 3 vertices"}},
             {"several_clips.gltf", {"move", "1.000 s", "climb", "3.000 s", "clip 2"}},
             {"three_samplers_on_a_node.gltf",
              {"1 translation, 1 rotation, 1 scale", "1 STEP, 2 LINEAR"}},
             {"unknown_extension.gltf", {"extensions", "warning: ", "SINEW_unheard_of"}}}) {
        const std::string out = succeed("inspect " + tortured(file)).out;
        for (const std::string& word : words) EXPECT_THAT(out, testing::HasSubstr(word)) << file;
    }
}

// tests/gpu/torture_test.cpp checks each method for every file, CliExport the vertices of clips:
// here copies of vertices on a seam are left out.
TEST(CliTorture, ExportWritesTheVerticesOfTheFile) {
    const TemporaryFolder folder;
    const TortureFile file = readTortureFile(tortured("missing_tangents_on_a_seam.gltf"));
    std::istringstream lines(
        written(folder / "a.obj",
                "export " + file.file.string() + " --method reference -o " + folder.at("a.obj")));
    std::vector<glm::dvec3> positions;
    for (std::string line; std::getline(lines, line);) {
        glm::dvec3 p;
        if (std::sscanf(line.c_str(), "v %lf %lf %lf", &p.x, &p.y, &p.z) == 3) {
            positions.push_back(p);
        }
    }
    EXPECT_EQ(positions, file.poses.at(0).positions);
}

}  // namespace
}  // namespace sinew::test
