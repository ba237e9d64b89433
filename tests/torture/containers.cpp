// Cases of the locations of binary data: data URIs, separate files, chunks of a .glb.
#include "tests/torture/shapes.h"

namespace sinew::torture {

void addContainers(Cases& cases) {
    const Gltf good = triangle();
    const auto add = [&cases](const char* name, const char* shows, const Gltf& gltf) -> Case& {
        return cases.add(name, shows, gltf, unmovedTriangle());
    };
    /// Returns the triangle's JSON as the first chunk of a .glb. Its member "buffers" is `buffers`.
    const auto jsonChunk = [&good](const char* buffers) -> Chunk {
        return {"JSON", bytesOf(Gltf(good).set(std::string("buffers = ") + buffers).root.dump())};
    };

    Case* test =
        &add("external_buffer", "a buffer in a separate file, its name percent-encoded", good);
    test->bytes = bytesOf(textOf(good, "external%20buffer.bin"));
    test->files = {{"external buffer.bin", good.bytes}};

    // Buffer 0 has the positions, in a data URI with the registered glTF media type. Buffer 1 has
    // the indices 2 1 0, which reverse the winding.
    Gltf two = good;
    two.root["buffers"] = Json::array(
        {{{"byteLength", 36}, {"uri", "data:application/gltf-buffer;base64," + base64(two.bytes)}},
         {{"byteLength", 3}, {"uri", "data:application/octet-stream;base64,AgEA"}}});
    two.set(R"(bufferViews[1] = {"buffer": 1, "byteLength": 3} &
               accessors[1] = {"bufferView": 1, "componentType": 5121, "count": 3, "type": "SCALAR"} &
               meshes[0].primitives[0].indices = 1)");
    add("two_buffers", "two data URIs of different media types", two).expected.triangles = {
        {2, 1, 0}};

    add("glb", "a binary container", good).binary = true;

    // The bytes are in a data URI, so the .glb has no binary chunk. This is valid, but the
    // validator warns.
    test = &add("glb_without_binary_chunk", "a binary container whose buffer is a data URI", {});
    test->binary = true;
    test->bytes = containerOf({{"JSON", bytesOf(textOf(good))}});
    test->expected.validatorWarnings = {"DATA_URI_GLB"};

    // glTF specification, section 4.4.3: clients ignore chunks of unknown types.
    test = &add("glb_unknown_chunk", "a chunk of an unknown type is skipped", {});
    test->binary = true;
    test->bytes = containerOf({jsonChunk(R"([{"byteLength": 36}])"),
                               {std::string("BIN\0", 4), good.bytes},
                               {"SNEW", bytesOf("unheard of")}});
    test->expected.validatorWarnings = {"GLB_UNKNOWN_CHUNK_TYPE"};

    test = &add("glb_external_buffer", "a binary container whose buffer is in a separate file", {});
    test->binary = true;
    test->bytes =
        containerOf({jsonChunk(R"([{"byteLength": 36, "uri": "glb_external_buffer.bin"}])")});
    test->files = {{"glb_external_buffer.bin", good.bytes}};

    add("unknown_extension", "an unknown extension that is not required: one warning",
        Gltf(good).set(R"(extensionsUsed = ["SINEW_unheard_of"] &
                          nodes[0].extensions = {"SINEW_unheard_of": {"node": -1}})"))
        .expected.warnings = {"SINEW_unheard_of"};
}

}  // namespace sinew::torture
