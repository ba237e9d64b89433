// Writes the glTF files of all tests: the JSON of a file, and the bytes of one buffer.
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

int componentsOf(std::string_view type);  // number of components: 3 for "VEC3"

struct AccessorOptions {
    bool normalized = false;
    bool bounds = false;  // writes min and max, which POSITION and key times require
};

class Gltf {
public:
    Json root = {{"asset", {{"version", "2.0"}}}};
    Bytes bytes;

    /// Appends `data` to the buffer, 4-byte aligned. Returns the index of the new buffer view.
    int viewOfBytes(const void* data, size_t sizeBytes, size_t strideBytes = 0);

    template <typename T>
    int view(const std::vector<T>& values, size_t strideBytes = 0) {
        return viewOfBytes(values.data(), values.size() * sizeof(T), strideBytes);
    }

    /// Adds a buffer view of `values` and an accessor. Returns the accessor's index. Vector
    /// elements are padded to 4 bytes, which the specification requires for vertex attributes.
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

    /// Appends `item` to a top-level array and returns its index.
    int add(const char* array, Json item);

    /// Returns a primitive; by default, the first one of the file.
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

    /// Applies changes "PATH = VALUE", joined by " & ". The member at the JSON path PATH gets
    /// VALUE, or is removed if VALUE is empty. Index [-] appends to an array.
    Gltf& set(std::string_view changes);

    /// Adds a sampler and a channel to animation 0. The first call also adds the animation.
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

/// Returns the file as text. The buffer is a data URI, or the file `uri` if that is not empty.
std::string textOf(const Gltf& gltf, std::string_view uri = {});

/// Returns the file as a binary container (.glb).
Bytes glbOf(const Gltf& gltf);

/// A chunk of a binary container. `type` has four characters.
struct Chunk {
    std::string type;
    Bytes bytes;
};
Bytes containerOf(const std::vector<Chunk>& chunks);

std::string base64(const Bytes& bytes);
Bytes bytesOf(std::string_view text);

}  // namespace sinew::test
