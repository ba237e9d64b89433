// Tangents that a file with a normal texture leaves out, and flat normals that it leaves out.
//
// The validator warns of each: how tangents are made differs from renderer to renderer. That they
// are made is the point here, and where uvs lie straight there is only one answer.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

const std::vector<std::string> kWarned = {"MESH_PRIMITIVE_GENERATED_TANGENT_SPACE"};

/// The triangle facing +z with a normal texture and these uvs, without tangents. The texture's
/// green points to the image's top, that is along -v, and is w cross(normal, tangent).
Case generated(const char* name, const char* shows, const std::vector<float>& uvs,
               std::vector<Vec4> tangents, bool normals = true) {
    Gltf gltf = triangle();
    if (normals) gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.attributes()["TEXCOORD_0"] = gltf.accessor<float>(uvs, "VEC2");
    gltf.primitive()["material"] = 0;
    gltf.root["materials"] = json(R"([{"normalTexture": {"index": 0}}])");
    gltf.root["textures"] = json(R"([{"source": 0}])");
    gltf.root["images"] = Json::array({{{"uri", imageUri("png", fourPixels())}}});
    return {.name = name,
            .shows = shows,
            .gltf = gltf,
            .expected = {.poses = {{.positions = trianglePositions(),
                                    .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
                                    .tangents = std::move(tangents)}},
                         .validatorWarnings = kWarned}};
}

// Two triangles share the edge from vertex 0 to vertex 1, along y; u grows away from it on both
// sides. Vertices 0 and 1 have two tangents: +x as corners of one triangle, -x of the other. The
// file's four vertices are what counts here.
Case seam() {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 0, 1, 0, 1, 0, 0, -1, 0, 0});
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.attributes()["TEXCOORD_0"] = gltf.accessor<float>({0, 1, 0, 0, 1, 1, 1, 1}, "VEC2");
    gltf.primitive()["indices"] = gltf.accessor<uint8_t>({0, 2, 1, 0, 1, 3}, "SCALAR");
    gltf.primitive()["material"] = 0;
    gltf.root["materials"] = json(R"([{"normalTexture": {"index": 0}}])");
    gltf.root["textures"] = json(R"([{"source": 0}])");
    gltf.root["images"] = Json::array({{{"uri", imageUri("png", fourPixels())}}});
    return {.name = "missing_tangents_on_a_seam",
            .shows = "vertices where uvs are mirrored have two tangents",
            .gltf = gltf,
            .expected = {.triangles = {{0, 2, 1}, {0, 1, 3}},
                         .poses = {{.positions = {{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {-1, 0, 0}},
                                    .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}},
                         .validatorWarnings = kWarned}};
}

}  // namespace

std::vector<Case> tangentCases() {
    const std::vector<Vec4> right(3, {1, 0, 0, 1}), left(3, {-1, 0, 0, -1}), up(3, {0, 1, 0, 1});
    return {
        // u along +x, the image's top at +y: y = cross(z, x).
        generated("missing_tangents", "tangents from upright uvs", {0, 1, 1, 1, 0, 0}, right),
        // u along -x, the top at +y: cross(z, -x) = -y, so w = -1.
        generated("missing_tangents_mirrored", "tangents from mirrored uvs", {1, 1, 0, 1, 1, 0},
                  left),
        // u along +y, the top at -x: cross(z, y) = -x.
        generated("missing_tangents_turned", "tangents from uvs turned by a quarter",
                  {0, 0, 0, 1, 1, 0}, up),
        generated("missing_normals_and_tangents", "normals and tangents from triangles and uvs",
                  {0, 1, 1, 1, 0, 0}, right, false),
        seam(),
    };
}

}  // namespace sinew::torture
