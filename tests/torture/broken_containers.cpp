// Files that are no glTF, or containers and JSON that lie about themselves.
#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

const std::string kCopy = "copy or download the file again";
const std::string kExport = "export the file again";

Broken text(const char* name, std::string_view content, std::vector<std::string> words) {
    return {.name = name, .bytes = bytesOf(content), .words = std::move(words)};
}

/// The triangle's JSON with one member replaced.
Broken topMember(const char* name, const char* key, std::string_view value,
                 std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.root[key] = json(value);
    return broken(name, gltf, std::move(words));
}

/// The first `size` bytes of a good .glb; `size` < 0 counts from its end.
Broken cut(const char* name, int size, std::vector<std::string> words) {
    Bytes bytes = glbOf(triangle());
    bytes.resize(size < 0 ? bytes.size() - static_cast<size_t>(-size) : static_cast<size_t>(size));
    return {.name = name, .bytes = bytes, .words = std::move(words)};
}

/// A good .glb with one 32-bit number replaced.
Broken patched(const char* name, size_t offset, uint32_t value, std::vector<std::string> words) {
    Bytes bytes = glbOf(triangle());
    for (size_t b = 0; b < 4; ++b) bytes[offset + b] = static_cast<uint8_t>(value >> (8 * b));
    return {.name = name, .bytes = bytes, .words = std::move(words)};
}

/// A .glb cut to `size` bytes whose header says that this is its length.
Broken cutAndPatched(const char* name, int size, std::vector<std::string> words) {
    Broken broken = cut(name, size, std::move(words));
    const size_t length = broken.bytes.size();
    for (size_t b = 0; b < 4; ++b) broken.bytes[8 + b] = static_cast<uint8_t>(length >> (8 * b));
    return broken;
}

Broken nestedJson() {
    const std::string content = R"({"asset": {"version": "2.0"}, "extras": )" +
                                std::string(5000, '[') + std::string(5000, ']') + "}";
    return text("json_nested_deeply.gltf", content, {"nested deeper than 64 levels", kExport});
}

Broken withoutJson() {
    return {.name = "glb_without_json.glb",
            .bytes = containerOf({{std::string("BIN\0", 4), Bytes(16)}}),
            .words = {"has no JSON chunk", kExport}};
}

Broken required() {
    Gltf gltf = triangle();
    gltf.extension("SINEW_unheard_of", true);
    return {.name = "required_extension_unknown.gltf",
            .bytes = bytesOf(textOf(gltf)),
            .words = {"extensionsRequired: ", "requires the extension SINEW_unheard_of",
                      "export it without this extension"}};
}

}  // namespace

std::vector<Broken> brokenContainers() {
    return {
        text("empty.gltf", "", {"not a glTF file", "name a .glb or .gltf file"}),
        text("prose.gltf", "Once upon a time there was a triangle.\n",
             {"not a glTF file: neither a .glb nor JSON", "name a .glb or .gltf file"}),
        text("png.glb", "\x89PNG\r\n\x1a\n", {"not a glTF file", "name a .glb or .gltf file"}),
        text("json_cut.gltf", R"({"asset": {"version": "2.0"}, "nodes": [{"mesh")",
             {"not a glTF file", "line 1", kExport}),
        text("json_array.gltf", R"([{"asset": {"version": "2.0"}}])",
             {"not a glTF file", "name a .glb or .gltf file"}),
        nestedJson(),
        text("json_without_asset.gltf", R"({"nodes": [{"mesh": 0}]})",
             {"no asset.version", kExport}),
        text("gltf_1.gltf", R"({"asset": {"version": "1.0"}, "nodes": {}})",
             {"asset.version: ", "glTF version 1.0 is not supported", "convert it to glTF 2.0"}),
        topMember("min_version.gltf", "asset", R"({"version": "2.1", "minVersion": "2.1"})",
                  {"asset.minVersion: ", "requires glTF version \"2.1\" or later",
                   "export it as glTF 2.0"}),
        text("no_meshes.gltf", R"({"asset": {"version": "2.0"}})",
             {"draws no triangles", "export a model with a mesh"}),
        topMember("nodes_are_no_array.gltf", "nodes", R"({"first": {"mesh": 0}})",
                  {"nodes: ", "an array of objects is expected", kValidate}),
        topMember("nodes_are_numbers.gltf", "nodes", "[1, 2]",
                  {"nodes: ", "an array of objects is expected", kValidate}),
        topMember("node_mesh_is_text.gltf", "nodes", R"([{"mesh": "body"}])",
                  {"nodes[0].mesh: ", "a non-negative integer is expected, not string", kValidate}),
        topMember("node_mesh_is_negative.gltf", "nodes", R"([{"mesh": -1}])",
                  {"nodes[0].mesh: ", "a non-negative integer is expected, not -1", kValidate}),
        topMember("scene_is_fraction.gltf", "scene", "0.5",
                  {"scene: ", "a non-negative integer is expected, not 0.5", kValidate}),
        required(),
        cut("glb_cut_in_header.glb", 10, {"truncated .glb: 10 bytes", kCopy}),
        cut("glb_cut_in_json.glb", 100, {"truncated .glb", "and the file has 100", kCopy}),
        cut("glb_cut_in_binary.glb", -5, {"truncated .glb", kCopy}),
        cutAndPatched("glb_cut_in_json_length_agrees.glb", 100,
                      {"truncated .glb: a chunk of", "where 80 are left", kCopy}),
        cutAndPatched("glb_cut_in_binary_length_agrees.glb", -4,
                      {"truncated .glb: a chunk of 36 bytes where 32 are left", kCopy}),
        cutAndPatched(
            "glb_binary_chunk_gone.glb", -44,
            {"buffers[0].byteLength: ", "states 36 bytes and has 0", "copy the model again"}),
        patched("glb_of_version_1.glb", 4, 1,
                {"the .glb container has version 1, not 2", "export it as glTF 2.0"}),
        patched("glb_length_of_4_gb.glb", 8, 0xFFFFFFFF,
                {"truncated .glb: the header states 4294967295 bytes", kCopy}),
        patched("glb_chunk_of_4_gb.glb", 12, 0xFFFFFFFF,
                {"truncated .glb: a chunk of 4294967295 bytes", kCopy}),
        withoutJson(),
    };
}

}  // namespace sinew::torture
