// Builds small glTF files in a separate folder for each test, and imports them.
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "skinning/gltf/import.h"
#include "tests/error_of.h"
#include "tests/gltf.h"

namespace sinew::test {

/// Returns a folder that only the current test uses, so that tests can run in parallel.
inline std::filesystem::path testFolder() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    const std::filesystem::path folder =
        std::filesystem::path(testing::TempDir()) /
        (std::string("sinew-") + info->test_suite_name() + "." + info->name());
    std::filesystem::create_directories(folder);
    return folder;
}

inline std::filesystem::path writeFile(const std::string& name, const std::string& bytes) {
    const std::filesystem::path file = testFolder() / name;
    std::ofstream(file, std::ios::binary) << bytes;
    return file;
}

/// Returns the error message of the import, or an empty string.
inline std::string importError(const std::filesystem::path& file) {
    return errorOf([&] { importGltf(file); });
}

struct GltfBuilder : Gltf {
    GltfBuilder& set(std::string_view changes) {
        Gltf::set(changes);
        return *this;
    }
    template <typename T = float>
    GltfBuilder& with(const std::string& semantic, const std::vector<T>& values,
                      AccessorOptions options = {}) {
        Gltf::with(semantic, values, options);
        return *this;
    }
    std::string json() const { return textOf(*this); }
    std::string glb() const {
        const Bytes bytesOfFile = glbOf(*this);
        return {bytesOfFile.begin(), bytesOfFile.end()};
    }
    std::filesystem::path write() const { return writeFile("model.gltf", json()); }
    Model import() const { return importGltf(write()); }

    std::string importError() const { return test::importError(write()); }
};

/// Returns a file with the triangle (0,0,0) (1,0,0) (0,1,0) in meshes[0].primitives[0], drawn by
/// nodes[0].
inline GltfBuilder triangle() {
    GltfBuilder builder;
    const int positions = builder.vec3({0, 0, 0, 1, 0, 0, 0, 1, 0});
    builder.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}});
    builder.add("nodes", {{"mesh", 0}});
    return builder;
}

/// Returns the triangle with its vertices bound to two joints: nodes[1] and its child nodes[2].
inline GltfBuilder skinnedTriangle() {
    return triangle()
        .with<uint8_t>("JOINTS_0", {0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0})
        .with("WEIGHTS_0", {1, 0, 0, 0, .25f, .75f, 0, 0, 1, 0, 0, 0})
        .set(R"(skins = [{"joints": [1, 2]}] & nodes = [
                {"mesh": 0, "skin": 0},
                {"name": "root", "children": [2]},
                {"name": "tip", "translation": [0, 2, 0]}])");
}

/// Adds a material to the first primitive. Its normal texture reads TEXCOORD_0.
inline GltfBuilder& addNormalTexture(GltfBuilder& builder) {
    return builder.set(R"(meshes[0].primitives[0].material = 0 & textures = [{"source": 0}] &
        materials = [{"normalTexture": {"index": 0}}] &
        images = [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNoaPj/HwAGggL/bOBDIwAAAABJRU5ErkJggg=="}])");
}

}  // namespace sinew::test
