// Accessors and topology: how vertices and triangles may stand in a file.
#include <limits>

#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

Expected unmoved(std::vector<Vec3> positions, std::vector<std::vector<int>> triangles) {
    return {.triangles = std::move(triangles), .poses = {{.positions = std::move(positions)}}};
}

/// A mesh of these positions and this topology.
Gltf shape(const std::vector<float>& positions, int mode) {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.positions(positions);
    gltf.primitive()["mode"] = mode;
    return gltf;
}

Case nonIndexed() {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] =
        gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
    return {.name = "non_indexed",
            .shows = "two triangles without indices",
            .gltf = gltf,
            .expected = unmoved({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                                {{0, 1, 2}, {3, 4, 5}})};
}

// The square's corners are not in the order of its triangles: 3 1 0 and 3 2 1 wind to the front.
template <typename T>
Case indexed(const char* name) {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.positions({1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0});
    gltf.primitive()["indices"] = gltf.accessor<T>({3, 0, 1, 3, 1, 2}, "SCALAR");
    Expected expected =
        unmoved({{1, 1, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}}, {{3, 0, 1}, {3, 1, 2}});
    // No normals in the file: both triangles wind counter-clockwise, so they face +z.
    expected.poses[0].normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}};
    return {
        .name = name, .shows = "indices of one component type", .gltf = gltf, .expected = expected};
}

// Section 3.7.2.1: triangle i of a strip is v[i], v[i + 1 + i % 2], v[i + 2 - i % 2]. All three
// wind the same way, so the normals that import makes are all +z.
Case strip() {
    Expected expected = unmoved({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 2, 0}},
                                {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}});
    expected.poses[0].normals.assign(5, {0, 0, 1});
    return {.name = "triangle_strip",
            .shows = "a strip of an odd number of triangles, every other one turned",
            .gltf = shape({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0}, 5),
            .expected = expected};
}

Case stripIndexed() {
    Gltf gltf = shape({0, 2, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0}, 5);
    gltf.primitive()["indices"] = gltf.accessor<uint8_t>({4, 3, 2, 1}, "SCALAR");
    // The strip 4 3 2 1: triangles 4 3 2 and 3 1 2. Vertex 0 is in none and is not imported.
    return {
        .name = "triangle_strip_indexed",
        .shows = "a strip through indices",
        .gltf = gltf,
        .expected = unmoved({{1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}}, {{3, 2, 1}, {2, 0, 1}})};
}

// Section 3.7.2.1: triangle i of a fan is v[i + 1], v[i + 2], v[0].
Case fan() {
    Expected expected = unmoved({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 1, 0}},
                                {{1, 2, 0}, {2, 3, 0}, {3, 4, 0}});
    expected.poses[0].normals.assign(5, {0, 0, 1});
    return {.name = "triangle_fan",
            .shows = "a fan of three triangles",
            .gltf = shape({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0}, 6),
            .expected = expected};
}

