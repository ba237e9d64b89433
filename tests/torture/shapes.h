// What most cases vary: a triangle, a bar with a knee, and an image of four pixels.
#pragma once

#include "tests/encode_image.h"
#include "tests/torture/case.h"

namespace sinew::torture {

/// nodes[0] draws a mesh of one primitive that has no attributes yet.
inline Gltf emptyMesh() {
    Gltf gltf;
    gltf.root["scene"] = 0;
    gltf.root["scenes"] = json(R"([{"nodes": [0]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0}])");
    gltf.root["meshes"] = json(R"([{"primitives": [{"attributes": {}}]}])");
    return gltf;
}

/// nodes[0] draws the triangle (0,0,0) (1,0,0) (0,1,0).
inline Gltf triangle() {
    Gltf gltf = emptyMesh();
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    return gltf;
}

inline std::vector<Vec3> trianglePositions() {
    return {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
}

inline Expected unmovedTriangle() {
    return {.triangles = {{0, 1, 2}}, .poses = {{.positions = trianglePositions()}}};
}

/// As the uri of an image; `type` is "png", "jpeg" or "webp".
inline std::string imageUri(const char* type, const Bytes& image) {
    return std::string("data:image/") + type + ";base64," + base64(image);
}

/// `samples` are channels of pixels from the top left.
inline Bytes png(const PngForm& form, const std::vector<uint16_t>& samples) {
    return encodePngForm(form, samples);
}

/// A red and a green pixel above a blue and a white one, RGB.
inline Bytes fourPixels() {
    return png({.width = 2, .height = 2, .colorType = 2},
               {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255});
}

/// The triangle with upright TEXCOORD_0 (v points down) and material 0. `textures` counts from 0;
/// all of them show the one image of `uri`.
inline Gltf painted(std::string_view material, int textures = 0, const std::string& uri = {}) {
    Gltf gltf = triangle();
    gltf.attributes()["TEXCOORD_0"] = gltf.accessor<float>({0, 1, 1, 1, 0, 0}, "VEC2");
    gltf.primitive()["material"] = 0;
    gltf.root["materials"] = Json::array({json(material)});
    for (int t = 0; t < textures; ++t) gltf.add("textures", json(R"({"source": 0})"));
    if (textures > 0) gltf.root["images"] = Json::array({{{"uri", uri}}});
    return gltf;
}

/// Inverse bind matrices that only move: one translation for each joint.
inline int inverseBinds(Gltf& gltf, const std::vector<std::vector<float>>& translations) {
    std::vector<float> matrices;
    for (const std::vector<float>& t : translations) {
        matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t[0], t[1], t[2], 1});
    }
    return gltf.accessor(matrices, "MAT4");
}

/// What bentBar is made of.
struct Bar {
    std::vector<float> positions = {0, 0, 0, 1, 1, 0, 0, 2, 0};
    std::vector<uint8_t> joints = {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
    std::vector<float> weights = {1, 0, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0};
    std::vector<std::vector<float>> binds = {{0, 0, 0}, {0, -1, 0}};  // empty: no matrices
};

/// nodes[0] draws a triangle of skin 0 over nodes[1] "hip" and its child nodes[2] "knee", which
/// stands at (0, 1, 0) and is turned by 90 degrees about z. Vertex 0 follows the hip, vertex 2 the
/// knee, vertex 1 half of each.
inline Gltf bentBar(const Bar& bar = {}) {
    Gltf gltf = emptyMesh();
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["nodes"] = json(R"([
        {"mesh": 0, "skin": 0},
        {"name": "hip", "children": [2]},
        {"name": "knee", "translation": [0, 1, 0],
         "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]}])");
    gltf.root["skins"] = json(R"([{"joints": [1, 2]}])");
    gltf.attributes()["POSITION"] = gltf.positions(bar.positions);
    gltf.attributes()["JOINTS_0"] = gltf.accessor<uint8_t>(bar.joints, "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4(bar.weights);
    if (!bar.binds.empty()) {
        gltf.root["skins"][0]["inverseBindMatrices"] = inverseBinds(gltf, bar.binds);
    }
    return gltf;
}

/// The knee takes p to R (p - (0,1,0)) + (0,1,0), R (x, y, z) = (-y, x, z). Vertex 2: (0,1,0) ->
/// (-1,0,0) -> (-1,1,0). Vertex 1: (1,0,0) -> (0,1,0) -> (0,2,0), and halfway to it from (1,1,0)
/// lies (.5, 1.5, 0).
inline std::vector<Vec3> bentPositions() {
    return {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0}};
}

inline Expected bentExpected() {
    return {.joints = 3,
            .binds = 2,
            .mostInfluences = 2,
            .skins = {2},
            .poses = {{.positions = bentPositions()}}};
}

}  // namespace sinew::torture
