// Makes small glTF files for tests: JSON with one data URI, or a .glb.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "skinning/gltf/import.h"

namespace sinew::test {

using Json = nlohmann::json;

/// A folder of its own for each test, so that tests may run side by side.
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

inline std::string base64(const std::vector<uint8_t>& bytes) {
    static const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string out;
    for (size_t i = 0; i < bytes.size(); i += 3) {
        uint32_t group = 0;
        for (size_t b = 0; b < 3; ++b) {
            group = group << 8 | (i + b < bytes.size() ? bytes[i + b] : 0u);
        }
        for (size_t d = 0; d < 4; ++d) {
            out += i + d > bytes.size() ? '=' : digits[group >> (18 - 6 * d) & 63];
        }
    }
    return out;
}

template <typename T>
constexpr int componentType() {
    if constexpr (std::is_same_v<T, int8_t>) return 5120;
    if constexpr (std::is_same_v<T, uint8_t>) return 5121;
    if constexpr (std::is_same_v<T, int16_t>) return 5122;
    if constexpr (std::is_same_v<T, uint16_t>) return 5123;
    if constexpr (std::is_same_v<T, uint32_t>) return 5125;
    return 5126;
}

inline int componentsOf(const std::string& type) {
    if (type == "SCALAR") return 1;
    if (type == "MAT4") return 16;
    return type[3] - '0';
}

struct GltfBuilder {
    Json root = {{"asset", {{"version", "2.0"}}}};
    std::vector<uint8_t> bytes;

    /// Appends `values` to the buffer, 4-byte aligned; returns the new view's index.
    template <typename T>
    size_t view(const std::vector<T>& values) {
        bytes.resize((bytes.size() + 3) / 4 * 4);
        const size_t offset = bytes.size();
        bytes.resize(offset + values.size() * sizeof(T));
        if (!values.empty()) {
            std::memcpy(bytes.data() + offset, values.data(), values.size() * sizeof(T));
        }
        root["bufferViews"].push_back(
            {{"buffer", 0}, {"byteOffset", offset}, {"byteLength", values.size() * sizeof(T)}});
        return root["bufferViews"].size() - 1;
    }

    template <typename T>
    size_t accessor(const std::vector<T>& values, const std::string& type,
                    bool normalized = false) {
        Json accessor = {{"bufferView", view(values)},
                         {"componentType", componentType<T>()},
                         {"count", values.size() / static_cast<size_t>(componentsOf(type))},
                         {"type", type}};
        if (normalized) accessor["normalized"] = true;
        return add("accessors", accessor);
    }

    size_t add(const char* array, const Json& item) {
        root[array].push_back(item);
        return root[array].size() - 1;
    }

    std::string json(bool embedded) const {
        Json out = root;
        if (!bytes.empty() && !out.contains("buffers")) {
            out["buffers"] = {{{"byteLength", bytes.size()}}};
            if (embedded) {
                out["buffers"][0]["uri"] = "data:application/octet-stream;base64," + base64(bytes);
            }
        }
        return out.dump();
    }

    std::string glb() const {
        const auto u32 = [](size_t value) {
            std::string text(4, '\0');
            const auto narrow = static_cast<uint32_t>(value);
            std::memcpy(text.data(), &narrow, 4);
            return text;
        };
        std::string text = json(false);
        text.resize((text.size() + 3) / 4 * 4, ' ');
        std::string binary(bytes.begin(), bytes.end());
        binary.resize((binary.size() + 3) / 4 * 4, '\0');
        std::string out = "glTF" + u32(2) + u32(12 + 8 + text.size() + 8 + binary.size());
        out += u32(text.size()) + "JSON" + text;
        out += u32(binary.size()) + std::string("BIN\0", 4) + binary;
        return out;
    }

    std::filesystem::path write() const { return writeFile("model.gltf", json(true)); }
    Model import() const { return importGltf(write()); }

    /// The message of the error that importing ends with; empty when it succeeds.
    std::string importError() const {
        try {
            import();
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return {};
    }
};

/// One triangle (0,0,0) (1,0,0) (0,1,0) in meshes[0].primitives[0], drawn by nodes[0].
inline GltfBuilder triangle() {
    GltfBuilder builder;
    const size_t positions = builder.accessor<float>({0, 0, 0, 1, 0, 0, 0, 1, 0}, "VEC3");
    builder.add("meshes", {{"primitives", {{{"attributes", {{"POSITION", positions}}}}}}});
    builder.add("nodes", {{"mesh", 0}});
    return builder;
}

/// The triangle with its vertices bound to two joints: nodes[1] and its child nodes[2].
inline GltfBuilder skinnedTriangle() {
    GltfBuilder builder = triangle();
    Json& attributes = builder.root["meshes"][0]["primitives"][0]["attributes"];
    attributes["JOINTS_0"] =
        builder.accessor<uint8_t>({0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    attributes["WEIGHTS_0"] =
        builder.accessor<float>({1, 0, 0, 0, .25f, .75f, 0, 0, 1, 0, 0, 0}, "VEC4");
    builder.root["nodes"][0]["skin"] = 0;
    builder.add("nodes", {{"name", "root"}, {"children", {2}}});
    builder.add("nodes", {{"name", "tip"}, {"translation", {0, 2, 0}}});
    builder.add("skins", {{"joints", {1, 2}}});
    return builder;
}

/// Gives the first primitive a material whose normal texture reads TEXCOORD_`set`.
inline void addNormalTexture(GltfBuilder& builder, int set = 0) {
    builder.root["meshes"][0]["primitives"][0]["material"] = 0;
    builder.root["materials"] = {{{"normalTexture", {{"index", 0}, {"texCoord", set}}}}};
    builder.root["textures"] = {{{"source", 0}}};
    builder.root["images"] = {
        {{"uri",
          "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNo"
          "aPj/HwAGggL/bOBDIwAAAABJRU5ErkJggg=="}}};
}

}  // namespace sinew::test
