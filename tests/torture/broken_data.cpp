// Buffers, views and accessors that claim what is not there.
#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

const std::string kPosition = "meshes[0].primitives[0].attributes.POSITION -> accessors[0]";
const std::string kInFolder = "move buffers and images to the model's folder";

Broken buffer(const char* name, std::string_view uri, std::vector<std::string> words) {
    return {.name = name, .bytes = bytesOf(textOf(triangle(), uri)), .words = std::move(words)};
}

/// The triangle with one member of its first accessor or view replaced.
Broken accessor(const char* name, const char* member, Json value, std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.root["accessors"][0][member] = std::move(value);
    return broken(name, gltf, std::move(words));
}
Broken view(const char* name, const char* member, Json value, std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.root["bufferViews"][0][member] = std::move(value);
    return broken(name, gltf, std::move(words));
}

Broken bufferLength(const char* name, Json length, std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.root["buffers"] =
        Json::array({{{"byteLength", std::move(length)},
                      {"uri", "data:application/octet-stream;base64," + base64(gltf.bytes)}}});
    return broken(name, gltf, std::move(words));
}

Broken shortFile() {
    Broken test = buffer("buffer_file_short.gltf", "buffer_file_short.bin",
                         {"buffers[0].byteLength: ", "states 36 bytes and has 35",
                          "copy the model again with all of its files"});
    test.beside = {{"buffer_file_short.bin", Bytes(35)}};
    return test;
}

// Four billion vertices without a buffer view, in as few bytes as say so.
Broken billions() {
    return {.name = "accessor_of_4_billion_zeros.gltf",
            .bytes = bytesOf(
                R"({"asset":{"version":"2.0"},"nodes":[{"mesh":0}],"meshes":[{"primitives":[)"
                R"({"attributes":{"POSITION":0}}]}],"accessors":[{"componentType":5126,)"
                R"("count":4294967295,"type":"VEC3"}]})"),
            .words = {kPosition, "4294967295 elements exceed the data of the file", kValidate}};
}

Broken positions(const char* name, float bad) {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.vec3({0, 0, 0, 1, bad, 0, 0, 1, 0});
    return broken(name, gltf, {kPosition, "element 1 is not finite", kValidate});
}

template <typename T>
Gltf sparse(const std::vector<T>& indices, size_t count) {
    Gltf gltf = triangle();
    const int which = gltf.view(indices);
    const int values = gltf.view<float>(std::vector<float>(3 * indices.size(), 0.0f));
    gltf.root["accessors"][0]["sparse"] = {
        {"count", count},
        {"indices", {{"bufferView", which}, {"componentType", componentType<T>()}}},
        {"values", {{"bufferView", values}}}};
    return gltf;
}

Broken sparseValues(const char* name, const char* part, const char* member, int value,
                    std::vector<std::string> words) {
    Gltf gltf = sparse<uint8_t>({0, 2}, 2);
    gltf.root["accessors"][0]["sparse"][part][member] = value;
    return broken(name, gltf, std::move(words));
}

}  // namespace

