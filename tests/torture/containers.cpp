// Where bytes may stand: data URIs, files beside, chunks of a .glb.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

Case externalBuffer() {
    const Gltf gltf = triangle();
    return {.name = "external_buffer",
            .shows = "a buffer in a file beside, its name percent-encoded",
            .gltf = gltf,
            .expected = unmovedTriangle(),
            .bytes = bytesOf(textOf(gltf, "external%20buffer.bin")),
            .beside = {{"external buffer.bin", gltf.bytes}}};
}

// Positions in the first buffer, indices in the second, whose data URI has the media type that
// glTF registered. The primitive's indices 2 1 0 turn it round.
Case twoBuffers() {
    Gltf gltf = triangle();
    gltf.root["buffers"] = Json::array(
        {{{"byteLength", 36}, {"uri", "data:application/gltf-buffer;base64," + base64(gltf.bytes)}},
         {{"byteLength", 3}, {"uri", "data:application/octet-stream;base64,AgEA"}}});
    gltf.add("bufferViews", json(R"({"buffer": 1, "byteLength": 3})"));
    gltf.primitive()["indices"] =
        gltf.add("accessors",
                 json(R"({"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"})"));
    Expected expected = unmovedTriangle();
    expected.triangles = {{2, 1, 0}};
    return {.name = "two_buffers",
            .shows = "two data URIs of different media types",
            .gltf = gltf,
            .expected = expected};
}

Case glb() {
    return {.name = "glb",
            .shows = "a binary container",
            .gltf = triangle(),
            .container = Container::binary,
            .expected = unmovedTriangle()};
}

// Only its data URI has bytes; there is no binary chunk. Wasteful, which the validator says, but
// legal.
Case glbWithoutBinary() {
    Expected expected = unmovedTriangle();
    expected.validatorWarnings = {"DATA_URI_GLB"};
    return {.name = "glb_without_binary_chunk",
            .shows = "a binary container whose buffer is a data URI",
            .gltf = {},
            .container = Container::binary,
            .expected = expected,
            .bytes = containerOf({{"JSON", bytesOf(textOf(triangle()))}})};
}

// Section 4.4.3: clients ignore chunks that they do not know.
Case glbUnknownChunk() {
    const Gltf gltf = triangle();
    Json root = gltf.root;
    root["buffers"] = json(R"([{"byteLength": 36}])");
    Expected expected = unmovedTriangle();
    expected.validatorWarnings = {"GLB_UNKNOWN_CHUNK_TYPE"};
    return {.name = "glb_unknown_chunk",
            .shows = "a chunk of an unknown type is skipped",
            .gltf = {},
            .container = Container::binary,
            .expected = expected,
            .bytes = containerOf({{"JSON", bytesOf(root.dump())},
                                  {std::string("BIN\0", 4), gltf.bytes},
                                  {"SNEW", bytesOf("unheard of")}})};
}

Case glbExternalBuffer() {
    const Gltf gltf = triangle();
    Json root = gltf.root;
    root["buffers"] = json(R"([{"byteLength": 36, "uri": "glb_external_buffer.bin"}])");
    return {.name = "glb_external_buffer",
            .shows = "a binary container whose buffer stands in a file beside",
            .gltf = {},
            .container = Container::binary,
            .expected = unmovedTriangle(),
            .bytes = containerOf({{"JSON", bytesOf(root.dump())}}),
            .beside = {{"glb_external_buffer.bin", gltf.bytes}}};
}

Case unknownExtension() {
    Gltf gltf = triangle();
    gltf.extension("SINEW_unheard_of");
    gltf.root["nodes"][0]["extensions"] = json(R"({"SINEW_unheard_of": {"node": -1}})");
    Expected expected = unmovedTriangle();
    expected.warnings = {"SINEW_unheard_of"};
    return {.name = "unknown_extension",
            .shows = "an unknown extension that is not required: one warning",
            .gltf = gltf,
            .expected = expected};
}

}  // namespace

std::vector<Case> containerCases() {
    return {externalBuffer(),    twoBuffers(),      glb(), glbWithoutBinary(), glbUnknownChunk(),
            glbExternalBuffer(), unknownExtension()};
}

}  // namespace sinew::torture
