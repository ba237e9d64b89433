// Mutations that get past the container: JSON stays JSON, and the lengths in a .glb stay right.
//
// Bytes flipped at random rarely leave a parseable file, and hardly ever one with another chunk
// length. Here the JSON is changed as a tree, with the words and numbers of glTF, and the binary
// chunk as bytes; one mutation in eight still goes to the raw bytes.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "skinning/gltf/uri.h"
#include "tests/fuzz/json_tree.h"
#include "tests/gltf.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using namespace sinew;
using test::below;
using test::Json;
using test::Random;

// Members with the values that make them mean something.
constexpr const char* kSnippets[] = {
    R"({"byteStride": 12})",
    R"({"byteOffset": 4})",
    R"({"byteLength": 4294967295})",
    R"({"count": 4294967295})",
    R"({"normalized": true})",
    R"({"componentType": 5120})",
    R"({"componentType": 5121})",
    R"({"componentType": 5122})",
    R"({"componentType": 5123})",
    R"({"componentType": 5125})",
    R"({"componentType": 5126})",
    R"({"type": "SCALAR"})",
    R"({"type": "VEC2"})",
    R"({"type": "VEC3"})",
    R"({"type": "VEC4"})",
    R"({"type": "MAT4"})",
    R"({"type": "MAT2"})",
    R"({"sparse": {"count": 1, "indices": {"bufferView": 0, "componentType": 5121},
        "values": {"bufferView": 0}}})",
    R"({"bufferView": 0})",
    R"({"mode": 5})",
    R"({"mode": 6})",
    R"({"targets": [{"POSITION": 0, "NORMAL": 0, "TANGENT": 0}]})",
    R"({"weights": [0.5]})",
    R"({"weights": [1e38, -1e38]})",
    R"({"JOINTS_0": 0, "WEIGHTS_0": 1})",
    R"({"JOINTS_1": 0, "WEIGHTS_1": 1})",
    R"({"NORMAL": 0})",
    R"({"TANGENT": 0})",
    R"({"TEXCOORD_0": 0})",
    R"({"TEXCOORD_1": 0})",
    R"({"COLOR_0": 0})",
    R"({"matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]})",
    R"({"rotation": [0, 0, 0, 0]})",
    R"({"rotation": [0, 0, 0, 1]})",
    R"({"scale": [0, 0, 0]})",
    R"({"scale": [1e30, -1e-30, 1]})",
    R"({"translation": [3e38, 0, 0]})",
    R"({"children": [0]})",
    R"({"children": [1]})",
    R"({"skin": 0})",
    R"({"mesh": 0})",
    R"({"skeleton": 0})",
    R"({"joints": [0, 1, 2]})",
    R"({"inverseBindMatrices": 0})",
    R"({"interpolation": "STEP"})",
    R"({"interpolation": "LINEAR"})",
    R"({"interpolation": "CUBICSPLINE"})",
    R"({"path": "weights"})",
    R"({"path": "rotation"})",
    R"({"path": "scale"})",
    R"({"path": "translation"})",
    R"({"path": "pointer"})",
    R"({"uri": "side.bin"})",
    R"({"uri": "../secret.bin"})",
    R"({"uri": "link.bin"})",
    R"({"uri": "%2e%2e/secret.bin"})",
    R"({"uri": "textures/../../secret.bin"})",
    R"({"uri": "/etc/passwd"})",
    R"({"uri": "file:///etc/passwd"})",
    R"({"uri": "."})",
    R"({"uri": "data:,AAAA"})",
    R"({"uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAABAAABAQA=="})",
    R"({"mimeType": "image/png"})",
    R"({"name": "a\nb"})",
    R"({"extensionsUsed": ["KHR_mesh_quantization"]})",
    R"({"extensionsRequired": ["KHR_mesh_quantization"]})",
    R"({"extensionsRequired": ["EXT_unknown\nname"]})",
    R"({"extensions": {"KHR_materials_unlit": {}}})",
    R"({"extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 5}}})",
    R"({"extensions": {"KHR_texture_transform": {"offset": [0, 1], "rotation": 1,
        "scale": [2, 2], "texCoord": 1}}})",
    R"({"extensions": {"KHR_texture_basisu": {"source": 0}}})",
    R"({"extensions": {"EXT_meshopt_compression": {"buffer": 0, "byteOffset": 0,
        "byteLength": 64, "byteStride": 4, "count": 16, "mode": "ATTRIBUTES",
        "filter": "NONE"}}})",
    R"({"extensions": {"EXT_meshopt_compression": {"fallback": true}}})",
    R"({"mode": "TRIANGLES"})",
    R"({"mode": "INDICES"})",
    R"({"filter": "OCTAHEDRAL"})",
    R"({"filter": "QUATERNION"})",
    R"({"filter": "EXPONENTIAL"})",
    R"({"fallback": true})",
    R"({"extensions": {"KHR_draco_mesh_compression": {"bufferView": 0,
        "attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}}})",
    R"({"alphaMode": "MASK", "alphaCutoff": 0.5})",
    R"({"doubleSided": true})",
    R"({"material": 0})",
    R"({"baseColorTexture": {"index": 0, "texCoord": 1}})",
    R"({"normalTexture": {"index": 0, "scale": 2}})",
    R"({"occlusionTexture": {"index": 0, "strength": 0.5}})",
    R"({"emissiveTexture": {"index": 0}, "emissiveFactor": [1, 1, 1]})",
    R"({"metallicRoughnessTexture": {"index": 0}})",
    R"({"source": 0, "sampler": 0})",
    R"({"magFilter": 9728, "minFilter": 9984, "wrapS": 33071, "wrapT": 33648})",
    R"({"accessors": []})",
    R"({"bufferViews": [{"buffer": 0, "byteLength": 4}]})",
    R"({"animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
        "samplers": [{"input": 0, "output": 1}]}]})",
    R"({"skins": [{"joints": [0]}]})",
    R"({"scene": 0, "scenes": [{"nodes": [0]}]})",
};

