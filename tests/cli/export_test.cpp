// Tests the files of sinew-cli export against the reference, and the facts that inspect shows of
// the torture set. tests/unit compares the reference and the import with independent values.
#include <cstdio>
#include <cstring>
#include <map>
#include <sstream>

#include "skinning/gltf/import.h"
#include "skinning/gpu/verify/difference.h"
#include "skinning/reference/reference.h"
#include "tests/cli/commands.h"
#include "tests/torture_set.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

struct Ply {
    std::string header;
    size_t vertexCount = 0;
    size_t faceCount = 0;
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<std::array<int32_t, 3>> faces;
    size_t bytesLeft = 0;
};

Ply readPly(const fs::path& file) {
    const std::string bytes = readFile(file);
    const std::string end = "end_header\n";
    const size_t start = bytes.find(end) + end.size();
    Ply ply{.header = bytes.substr(0, start)};
    std::istringstream lines(ply.header);
    for (std::string line; std::getline(lines, line);) {
        std::sscanf(line.c_str(), "element vertex %zu", &ply.vertexCount);
        std::sscanf(line.c_str(), "element face %zu", &ply.faceCount);
    }
    const char* at = bytes.data() + start;
    const bool hasNormals = ply.header.find("property float nx\n") != std::string::npos;
    for (size_t v = 0; v < ply.vertexCount; ++v, at += hasNormals ? 24 : 12) {
        std::memcpy(&ply.positions.emplace_back(), at, 12);
        if (hasNormals) std::memcpy(&ply.normals.emplace_back(), at + 12, 12);
    }
    for (size_t f = 0; f < ply.faceCount; ++f, at += 13) {
        EXPECT_EQ(*at, 3);
        std::memcpy(&ply.faces.emplace_back(), at + 1, 12);
    }
    ply.bytesLeft = static_cast<size_t>(bytes.data() + bytes.size() - at);
    return ply;
}

/// Exports the middle of the first clip, or the rest pose of a model without clips. Expects the
/// vertices of the reference.
void expectReference(const fs::path& file, const std::string& method) {
    SCOPED_TRACE(file.filename().string() + " by " + method);
    const TemporaryFolder folder;
    const Model model = importGltf(file);
    const bool rests = model.clips.empty();
    const float time = rests ? 0.0f : 0.5f * model.clips[0].durationSeconds;
    succeed("export " + file.string() + " --method " + method + " -o " + folder.at("a.ply") +
            (rests ? "" : fmt::format(" --clip '#0' --time {:.9g}", time)));
    const Ply ply = readPly(folder / "a.ply");
    const ReferenceVertices expected =
        referenceVertices(model, rests ? kRestPose : 0, double{time});
    const std::vector<uint32_t> ofFile = fileVertices(model);
    ASSERT_EQ(ply.positions.size(), ofFile.size());
    for (size_t v = 0; v < ofFile.size(); ++v) {
        ASSERT_LE(glm::length(glm::dvec3(ply.positions[v]) - expected.positions[ofFile[v]]),
                  1e-5 * expected.extent)
            << "vertex " << v;
        if (ply.normals.empty()) continue;
        ASSERT_LE(degreesBetween(glm::dvec3(ply.normals[v]), expected.normals[ofFile[v]]), 0.05)
            << "normal " << v;
    }
}

/// Returns the OBJ file of an exported triangle, whose node is scaled by `scale`.
std::string exportedTriangle(const Json& scale, bool hasNormals) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    gltf.root["nodes"][0]["scale"] = scale;
    if (hasNormals) gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    writeFile(folder / "a.gltf", textOf(gltf));
    return written(folder / "a.OBJ", "export " + folder.at("a.gltf") + " --method reference -o " +
                                         folder.at("a.OBJ"));
}

TEST(CliExport, TrianglesThatAMatrixMirrorsAreWoundLikeTheirNormals) {
    EXPECT_THAT(exportedTriangle({1, 1, 1}, true), HasSubstr("f 1//1 2//2 3//3\n"));
    EXPECT_THAT(exportedTriangle({-1, 1, 1}, true), HasSubstr("f 1//1 3//3 2//2\n"));
}

TEST(CliExport, WithoutNormalsInTheFileNoneAreWritten) {
    EXPECT_THAT(exportedTriangle({1, 1, 1}, false),
                testing::AllOf(HasSubstr("f 1 2 3\n"), Not(HasSubstr("vn"))));
}