Case fanIndexed() {
    Gltf gltf = shape({1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0}, 6);
    gltf.primitive()["indices"] = gltf.accessor<uint16_t>({2, 1, 0, 3}, "SCALAR");
    return {
        .name = "triangle_fan_indexed",
        .shows = "a fan through indices",
        .gltf = gltf,
        .expected = unmoved({{1, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {{1, 0, 2}, {0, 3, 2}})};
}

// Position, normal and uv of a vertex stand together, then 4 bytes that are NaN when read as float.
Case interleaved() {
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    Gltf gltf = emptyMesh();
    gltf.view<float>({0, 0, 0, .6f, 0, .8f, .25f,  .5f, kNaN,  //
                      1, 0, 0, 0,   0, 1,   .75f,  .5f, kNaN,  //
                      0, 1, 0, 0,   1, 0,   .125f, 1,   kNaN},
                     36);
    gltf.root["accessors"] = json(R"([
        {"bufferView": 0, "byteOffset": 0, "componentType": 5126, "count": 3, "type": "VEC3",
         "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 3, "type": "VEC3"},
        {"bufferView": 0, "byteOffset": 24, "componentType": 5126, "count": 3, "type": "VEC2"}])");
    gltf.attributes() = {{"POSITION", 0}, {"NORMAL", 1}, {"TEXCOORD_0", 2}};
    Expected expected = unmovedTriangle();
    expected.poses[0].normals = {{.6, 0, .8}, {0, 0, 1}, {0, 1, 0}};
    expected.uvSets = {{{.25, .5}, {.75, .5}, {.125, 1}}};
    return {.name = "interleaved",
            .shows = "byteStride 36 for 32 bytes of attributes, with rubbish between",
            .gltf = gltf,
            .expected = expected};
}

// Positions from byte 12 of the view, which itself starts at byte 8; normals behind them.
Case offsets() {
    Gltf gltf = emptyMesh();
    gltf.bytes.assign(8, 0xFF);
    gltf.root["accessors"] = json(R"([
        {"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 3, "type": "VEC3",
         "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": 0, "byteOffset": 48, "componentType": 5126, "count": 3, "type": "VEC3"}])");
    gltf.view<float>({9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0}, 12);
    gltf.attributes() = {{"POSITION", 0}, {"NORMAL", 1}};
    Expected expected = unmovedTriangle();
    expected.poses[0].normals = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
    return {.name = "byte_offsets",
            .shows = "byteOffset of the view and of the accessor add up",
            .gltf = gltf,
            .expected = expected};
}

/// A sparse member that replaces elements `indices` by `values`.
template <typename T>
Json sparse(Gltf& gltf, const std::vector<T>& indices, const std::vector<float>& values) {
    const int indexView = gltf.view(indices);
    const int valueView = gltf.view(values);
    return {{"count", indices.size()},
            {"indices", {{"bufferView", indexView}, {"componentType", componentType<T>()}}},
            {"values", {{"bufferView", valueView}}}};
}

template <typename T>
Case sparseOverBase(const char* name) {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.positions({7, 7, 7, 1, 0, 0, 8, 8, 8});
    gltf.root["accessors"][0]["min"] = Json::array({0, 0, 0});  // bounds are those after replacing
    gltf.root["accessors"][0]["max"] = Json::array({1, 1, 0});
    gltf.root["accessors"][0]["sparse"] = sparse<T>(gltf, {0, 2}, {0, 0, 0, 0, 1, 0});
    return {.name = name,
            .shows = "vertices 0 and 2 replaced by a sparse accessor, indices of one type",
            .gltf = gltf,
            .expected = unmovedTriangle()};
}

Case sparseWithoutView() {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.add("accessors", json(R"(
        {"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]})"));
    gltf.root["accessors"][0]["sparse"] = sparse<uint8_t>(gltf, {1, 2}, {1, 0, 0, 0, 1, 0});
    return {.name = "sparse_without_view",
            .shows = "a sparse accessor over zeros",
            .gltf = gltf,
            .expected = unmovedTriangle()};
}

// The base is interleaved with normals (stride 24); the replacements stand tightly.
Case sparseOverStride() {
    Gltf gltf = emptyMesh();
    gltf.view<float>({0, 0, 0, 0, 0, 1, 5, 5, 5, 0, 1, 0, 0, 1, 0, 1, 0, 0}, 24);
    gltf.root["accessors"] = json(R"([
        {"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
         "min": [0, 0, 0], "max": [1, 1, 0]},
        {"bufferView": 0, "byteOffset": 12, "componentType": 5126, "count": 3, "type": "VEC3"}])");
    gltf.root["accessors"][0]["sparse"] = sparse<uint16_t>(gltf, {1}, {1, 0, 0});
    gltf.attributes() = {{"POSITION", 0}, {"NORMAL", 1}};
    Expected expected = unmovedTriangle();
    expected.poses[0].normals = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
    return {.name = "sparse_over_stride",
            .shows = "sparse values are tight though the base view has a stride",
            .gltf = gltf,
            .expected = expected};
}

// Indices 0 0 0 become 0 1 2.
Case sparseIndices() {
    Gltf gltf = triangle();
    const int which = gltf.view<uint8_t>({1, 2});
    const int values = gltf.view<uint16_t>({1, 2});
    gltf.primitive()["indices"] =
        gltf.add("accessors", {{"componentType", 5123},
                               {"count", 3},
                               {"type", "SCALAR"},
                               {"sparse",
                                {{"count", 2},
                                 {"indices", {{"bufferView", which}, {"componentType", 5121}}},
                                 {"values", {{"bufferView", values}}}}}});
    return {.name = "sparse_indices",
            .shows = "indices of a sparse accessor without a view",
            .gltf = gltf,
            .expected = unmovedTriangle()};
}

Case zeros() {
    Gltf gltf = triangle();
    gltf.attributes()["TEXCOORD_0"] =
        gltf.add("accessors", json(R"({"componentType": 5126, "count": 3, "type": "VEC2"})"));
    Expected expected = unmovedTriangle();
    expected.uvSets = {{{0, 0}, {0, 0}, {0, 0}}};
    return {.name = "zeros_without_view",
            .shows = "an accessor without a buffer view is zeros",
            .gltf = gltf,
            .expected = expected};
}

template <typename T>
Case uvs(const char* name, const std::vector<T>& values, std::vector<Vec2> expectedUvs) {
    Gltf gltf = triangle();
    gltf.attributes()["TEXCOORD_0"] =
        gltf.accessor<T>(values, "VEC2", {.normalized = !std::is_same_v<T, float>});
    Expected expected = unmovedTriangle();
    expected.uvSets = {std::move(expectedUvs)};
    return {.name = name,
            .shows = "texture coordinates of one component type",
            .gltf = gltf,
            .expected = expected};
}

Case tangents() {
    Gltf gltf = triangle();
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, .6f, 0, .8f});
    gltf.attributes()["TANGENT"] = gltf.vec4({0, 1, 0, -1, 1, 0, 0, 1, .8f, 0, -.6f, 1});
    Expected expected = unmovedTriangle();
    expected.poses[0].normals = {{0, 0, 1}, {0, 0, 1}, {.6, 0, .8}};
    expected.poses[0].tangents = {{0, 1, 0, -1}, {1, 0, 0, 1}, {.8, 0, -.6, 1}};
    return {.name = "tangents",
            .shows = "tangents of the file, of either hand",
            .gltf = gltf,
            .expected = expected};
}

