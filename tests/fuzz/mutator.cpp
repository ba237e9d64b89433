// Mutates glTF files and keeps the container valid. Random byte changes rarely leave a file that
// can be parsed. So the JSON is changed as a tree, with the vocabulary of glTF, and the binary
// chunk as bytes. The lengths in a .glb are corrected. One mutation in eight changes raw bytes.
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "skinning/gltf/file/uri.h"
#include "tests/fuzz/json_tree.h"
#include "tests/gltf.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using namespace sinew;
using test::below;
using test::Json;
using test::Random;

// Members of glTF objects, with meaningful values.
const test::JsonWords kGltf{Json::parse(R"([
    {"byteStride": 12}, {"byteOffset": 4}, {"byteLength": 4294967295}, {"count": 4294967295},
    {"normalized": true}, {"componentType": 5120}, {"componentType": 5121}, {"componentType": 5122},
    {"componentType": 5123}, {"componentType": 5125}, {"componentType": 5126}, {"type": "SCALAR"},
    {"type": "VEC2"}, {"type": "VEC3"}, {"type": "VEC4"}, {"type": "MAT4"}, {"type": "MAT2"},
    {"sparse": {"count": 1, "indices": {"bufferView": 0, "componentType": 5121}, "values":
        {"bufferView": 0}}}, {"bufferView": 0}, {"mode": 5}, {"mode": 6},
    {"targets": [{"POSITION": 0, "NORMAL": 0, "TANGENT": 0}]}, {"weights": [0.5]},
    {"weights": [1e38, -1e38]}, {"JOINTS_0": 0, "WEIGHTS_0": 1}, {"JOINTS_1": 0, "WEIGHTS_1": 1},
    {"NORMAL": 0}, {"TANGENT": 0}, {"TEXCOORD_0": 0}, {"TEXCOORD_1": 0}, {"COLOR_0": 0},
    {"matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1]}, {"rotation": [0, 0, 0, 0]},
    {"rotation": [0, 0, 0, 1]}, {"scale": [0, 0, 0]}, {"scale": [1e30, -1e-30, 1]},
    {"translation": [3e38, 0, 0]}, {"children": [0]}, {"children": [1]}, {"skin": 0}, {"mesh": 0},
    {"skeleton": 0}, {"joints": [0, 1, 2]}, {"inverseBindMatrices": 0}, {"interpolation": "STEP"},
    {"interpolation": "LINEAR"}, {"interpolation": "CUBICSPLINE"}, {"path": "weights"},
    {"path": "rotation"}, {"path": "scale"}, {"path": "translation"}, {"path": "pointer"},
    {"uri": "side.bin"}, {"uri": "../secret.bin"}, {"uri": "link.bin"},
    {"uri": "%2e%2e/secret.bin"}, {"uri": "textures/../../secret.bin"}, {"uri": "/etc/passwd"},
    {"uri": "file:///etc/passwd"}, {"uri": "."}, {"uri": "data:,AAAA"},
    {"uri": "data:application/octet-stream;base64,AAAAAAAAgD8AAABAAABAQA=="},
    {"mimeType": "image/png"}, {"name": "a\nb"}, {"extensionsUsed": ["KHR_mesh_quantization"]},
    {"extensionsRequired": ["KHR_mesh_quantization"]},
    {"extensionsRequired": ["EXT_unknown\nname"]}, {"extensions": {"KHR_materials_unlit": {}}},
    {"extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 5}}},
    {"extensions": {"KHR_texture_transform": {"offset": [0, 1], "rotation": 1, "scale": [2, 2],
        "texCoord": 1}}}, {"extensions": {"KHR_texture_basisu": {"source": 0}}},
    {"extensions": {"EXT_meshopt_compression": {"buffer": 0, "byteOffset": 0, "byteLength": 64,
        "byteStride": 4, "count": 16, "mode": "ATTRIBUTES", "filter": "NONE"}}},
    {"extensions": {"EXT_meshopt_compression": {"fallback": true}}}, {"mode": "TRIANGLES"},
    {"mode": "INDICES"}, {"filter": "OCTAHEDRAL"}, {"filter": "QUATERNION"},
    {"filter": "EXPONENTIAL"}, {"fallback": true},
    {"extensions": {"KHR_draco_mesh_compression": {"bufferView": 0, "attributes": {"POSITION": 0,
        "JOINTS_0": 1, "WEIGHTS_0": 2}}}}, {"alphaMode": "MASK", "alphaCutoff": 0.5},
    {"doubleSided": true}, {"material": 0}, {"baseColorTexture": {"index": 0, "texCoord": 1}},
    {"normalTexture": {"index": 0, "scale": 2}},
    {"occlusionTexture": {"index": 0, "strength": 0.5}},
    {"emissiveTexture": {"index": 0}, "emissiveFactor": [1, 1, 1]},
    {"metallicRoughnessTexture": {"index": 0}}, {"source": 0, "sampler": 0},
    {"magFilter": 9728, "minFilter": 9984, "wrapS": 33071, "wrapT": 33648}, {"accessors": []},
    {"bufferViews": [{"buffer": 0, "byteLength": 4}]},
    {"animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}],
        "samplers": [{"input": 0, "output": 1}]}]}, {"skins": [{"joints": [0]}]},
    {"scene": 0, "scenes": [{"nodes": [0]}]}])"),
                            Json::parse(R"(["../secret.bin"])")};

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

// Moves a buffer from a data URI to the binary chunk, where later mutations change it as bytes.
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