TEST(GpuCliExport, EveryMethodShowsTheSameMomentAtTheEndOfAClip) {
    const TemporaryFolder folder;
    Gltf gltf = triangle();
    gltf.channel(0, "translation", gltf.times({0, 0.5083f}), gltf.vec3({0, 0, 0, 8, 0, 0}));
    writeFile(folder / "slide.gltf", textOf(gltf));
    for (const char* options : {"0.5083 --method reference", "0.5083 --method cpu",
                                "end --method reference", "end --method cpu"}) {
        EXPECT_THAT(
            written(folder / "a.obj", "export " + folder.at("slide.gltf") + " --clip 0 -o " +
                                          folder.at("a.obj") + " --time " + options),
            HasSubstr("v 8 0 0\n"))
            << options;
    }
}

TEST(GpuCliExport, PlyHoldsVerticesInFileOrderAndTheTriangles) {
    const TemporaryFolder folder;
    const std::string model = shipped("mannequin.glb").string();
    succeed("export " + model + " --clip dance --time 1 -o " + folder.at("a.ply"));
    const Ply ply = readPly(folder / "a.ply");
    const Json facts = Json::parse(succeed("inspect --json " + model).out);
    EXPECT_THAT(ply.header, testing::StartsWith("ply\nformat binary_little_endian 1.0\n"));
    EXPECT_THAT(ply.header, HasSubstr("property float x\nproperty float y\nproperty float z\n"
                                      "property float nx\nproperty float ny\nproperty float nz\n"));
    EXPECT_THAT(ply.header, HasSubstr("property list uchar int vertex_indices\n"));
    EXPECT_EQ(ply.vertexCount, facts.at("vertices"));
    EXPECT_EQ(ply.faceCount, facts.at("triangles"));
    EXPECT_EQ(ply.bytesLeft, 0u);
    for (const auto& face : ply.faces) {
        for (const int32_t index : face) {
            ASSERT_GE(index, 0);
            ASSERT_LT(static_cast<size_t>(index), ply.vertexCount);
        }
    }
    for (const glm::vec3& normal : ply.normals) ASSERT_NEAR(glm::length(normal), 1.0f, 1e-4f);
    expectReference(shipped("mannequin_low.glb"), "compute");
}

TEST(CliExport, ALevelOfDetailMatchesInspect) {
    const TemporaryFolder folder;
    const std::string model = kLowMannequin;
    const Json facts = Json::parse(succeed("inspect --json --levels " + model).out);
    const Json& levels = facts.at("levels").at("coarser");
    ASSERT_GE(levels.size(), 2u);
    const std::string command = "export " + model + " --method reference -o " + folder.at("a.ply");
    succeed(command + " --level 2");
    const Ply ply = readPly(folder / "a.ply");
    EXPECT_EQ(ply.faceCount, levels[1].at("triangles"));
    EXPECT_LE(ply.vertexCount, levels[1].at("vertices"));
    EXPECT_LT(ply.vertexCount, facts.at("vertices"));
    EXPECT_GT(levels[1].at("error"), levels[0].at("error"));
    expectRefused(command + " --level 7", "no level of detail 7");
}

// tests/gpu compares each method with the reference. This test checks that export uses the method
// of the command line, and writes the vertices of the file.
TEST(GpuCliExport, TorturePosesAreThoseOfTheReference) {
    for (const char* model : {"morph_weights_cubic", "two_skins_other_binds", "positions_u16"}) {
        for (const char* method : {"compute", "vertex", "cpu", "reference"}) {
            expectReference(dataFolder() / "torture" / (std::string(model) + ".gltf"), method);
        }
    }
}

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
             {"influences_16.gltf", "/vertices", "3"},
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
             {"influences_16.gltf", {"1: 2 vertices; 16: 1 vertices", "compute", "vertex", "cpu"}},
             {"morph_12_targets.gltf", {"morph targets   12, of 3 vertices"}},
             {"several_clips.gltf", {"move", "1.000 s", "climb", "3.000 s", "clip 2"}},
             {"three_samplers_on_a_node.gltf",
              {"1 translation, 1 rotation, 1 scale", "1 STEP, 2 LINEAR"}},
             {"unknown_extension.gltf", {"extensions", "warning: ", "SINEW_unheard_of"}}}) {
        const std::string out = succeed("inspect " + tortured(file)).out;
        for (const std::string& word : words) EXPECT_THAT(out, testing::HasSubstr(word)) << file;
    }
}

// tests/gpu/torture_test.cpp checks each method for every file, and CliExport checks the vertices
// of clips. This test checks that export omits the copies of vertices at a tangent seam.
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
