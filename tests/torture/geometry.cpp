// Cases of accessors and topologies: the forms of vertices and triangles in a file.
#include <limits>

#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

/// Returns the expected content of a file whose vertices do not move. If `upright`, all normals are
/// +z.
Expected unmoved(const std::vector<Vec3>& positions, std::vector<std::vector<int>> triangles,
                 bool upright = false) {
    std::vector<Vec3> normals;
    if (upright) normals.assign(positions.size(), {0, 0, 1});
    return {.triangles = std::move(triangles), .poses = rest(positions, normals)};
}

Gltf shape(const std::vector<float>& positions) {
    return emptyMesh().with("POSITION", positions);
}

template <typename T>
Gltf withIndices(Gltf gltf, const std::vector<T>& indices) {
    gltf.primitive()["indices"] = gltf.accessor<T>(indices, "SCALAR");
    return gltf;
}

// Adds a square of the triangles 3 0 1 and 3 1 2, with indices of type T. The file has no normals:
// both triangles wind counter-clockwise, so their generated normals are +z.
template <typename T>
void addIndexed(Cases& cases, const char* name) {
    cases.add(name, "indices of one component type",
              withIndices<T>(shape({1, 1, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0}), {3, 0, 1, 3, 1, 2}),
              unmoved({{1, 1, 0}, {0, 1, 0}, {0, 0, 0}, {1, 0, 0}}, {{3, 0, 1}, {3, 1, 2}}, true));
}

template <typename T>
void addSparse(Cases& cases, const char* name) {
    Gltf gltf = shape({7, 7, 7, 1, 0, 0, 8, 8, 8});
    gltf.root["accessors"][0]["sparse"] = sparse<T, float>(gltf, {0, 2}, {0, 0, 0, 0, 1, 0});
    cases.add(name, "vertices 0 and 2 replaced by a sparse accessor, indices of one type",
              gltf.set("accessors[0].min = [0, 0, 0] & accessors[0].max = [1, 1, 0]"),
              unmovedTriangle());
}

template <typename T>
void addUvs(Cases& cases, const char* name, const std::vector<T>& values, std::vector<Vec2> uvs) {
    Expected expected = unmovedTriangle();
    expected.uvSets = {std::move(uvs)};
    cases.add(name, "texture coordinates of one component type",
              triangle().with("TEXCOORD_0", values, {.normalized = !std::is_same_v<T, float>}),
              expected);
}

/// Replaces the accessors. All of them read buffer view 0; accessor 0 has the positions, which fill
/// the unit square, and accessor 1 the normals.
Gltf sharedView(Gltf gltf, const char* accessors) {
    gltf.set(std::string("accessors = ") + accessors);
    gltf.set("accessors[0].min = [0, 0, 0] & accessors[0].max = [1, 1, 0]");
    for (Json& accessor : gltf.root["accessors"]) {
        accessor.update({{"bufferView", 0}, {"componentType", 5126}, {"count", 3}});
    }
    gltf.attributes() = {{"POSITION", 0}, {"NORMAL", 1}};
    return gltf;
}

}  // namespace