Case missingNormals() {
    Gltf gltf = triangle();
    return {.name = "missing_normals",
            .shows = "normals made from triangles",
            .gltf = gltf,
            .expected = {.triangles = {{0, 1, 2}},
                         .poses = {{.positions = trianglePositions(),
                                    .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}}}};
}

// Two corners are one: a triangle without a normal, which must not become NaN.
Case degenerate() {
    Gltf gltf = triangle();
    gltf.primitive()["indices"] = gltf.accessor<uint8_t>({0, 1, 2, 0, 1, 1, 2, 2, 2}, "SCALAR");
    Expected expected = unmoved(trianglePositions(), {{0, 1, 2}, {0, 1, 1}, {2, 2, 2}});
    expected.poses[0].normals.assign(3, {0, 0, 1});
    return {.name = "degenerate_triangles",
            .shows = "triangles without area beside one that has some",
            .gltf = gltf,
            .expected = expected};
}

// The second primitive has normals and its own vertices; the first has neither.
Case twoPrimitives() {
    Gltf gltf = triangle();
    const int positions = gltf.positions({0, 0, 2, 0, 1, 2, 1, 0, 2});
    const int normals = gltf.vec3({0, 0, -1, 0, 0, -1, 0, 0, -1});
    gltf.root["meshes"][0]["primitives"].push_back(
        {{"attributes", {{"POSITION", positions}, {"NORMAL", normals}}}});
    return {
        .name = "two_primitives",
        .shows = "primitives of one mesh with different attributes",
        .gltf = gltf,
        .expected = {
            .triangles = {{0, 1, 2}, {3, 4, 5}},
            .poses = {
                {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {0, 1, 2}, {1, 0, 2}},
                 .normals = {
                     {0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, -1}, {0, 0, -1}, {0, 0, -1}}}}}};
}

