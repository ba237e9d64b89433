// The models in assets/ match the table in assets/README.md. SINEW_MODELS, if set, must be a folder
// of models.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <tuple>

#include "skinning/gltf/import.h"
#include "tests/model_files.h"

namespace sinew::test {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = fs::path(SINEW_SOURCE_DIR) / "assets";

uint32_t mostInfluences(const Geometry& geometry) {
    uint32_t most = 0;
    for (size_t v = 0; v < geometry.vertexCount(); ++v) {
        most = std::max(most, geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v]);
    }
    return most;
}

std::string rowOf(const fs::path& file) {
    const Model model = importGltf(file);
    EXPECT_TRUE(model.warnings.empty()) << file;
    const bool skinned = !model.skins.empty();
    const Image& texture = model.images.at(0);
    std::string clips;
    for (const Clip& clip : model.clips) clips += (clips.empty() ? "" : ", ") + clip.name;
    return fmt::format("\n| `{}` | {} | {} | {} | {} | {} x {} | {} |",
                       fs::relative(file, kFolder).string(), model.geometry.vertexCount(),
                       model.geometry.indices.size() / 3, skinned ? model.binds.size() : 0,
                       skinned ? mostInfluences(model.geometry) : 0, texture.width, texture.height,
                       clips);
}

TEST(ShippedModels, AreAsTheirPageSays) {
    std::ifstream in(kFolder / "README.md");
    const std::string page(std::istreambuf_iterator<char>(in), {});
    const auto files = test::modelsBelow(kFolder);
    EXPECT_EQ(files.size(), 5u);
    for (const fs::path& file : files) {
        const std::string row = rowOf(file);
        EXPECT_NE(page.find(row), std::string::npos) << "assets/README.md has no row" << row;
    }
}

// Normals of a finer mesh would light triangles that are in shadow, such as below the nose.
TEST(ShippedModels, MannequinNormalsAreAveragesOfTheirTriangles) {
    const auto less = [](const glm::vec3& a, const glm::vec3& b) {
        return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
    };
    for (const char* name : {"mannequin_low.glb", "mannequin.glb", "mannequin_high.glb"}) {
        const Geometry geometry = importGltf(kFolder / name).geometry;
        // Averages are per position, because the vertices on both sides of a texture seam have one
        // normal.
        std::map<glm::vec3, glm::vec3, decltype(less)> normals(less);
        for (size_t i = 0; i < geometry.indices.size(); i += 3) {
            const auto corner = [&](size_t k) {
                return geometry.positions[geometry.indices[i + k]];
            };
            const glm::vec3 normal = glm::cross(corner(1) - corner(0), corner(2) - corner(0));
            for (size_t k = 0; k < 3; ++k) normals[corner(k)] += normal;
        }
        for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
            const glm::vec3 average = glm::normalize(normals.at(geometry.positions[v]));
            ASSERT_GE(glm::dot(geometry.normals[v], average), 0.999f) << name << ", vertex " << v;
        }
    }
}

/// Sets the environment variable SINEW_MODELS during its lifetime.
class Environment {
public:
    explicit Environment(const char* folder) {
        if (const char* set = std::getenv("SINEW_MODELS")) before_ = set;
        setenv("SINEW_MODELS", folder, 1);
    }
    ~Environment() {
        before_.empty() ? unsetenv("SINEW_MODELS") : setenv("SINEW_MODELS", before_.c_str(), 1);
    }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    std::string before_;
};

TEST(SharedModels, AFolderThatIsNotThereOrHasNoModelsIsAFault) {
    for (const char* folder : {"/no/such/folder", SINEW_SOURCE_DIR "/docs"}) {
        const Environment environment(folder);
        EXPECT_THROW((void)sharedFolder(), std::runtime_error);
    }
    const Environment environment(SINEW_SOURCE_DIR "/assets");
    EXPECT_FALSE(sharedModels().empty());
}

}  // namespace
}  // namespace sinew::test