constexpr const char* kWords[] = {"../secret.bin"};
constexpr test::JsonWords kGltf{kSnippets, kWords};

struct Parts {
    std::string json;
    std::vector<uint8_t> binary;
    bool glb = false;
};

uint32_t readU32(const uint8_t* bytes) {
    uint32_t value = 0;
    std::memcpy(&value, bytes, 4);
    return value;
}

Parts split(const uint8_t* data, size_t size) {
    Parts parts;
    if (size < 20 || std::memcmp(data, "glTF", 4) != 0) {
        parts.json.assign(reinterpret_cast<const char*>(data), size);
        return parts;
    }
    parts.glb = true;
    const size_t jsonBytes = std::min<size_t>(readU32(data + 12), size - 20);
    parts.json.assign(reinterpret_cast<const char*>(data + 20), jsonBytes);
    const size_t binary = 20 + jsonBytes + 8;
    if (binary < size) parts.binary.assign(data + binary, data + size);
    return parts;
}

std::string joined(const Parts& parts) {
    if (!parts.glb) return parts.json;
    const test::Bytes glb = test::containerOf(
        {{"JSON", test::bytesOf(parts.json)}, {std::string("BIN\0", 4), parts.binary}});
    return {glb.begin(), glb.end()};
}

// A buffer in a data URI moves to the binary chunk, where its bytes are mutated as bytes.
void toGlb(Json& root, Parts& parts) {
    if (parts.glb || !root.contains("buffers") || !root["buffers"].is_array() ||
        root["buffers"].empty() || !root["buffers"][0].is_object()) {
        return;
    }
    Json& buffer = root["buffers"][0];
    if (!buffer.contains("uri") || !buffer["uri"].is_string()) return;
    const auto uri = buffer["uri"].get<std::string>();
    if (!uri.starts_with("data:")) return;
    try {
        std::vector<uint8_t> storage;
        const sinew::gltf::ByteSource source =
            sinew::gltf::openUri(uri, "", sinew::gltf::Reach::folder, "");
        const auto bytes = source.all(storage);
        parts.binary.assign(bytes.begin(), bytes.end());
    } catch (const std::runtime_error&) {
        return;
    }
    buffer.erase("uri");
    parts.glb = true;
}

void mutateJson(Parts& parts, Random& random) {
    const bool intoBinary = below(random, 3) == 0;
    test::mutateJson(parts.json, random, kGltf, [&](Json& root) {
        if (intoBinary) toGlb(root, parts);
    });
}

}  // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize,
                                          unsigned int seed) {
    Random random(seed);
    random.discard(1);
    if (size == 0 || below(random, 8) == 0) return LLVMFuzzerMutate(data, size, maxSize);
    Parts parts = split(data, size);
    if (!parts.binary.empty() && below(random, 3) == 0) {
        const size_t before = parts.binary.size();
        parts.binary.resize(before + 16);
        parts.binary.resize(LLVMFuzzerMutate(parts.binary.data(), before, parts.binary.size()));
    } else {
        mutateJson(parts, random);
    }
    const std::string out = joined(parts);
    if (out.size() > maxSize) return LLVMFuzzerMutate(data, size, maxSize);
    std::memcpy(data, out.data(), out.size());
    return out.size();
}