Case pointsAndLines() {
    Gltf gltf = triangle();
    for (const int mode : {0, 1, 2, 3}) {
        Json other = gltf.primitive();
        other["mode"] = mode;
        if (mode == 1) other["indices"] = gltf.accessor<uint8_t>({0, 1, 1, 2}, "SCALAR");
        gltf.root["meshes"][0]["primitives"].push_back(other);
    }
    Expected expected = unmovedTriangle();
    for (const int primitive : {1, 2, 3, 4}) {
        expected.warnings.push_back("meshes[0].primitives[" + std::to_string(primitive) +
                                    "]: points or lines are not drawn");
    }
    return {.name = "points_and_lines",
            .shows = "points and lines are left out with a warning each",
            .gltf = gltf,
            .expected = expected};
}

Case drawnTwice() {
    Gltf gltf = triangle();
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0}, {"mesh": 0, "translation": [3, 0, 0]}])");
    return {
        .name = "mesh_drawn_twice",
        .shows = "two nodes draw one mesh",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .binds = 2,
            .triangles = {{0, 1, 2}, {3, 4, 5}},
            .poses = {{.positions = {
                           {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {3, 0, 0}, {4, 0, 0}, {3, 1, 0}}}}}};
}

Case ownAttributes() {
    Gltf gltf = triangle();
    gltf.attributes()["_TEMPERATURE"] = gltf.scalars({20, 21, 22});
    gltf.root["extras"] = json(R"({"deep": [[[{"null": null}]]], "count": -1.5, "node": "none"})");
    gltf.root["nodes"][0]["extras"] = 7;
    gltf.attributes(0)["_ID"] = gltf.scalars({1, 2, 3});
    return {.name = "own_attributes_and_extras",
            .shows = "attributes and extras of an application's own are left alone",
            .gltf = gltf,
            .expected = unmovedTriangle()};
}

}  // namespace

std::vector<Case> geometryCases() {
    return {
        nonIndexed(),
        indexed<uint8_t>("indices_u8"),
        indexed<uint16_t>("indices_u16"),
        indexed<uint32_t>("indices_u32"),
        strip(),
        stripIndexed(),
        fan(),
        fanIndexed(),
        interleaved(),
        offsets(),
        sparseOverBase<uint8_t>("sparse_u8_indices"),
        sparseOverBase<uint16_t>("sparse_u16_indices"),
        sparseOverBase<uint32_t>("sparse_u32_indices"),
        sparseWithoutView(),
        sparseOverStride(),
        sparseIndices(),
        zeros(),
        uvs<float>("uvs_float", {.5f, -1, 2, 0, 0, 1}, {{.5, -1}, {2, 0}, {0, 1}}),
        // n / 255 and n / 65535
        uvs<uint8_t>("uvs_u8_normalized", {0, 255, 51, 0, 102, 204}, {{0, 1}, {.2, 0}, {.4, .8}}),
        uvs<uint16_t>("uvs_u16_normalized", {0, 65535, 13107, 0, 26214, 52428},
                      {{0, 1}, {.2, 0}, {.4, .8}}),
        tangents(),
        missingNormals(),
        degenerate(),
        twoPrimitives(),
        pointsAndLines(),
        drawnTwice(),
        ownAttributes(),
    };
}

}  // namespace sinew::torture
