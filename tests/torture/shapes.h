// The base shapes of most cases: a triangle, a bar with a knee, and an image of four pixels.
#pragma once

#include "tests/encode_image.h"
#include "tests/torture/case.h"

namespace sinew::torture {

/// Returns a file whose nodes[0] draws a mesh of one primitive without attributes.
inline Gltf emptyMesh() {
    Gltf gltf;
    gltf.root["scene"] = 0;
    gltf.root["scenes"] = json(R"([{"nodes": [0]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0}])");
    gltf.root["meshes"] = json(R"([{"primitives": [{"attributes": {}}]}])");
    return gltf;
}

/// Returns a file whose nodes[0] draws the triangle (0,0,0) (1,0,0) (0,1,0).
inline Gltf triangle() {
    return emptyMesh().with("POSITION", {0, 0, 0, 1, 0, 0, 0, 1, 0});
}

inline const std::vector<Vec3> kTriangle = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};

inline Expected unmovedTriangle(std::vector<Vec3> normals = {}, std::vector<Vec4> tangents = {}) {
    return {.triangles = {{0, 1, 2}},
            .poses = rest(kTriangle, std::move(normals), std::move(tangents))};
}

/// Returns `gltf` with normals and tangents. stretched() has the results of the scale (3, 4, 1).
inline Gltf withStretchedBasis(Gltf gltf) {
    return gltf.with("NORMAL", {.6f, .8f, 0, .6f, .8f, 0, 0, 0, 1})
        .with("TANGENT", {-.8f, .6f, 0, 1, 0, 0, 1, -1, 1, 0, 0, 1});
}

/// Returns the pose of withStretchedBasis(triangle()) after the scale (3, 4, 1). Normals are
/// transformed by diag(1/3, 1/4, 1): (.6, .8, 0) -> (.2, .2, 0). Tangents are transformed by the
/// scale itself: (-.8, .6, 0) -> (-2.4, 2.4, 0).
inline std::vector<PoseFact> stretched() {
    constexpr double h = kHalfRoot2;
    return rest({{0, 0, 0}, {3, 0, 0}, {0, 4, 0}}, {{h, h, 0}, {h, h, 0}, {0, 0, 1}},
                {{-h, h, 0, 1}, {0, 0, 1, -1}, {1, 0, 0, 1}});
}

/// Returns the member "sparse" of an accessor. It replaces the elements at `indices` by `values`.
template <typename Index, typename Value>
Json sparse(Gltf& gltf, const std::vector<Index>& indices, const std::vector<Value>& values) {
    const int indexView = gltf.view(indices);
    const int valueView = gltf.view(values);
    return {{"count", indices.size()},
            {"indices", {{"bufferView", indexView}, {"componentType", componentType<Index>()}}},
            {"values", {{"bufferView", valueView}}}};
}

/// Adds an accessor of three elements without a buffer view, and returns its index. The elements
/// are zero, except those that `sparse` replaces.
template <typename T>
int zeros(Gltf& gltf, const char* type, Json sparse = {}) {
    Json accessor = {{"componentType", componentType<T>()}, {"count", 3}, {"type", type}};
    if (!sparse.is_null()) accessor["sparse"] = std::move(sparse);
    return gltf.add("accessors", std::move(accessor));
}

/// Returns the data URI of an image; `type` is "png", "jpeg" or "webp".
inline std::string imageUri(const char* type, const Bytes& image) {
    return std::string("data:image/") + type + ";base64," + base64(image);
}

/// Returns a PNG file. `samples` are the channels of all pixels, row by row from the top left.
inline Bytes png(const PngForm& form, const std::vector<uint16_t>& samples) {
    return encodePngForm(form, samples);
}

/// Returns an RGB PNG of 2 x 2 pixels: red and green above blue and white.
inline Bytes fourPixels() {
    return png({.width = 2, .height = 2, .colorType = 2},
               {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255});
}

inline ImageFact fourPixelsFact() {
    return {2, 2, {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255}};
}

/// Returns the triangle with upright TEXCOORD_0 (v points down), material 0 and `textures`
/// textures, all with the image of `uri`.
inline Gltf painted(std::string_view material, int textures = 0, const std::string& uri = {}) {
    Gltf gltf = triangle().with("TEXCOORD_0", {0, 1, 1, 1, 0, 0});
    gltf.primitive()["material"] = 0;
    gltf.root["materials"] = Json::array({json(material)});
    for (int t = 0; t < textures; ++t) gltf.add("textures", json(R"({"source": 0})"));
    if (textures > 0) gltf.root["images"] = Json::array({{{"uri", uri}}});
    return gltf;
}

/// Adds inverse bind matrices that are translations, one per joint, and returns their accessor.
inline int inverseBinds(Gltf& gltf, const std::vector<std::vector<float>>& translations) {
    std::vector<float> matrices;
    for (const std::vector<float>& t : translations) {
        matrices.insert(matrices.end(), {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t[0], t[1], t[2], 1});
    }
    return gltf.accessor(matrices, "MAT4");
}

/// The vertices and inverse bind matrices of bentBar().
struct Bar {
    std::vector<float> positions = {0, 0, 0, 1, 1, 0, 0, 2, 0};
    std::vector<uint8_t> joints = {0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0};
    std::vector<float> weights = {1, 0, 0, 0, .5f, .5f, 0, 0, 1, 0, 0, 0};
    std::vector<std::vector<float>> binds = {{0, 0, 0}, {0, -1, 0}};  // empty: none
};

/// Returns a file whose nodes[0] draws a triangle with skin 0. Its joints are nodes[1] "hip" and
/// the hip's child nodes[2] "knee". The knee is at (0, 1, 0) and turned by 90 degrees about z.
/// Vertex 0 follows the hip, vertex 2 the knee, vertex 1 half of each.
inline Gltf bentBar(const Bar& bar = {}) {
    Gltf gltf = emptyMesh().set(R"(scenes[0].nodes = [0, 1] & skins = [{"joints": [1, 2]}] &
        nodes = [{"mesh": 0, "skin": 0},
                 {"name": "hip", "children": [2]},
                 {"name": "knee", "translation": [0, 1, 0],
                  "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]}])");
    gltf.with("POSITION", bar.positions);
    gltf.with<uint8_t>("JOINTS_0", bar.joints).with("WEIGHTS_0", bar.weights);
    if (!bar.binds.empty()) {
        gltf.root["skins"][0]["inverseBindMatrices"] = inverseBinds(gltf, bar.binds);
    }
    return gltf;
}

/// Returns the vertices of bentBar() in the rest pose, then `more` (vertices of a second
/// primitive). The knee maps p to R (p - (0,1,0)) + (0,1,0), R (x, y, z) = (-y, x, z). Vertex 2:
/// (0,1,0) -> (-1,0,0) -> (-1,1,0). Vertex 1: (1,0,0) -> (0,1,0) -> (0,2,0); the mean with the
/// hip's (1,1,0) is (.5, 1.5, 0).
inline std::vector<Vec3> bentPositions(const std::vector<Vec3>& more = {}) {
    std::vector<Vec3> positions = {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0}};
    positions.insert(positions.end(), more.begin(), more.end());
    return positions;
}

inline Expected bentExpected(std::vector<PoseFact> poses = rest(bentPositions())) {
    return {.joints = 3, .binds = 2, .mostInfluences = 2, .skins = {2}, .poses = std::move(poses)};
}

}  // namespace sinew::torture