void addGeometry(Cases& cases) {
    cases.add("non_indexed", "two triangles without indices",
              shape({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0}),
              unmoved({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}},
                      {{0, 1, 2}, {3, 4, 5}}));
    addIndexed<uint8_t>(cases, "indices_u8");
    addIndexed<uint16_t>(cases, "indices_u16");
    addIndexed<uint32_t>(cases, "indices_u32");

    // glTF specification, section 3.7.2.1: triangle i of a strip is v[i], v[i + 1 + i % 2],
    // v[i + 2 - i % 2]. All three triangles have the same winding, so all generated normals are +z.
    cases.add("triangle_strip", "a strip of an odd number of triangles, every other one turned",
              shape({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 0, 2, 0})
                  .set("meshes[0].primitives[0].mode = 5"),
              unmoved({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0, 2, 0}},
                      {{0, 1, 2}, {1, 3, 2}, {2, 3, 4}}, true));
    // The strip 4 3 2 1 has the triangles 4 3 2 and 3 1 2. No triangle uses vertex 0, so it is not
    // imported, and the expected indices are smaller by 1.
    cases.add("triangle_strip_indexed", "a strip through indices",
              withIndices<uint8_t>(shape({0, 2, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0})
                                       .set("meshes[0].primitives[0].mode = 5"),
                                   {4, 3, 2, 1}),
              unmoved({{1, 1, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 0}}, {{3, 2, 1}, {2, 0, 1}}));
    // glTF specification, section 3.7.2.1: triangle i of a fan is v[i + 1], v[i + 2], v[0].
    cases.add("triangle_fan", "a fan of three triangles",
              shape({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, -1, 1, 0})
                  .set("meshes[0].primitives[0].mode = 6"),
              unmoved({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {-1, 1, 0}},
                      {{1, 2, 0}, {2, 3, 0}, {3, 4, 0}}, true));
    cases.add(
        "triangle_fan_indexed", "a fan through indices",
        withIndices<uint16_t>(
            shape({1, 1, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0}).set("meshes[0].primitives[0].mode = 6"),
            {2, 1, 0, 3}),
        unmoved({{1, 1, 0}, {1, 0, 0}, {0, 0, 0}, {0, 1, 0}}, {{1, 0, 2}, {0, 3, 2}}));

    // Each vertex has a position, a normal and a uv, then 4 unused bytes, which are NaN as a float.
    constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
    Gltf gltf = emptyMesh();
    gltf.view<float>({0, 0, 0, .6f, 0, .8f, .25f,  .5f, kNaN,  //
                      1, 0, 0, 0,   0, 1,   .75f,  .5f, kNaN,  //
                      0, 1, 0, 0,   1, 0,   .125f, 1,   kNaN},
                     36);
    gltf =
        sharedView(gltf, R"([{"byteOffset": 0, "type": "VEC3"}, {"byteOffset": 12, "type": "VEC3"},
                                {"byteOffset": 24, "type": "VEC2"}])");
    Expected expected = unmovedTriangle({{.6, 0, .8}, {0, 0, 1}, {0, 1, 0}});
    expected.uvSets = {{{.25, .5}, {.75, .5}, {.125, 1}}};
    cases.add("interleaved", "byteStride 36 for 32 bytes of attributes, with rubbish between",
              gltf.set("meshes[0].primitives[0].attributes.TEXCOORD_0 = 2"), expected);
    // The view begins at byte 8 of the buffer. The positions begin at byte 12 of the view; the
    // normals follow them.
    gltf = emptyMesh();
    gltf.bytes.assign(8, 0xFF);
    gltf.view<float>({9, 9, 9, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0}, 12);
    const Expected turned = unmovedTriangle({{0, 0, 1}, {0, 1, 0}, {1, 0, 0}});
    cases.add("byte_offsets", "byteOffset of the view and of the accessor add up",
              sharedView(gltf, R"([{"byteOffset": 12, "type": "VEC3"},
                                          {"byteOffset": 48, "type": "VEC3"}])"),
              turned);

    addSparse<uint8_t>(cases, "sparse_u8_indices");
    addSparse<uint16_t>(cases, "sparse_u16_indices");
    addSparse<uint32_t>(cases, "sparse_u32_indices");
    gltf = emptyMesh();
    gltf.attributes()["POSITION"] =
        zeros<float>(gltf, "VEC3", sparse<uint8_t, float>(gltf, {1, 2}, {1, 0, 0, 0, 1, 0}));
    cases.add("sparse_without_view", "a sparse accessor over zeros",
              gltf.set("accessors[0].min = [0, 0, 0] & accessors[0].max = [1, 1, 0]"),
              unmovedTriangle());
    // The positions to replace are interleaved with normals (stride 24). The sparse values, which
    // replace some of them, are packed.
    gltf = emptyMesh();
    gltf.view<float>({0, 0, 0, 0, 0, 1, 5, 5, 5, 0, 1, 0, 0, 1, 0, 1, 0, 0}, 24);
    gltf = sharedView(gltf, R"([{"type": "VEC3"}, {"byteOffset": 12, "type": "VEC3"}])");
    gltf.root["accessors"][0]["sparse"] = sparse<uint16_t, float>(gltf, {1}, {1, 0, 0});
    cases.add("sparse_over_stride", "sparse values are tight though the base view has a stride",
              gltf, turned);
    // The sparse accessor changes the indices 0 0 0 to 0 1 2.
    gltf = triangle();
    gltf.primitive()["indices"] =
        zeros<uint16_t>(gltf, "SCALAR", sparse<uint8_t, uint16_t>(gltf, {1, 2}, {1, 2}));
    cases.add("sparse_indices", "indices of a sparse accessor without a view", gltf,
              unmovedTriangle());
    gltf = triangle();
    gltf.attributes()["TEXCOORD_0"] = zeros<float>(gltf, "VEC2");
    expected = unmovedTriangle();
    expected.uvSets = {{{0, 0}, {0, 0}, {0, 0}}};
    cases.add("zeros_without_view", "an accessor without a buffer view is zeros", gltf, expected);

    addUvs<float>(cases, "uvs_float", {.5f, -1, 2, 0, 0, 1}, {{.5, -1}, {2, 0}, {0, 1}});
    // The expected uvs are n / 255 and n / 65535.
    addUvs<uint8_t>(cases, "uvs_u8_normalized", {0, 255, 51, 0, 102, 204},
                    {{0, 1}, {.2, 0}, {.4, .8}});
    addUvs<uint16_t>(cases, "uvs_u16_normalized", {0, 65535, 13107, 0, 26214, 52428},
                     {{0, 1}, {.2, 0}, {.4, .8}});

    cases.add("tangents", "tangents of the file, of either hand",
              triangle()
                  .with("NORMAL", {0, 0, 1, 0, 0, 1, .6f, 0, .8f})
                  .with("TANGENT", {0, 1, 0, -1, 1, 0, 0, 1, .8f, 0, -.6f, 1}),
              unmovedTriangle({{0, 0, 1}, {0, 0, 1}, {.6, 0, .8}},
                              {{0, 1, 0, -1}, {1, 0, 0, 1}, {.8, 0, -.6, 1}}));
    cases.add("missing_normals", "normals made from triangles", triangle(),
              unmoved(kTriangle, {{0, 1, 2}}, true));
    // The second triangle has two equal corners, and the third has three. They have no area and no
    // normal, and must not make a vertex normal NaN.
    cases.add("degenerate_triangles", "triangles without area next to one that has some",
              withIndices<uint8_t>(triangle(), {0, 1, 2, 0, 1, 1, 2, 2, 2}),
              unmoved(kTriangle, {{0, 1, 2}, {0, 1, 1}, {2, 2, 2}}, true));

    // The second primitive has vertices of its own, with normals. The first one has no normals.
    gltf = triangle();
    const int positions = gltf.positions({0, 0, 2, 0, 1, 2, 1, 0, 2});
    const int normals = gltf.vec3({0, 0, -1, 0, 0, -1, 0, 0, -1});
    gltf.attributes(0, 1) = {{"POSITION", positions}, {"NORMAL", normals}};
    expected = unmoved({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 2}, {0, 1, 2}, {1, 0, 2}},
                       {{0, 1, 2}, {3, 4, 5}}, true);
    for (size_t v = 3; v < 6; ++v) expected.poses[0].normals[v].z = -1;
    cases.add("two_primitives", "primitives of one mesh with different attributes", gltf, expected);

    gltf = triangle();
    expected = unmovedTriangle();
    for (size_t mode = 0; mode < 4; ++mode) {
        Json other = {{"attributes", gltf.attributes()}, {"mode", mode}};
        if (mode == 1) other["indices"] = gltf.accessor<uint8_t>({0, 1, 1, 2}, "SCALAR");
        gltf.primitive(0, mode + 1) = other;
        expected.warnings.push_back("meshes[0].primitives[" + std::to_string(mode + 1) +
                                    "]: points or lines are not drawn");
    }
    cases.add("points_and_lines", "points and lines are left out with a warning each", gltf,
              expected);

    gltf = triangle();
    gltf.attributes()["_TEMPERATURE"] = gltf.scalars({20, 21, 22});
    gltf.attributes()["_ID"] = gltf.scalars({1, 2, 3});
    cases.add("own_attributes_and_extras",
              "attributes and extras of an application's own are left alone",
              gltf.set(R"(extras = {"deep": [[[{"null": null}]]], "count": -1.5, "node": "none"} &
                                 nodes[0].extras = 7)"),
              unmovedTriangle());
}

}  // namespace sinew::torture