std::vector<Broken> brokenData() {
    const std::string kSparse = kPosition + ".sparse";
    return {
        buffer("uri_of_http.gltf", "http://example.invalid/a.bin",
               {"buffers[0].uri: ", "has a scheme", "embedded or local files"}),
        buffer("uri_of_file_scheme.gltf", "file:///etc/passwd",
               {"buffers[0].uri: ", "has a scheme", "embedded or local files"}),
        buffer("uri_to_parent_folder.gltf", "../torture/external%20buffer.bin",
               {"buffers[0].uri: ", "is outside of the model's folder", kInFolder}),
        buffer("uri_to_parent_folder_encoded.gltf", "%2e%2e/torture/external%20buffer.bin",
               {"buffers[0].uri: ", "is outside of the model's folder", kInFolder}),
        buffer("uri_through_folder_and_back.gltf", "textures/../../broken/a.bin",
               {"buffers[0].uri: ", "is outside of the model's folder", kInFolder}),
        buffer("uri_absolute.gltf", "/etc/passwd",
               {"buffers[0].uri: ", "is outside of the model's folder", kInFolder}),
        buffer("uri_with_backslash.gltf", "..\\torture\\external.bin",
               {"buffers[0].uri: ", "contains a backslash", "separate folders by a slash (/)"}),
        buffer("uri_with_zero_byte.gltf", "a.bin%00.png",
               {"buffers[0].uri: ", "is outside of the model's folder", kInFolder}),
        buffer("buffer_file_missing.gltf", "nowhere.bin",
               {"buffers[0].uri: ", "no such file", "check the path"}),
        shortFile(),
        buffer("data_uri_of_bad_base64.gltf", "data:application/octet-stream;base64,AA*A",
               {"buffers[0].uri: ", "contains the byte 0x2a", "export the file again"}),
        buffer(
            "data_uri_cut.gltf", "data:application/octet-stream;base64,AAAAA",
            {"buffers[0].uri: ", "base64 of the data URI is truncated", "export the file again"}),
        buffer("data_uri_without_comma.gltf", "data:application/octet-stream;base64",
               {"buffers[0].uri: ", "the data URI has no comma", "export the file again"}),
        buffer("data_uri_short.gltf", "data:application/octet-stream;base64,AAAA",
               {"buffers[0].byteLength: ", "states 36 bytes and has 3", "copy the model again"}),
        bufferLength("buffer_of_exabytes.gltf", 9223372036854775807,
                     {"buffers[0].byteLength: ", "states 9223372036854775807 bytes and has 36",
                      "copy the model again"}),
        bufferLength(
            "buffer_of_negative_length.gltf", -36,
            {"buffers[0].byteLength: ", "a non-negative integer is expected, not -36", kValidate}),
        view("view_of_missing_buffer.gltf", "buffer", 3,
             {"bufferViews[0].buffer: ", "buffer 3 does not exist (the file has 1)", kValidate}),
        view("view_past_buffer.gltf", "byteLength", 37,
             {"bufferViews[0]: ", "byteOffset 0 + byteLength 37 exceeds the buffer's 36 bytes",
              kValidate}),
        view("view_offset_overflows.gltf", "byteOffset", 18446744073709551600u,
             {"bufferViews[0]: ",
              "byteOffset 18446744073709551600 + byteLength 36 exceeds the buffer's 36 bytes",
              kValidate}),
        view("stride_under_element.gltf", "byteStride", 8,
             {kPosition, "byteStride 8 is less than the 12 bytes of an element", kValidate}),
        view("stride_past_view.gltf", "byteStride", 252,
             {kPosition, "reach past the 36 bytes of buffer view 0", kValidate}),
        view("stride_huge.gltf", "byteStride", 2147483644,
             {"bufferViews[0].byteStride: ", "2147483644 is not a multiple of 4 from 4 to 252",
              kValidate}),
        accessor("accessor_of_missing_view.gltf", "bufferView", 7,
                 {kPosition, "buffer view 7 does not exist (the file has 1)", kValidate}),
        accessor(
            "accessor_past_view.gltf", "count", 4,
            {kPosition, "4 elements of 12 bytes from byte 0 reach past the 36 bytes", kValidate}),
        accessor("accessor_offset_past_view.gltf", "byteOffset", 40,
                 {kPosition, "from byte 40 reach past the 36 bytes", kValidate}),
        accessor("accessor_offset_overflows.gltf", "byteOffset", 18446744073709551612u,
                 {kPosition, "from byte 18446744073709551612 reach past", kValidate}),
        accessor("accessor_of_4_billion.gltf", "count", 4294967295,
                 {kPosition, "4294967295 elements", kValidate}),
        accessor("accessor_count_overflows.gltf", "count", 1537228672809129302,
                 {kPosition, "1537228672809129302 elements", kValidate}),
        accessor("accessor_of_negative_count.gltf", "count", -3,
                 {"accessors[0].count: ", "a non-negative integer is expected, not -3", kValidate}),
        accessor(
            "accessor_of_half_an_element.gltf", "count", 2.5,
            {"accessors[0].count: ", "a non-negative integer is expected, not 2.5", kValidate}),
        accessor(
            "accessor_of_unknown_component_type.gltf", "componentType", 5124,
            {"accessors[0].componentType: ", "componentType 5124 is not one of 5120", kValidate}),
        accessor(
            "accessor_of_component_type_9999.gltf", "componentType", 9999,
            {"accessors[0].componentType: ", "componentType 9999 is not one of 5120", kValidate}),
        accessor("positions_of_two_components.gltf", "type", "VEC2",
                 {kPosition, "3 components per element are expected, not 2", kValidate}),
        billions(),
        positions("positions_nan.gltf", kNaN),
        positions("positions_infinite.gltf", -kInfinity),
        broken("sparse_more_than_all.gltf", sparse<uint8_t>({0, 1, 2, 3}, 4),
               {kSparse, "4 sparse elements exceed the accessor's 3", kValidate}),
        broken("sparse_index_out_of_range.gltf", sparse<uint8_t>({0, 3}, 2),
               {kSparse + ".indices", "sparse index 3 at position 1", kValidate}),
        broken("sparse_indices_unsorted.gltf", sparse<uint16_t>({2, 0}, 2),
               {kSparse + ".indices", "sparse index 0 at position 1", kValidate}),
        broken("sparse_indices_past_view.gltf", sparse<uint32_t>({0, 1}, 3),
               {kSparse + ".indices", "3 elements of 4 bytes from byte 0 reach past the 8 bytes",
                kValidate}),
        sparseValues(
            "sparse_values_past_view.gltf", "values", "byteOffset", 4,
            {kSparse + ".values", "2 elements of 12 bytes from byte 4 reach past", kValidate}),
        sparseValues("sparse_indices_of_floats.gltf", "indices", "componentType", 5126,
                     {kSparse, "component type 5126 cannot be a sparse index", kValidate}),
    };
}

}  // namespace sinew::torture
