// Writes the glTF files of all tests: the file's JSON, and the bytes of one buffer.
#pragma once

#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::test {

using Json = nlohmann::json;
using Bytes = std::vector<uint8_t>;

/// Parses JSON for the file; throws if it is invalid.
inline Json json(std::string_view text) {
    return Json::parse(text);
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

int componentsOf(std::string_view type);  // "VEC3": 3

struct AccessorOptions {
    bool normalized = false;
    bool bounds = false;  // writes min and max, which POSITION and key times require
};

class Gltf {
public:
    Json root = {{"asset", {{"version", "2.0"}}}};
    Bytes bytes;

    /// Appends `data` to the buffer, 4-byte aligned; returns the new view.
    int viewOfBytes(const void* data, size_t sizeBytes, size_t strideBytes = 0);

    template <typename T>
    int view(const std::vector<T>& values, size_t strideBytes = 0) {
        return viewOfBytes(values.data(), values.size() * sizeof(T), strideBytes);
    }

    /// Adds a view and an accessor for all of it. Elements of vectors are padded to 4 bytes, which
    /// the specification requires for vertex attributes.
    template <typename T>
    int accessor(const std::vector<T>& values, std::string_view type,
                 AccessorOptions options = {}) {
        const auto components = static_cast<size_t>(componentsOf(type));
        const size_t tight = components * sizeof(T);
        const size_t stride = type == "SCALAR" ? tight : (tight + 3) / 4 * 4;
        const size_t count = values.size() / components;
        Bytes padded(count * stride);
        for (size_t e = 0; e < count; ++e) {
            std::memcpy(padded.data() + e * stride, values.data() + e * components, tight);
        }
        Json accessor = {{"bufferView", view(padded, stride == tight ? 0 : stride)},
                         {"componentType", componentType<T>()},
                         {"count", count},
                         {"type", type}};
        if (options.normalized) accessor["normalized"] = true;
        if (options.bounds) addBounds(accessor, values, components);
        return add("accessors", std::move(accessor));
    }

    int positions(const std::vector<float>& values) {
        return accessor(values, "VEC3", {.bounds = true});
    }
    int times(const std::vector<float>& values) {
        return accessor(values, "SCALAR", {.bounds = true});
    }
    int vec3(const std::vector<float>& values) { return accessor(values, "VEC3"); }
    int vec4(const std::vector<float>& values) { return accessor(values, "VEC4"); }
    int scalars(const std::vector<float>& values) { return accessor(values, "SCALAR"); }

    /// Appends to a top-level array; returns the item's index.
    int add(const char* array, Json item);

    /// The first primitive and its attributes.
    Json& primitive(size_t mesh = 0, size_t index = 0) {
        return root["meshes"][mesh]["primitives"][index];
    }
    Json& attributes(size_t mesh = 0, size_t index = 0) {
        return primitive(mesh, index)["attributes"];
    }

    /// Adds an attribute to the first primitive, with the usual type of its semantic.
    template <typename T = float>
    Gltf& with(const std::string& semantic, const std::vector<T>& values,
               AccessorOptions options = {}) {
        options.bounds = options.bounds || semantic == "POSITION";
        const bool three = semantic == "POSITION" || semantic == "NORMAL";
        const bool two = semantic.starts_with("TEXCOORD");
        attributes()[semantic] = accessor<T>(values,
                                             three ? "VEC3"
                                             : two ? "VEC2"
                                                   : "VEC4",
                                             options);
        return *this;
    }

    /// Applies changes "PATH = VALUE", joined by " & ": the member at the JSON path gets the value,
    /// or is removed if there is none. Index [-] appends.
    Gltf& set(std::string_view changes);

    /// Adds a sampler and a channel to animation 0, which the first call adds.
    void channel(int node, const char* path, int input, int output,
                 const char* interpolation = "LINEAR");

    /// Adds an extension to extensionsUsed and, if `required`, to extensionsRequired.
    void extension(const char* name, bool required = false);

    template <typename T>
    static void addBounds(Json& accessor, const std::vector<T>& values, size_t components) {
        Json low = Json::array(), high = Json::array();
        for (size_t c = 0; c < components; ++c) {
            T least = values[c], most = values[c];
            for (size_t i = c; i < values.size(); i += components) {
                least = std::min(least, values[i]);
                most = std::max(most, values[i]);
            }
            low.push_back(least);
            high.push_back(most);
        }
        accessor["min"] = low;
        accessor["max"] = high;
    }
};

/// The file as text. The buffer is a data URI inside, or the file that `uri` names.
std::string textOf(const Gltf& gltf, std::string_view uri = {});

/// The file as a binary container.
Bytes glbOf(const Gltf& gltf);

/// A binary container of these chunks. `type` has four characters.
struct Chunk {
    std::string type;
    Bytes bytes;
};
Bytes containerOf(const std::vector<Chunk>& chunks);

std::string base64(const Bytes& bytes);
Bytes bytesOf(std::string_view text);

}  // namespace sinew::test
