// KHR_mesh_quantization: attributes in integers, the node's transform undoing the scale.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

Gltf quantized(float scale) {
    Gltf gltf = emptyMesh();
    gltf.extension("KHR_mesh_quantization", true);
    if (scale != 1) gltf.root["nodes"][0]["scale"] = {scale, scale, scale};
    return gltf;
}

template <typename T>
Case positions(const char* name, const std::vector<T>& values, bool normalized, float scale,
               std::vector<Vec3> expected) {
    Gltf gltf = quantized(scale);
    gltf.attributes()["POSITION"] =
        gltf.accessor<T>(values, "VEC3", {.normalized = normalized, .bounds = true});
    return {.name = name,
            .shows = "positions of one integer type, padded to 4 bytes",
            .gltf = gltf,
            .expected = {.poses = {{.positions = std::move(expected)}}}};
}

template <typename T>
Case basis(const char* name, T one, T diagonal) {
    Gltf gltf = quantized(1);
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    const auto minusOne = static_cast<T>(-one);
    gltf.attributes()["NORMAL"] = gltf.accessor<T>(
        {0, 0, one, minusOne, 0, 0, diagonal, diagonal, 0}, "VEC3", {.normalized = true});
    gltf.attributes()["TANGENT"] =
        gltf.accessor<T>({0, minusOne, 0, one, 0, 0, one, minusOne, 0, 0, one, minusOne}, "VEC4",
                         {.normalized = true});
    // `diagonal` is a little off one's share of 45 degrees; equal components mean 45 degrees still.
    return {.name = name,
            .shows = "normals and tangents of one integer type",
            .gltf = gltf,
            .expected = {.poses = {{.positions = trianglePositions(),
                                    .normals = {{0, 0, 1}, {-1, 0, 0}, {kHalfRoot2, kHalfRoot2, 0}},
                                    .tangents = {{0, -1, 0, 1}, {0, 0, 1, -1}, {0, 0, 1, -1}}}}}};
}

template <typename T>
Case uvs(const char* name, const std::vector<T>& values, bool normalized,
         std::vector<Vec2> expected) {
    Gltf gltf = quantized(1);
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.attributes()["TEXCOORD_0"] = gltf.accessor<T>(values, "VEC2", {.normalized = normalized});
    return {.name = name,
            .shows = "texture coordinates that only quantization allows",
            .gltf = gltf,
            .expected = {.uvSets = {std::move(expected)},
                         .poses = {{.positions = trianglePositions()}}}};
}

}  // namespace

// Section 3.11 of the specification: f = max(c / 127, -1), c / 255, max(c / 32767, -1), c / 65535.
std::vector<Case> quantizedCases() {
    return {
        positions<int8_t>("positions_i8", {-128, 0, 0, 127, 0, 0, 0, 64, 0}, false, 0.015625f,
                          {{-2, 0, 0}, {1.984375, 0, 0}, {0, 1, 0}}),
        positions<int8_t>("positions_i8_normalized", {-128, 0, 0, 127, 0, 0, 0, 51, 0}, true, 1,
                          {{-1, 0, 0}, {1, 0, 0}, {0, 0.40157480314960631, 0}}),
        positions<uint8_t>("positions_u8", {0, 0, 0, 255, 0, 0, 0, 200, 0}, false, 0.5f,
                           {{0, 0, 0}, {127.5, 0, 0}, {0, 100, 0}}),
        positions<uint8_t>("positions_u8_normalized", {0, 0, 0, 255, 0, 0, 0, 51, 0}, true, 1,
                           {{0, 0, 0}, {1, 0, 0}, {0, .2, 0}}),
        positions<int16_t>("positions_i16", {-32768, 0, 0, 32767, 0, 0, 0, 256, 0}, false,
                           0.00390625f, {{-128, 0, 0}, {127.99609375, 0, 0}, {0, 1, 0}}),
        positions<int16_t>("positions_i16_normalized", {-32768, 0, 0, 32767, 0, 0, 0, 16384, 0},
                           true, 1, {{-1, 0, 0}, {1, 0, 0}, {0, 0.50001525925473799, 0}}),
        positions<uint16_t>("positions_u16", {0, 0, 0, 65535, 0, 0, 0, 40000, 0}, false,
                            0.00390625f, {{0, 0, 0}, {255.99609375, 0, 0}, {0, 156.25, 0}}),
        positions<uint16_t>("positions_u16_normalized", {0, 0, 0, 65535, 0, 0, 0, 13107, 0}, true,
                            1, {{0, 0, 0}, {1, 0, 0}, {0, .2, 0}}),
        basis<int8_t>("normals_i8_normalized", 127, 90),
        basis<int16_t>("normals_i16_normalized", 32767, 23170),
        uvs<int8_t>("uvs_i8", {-128, 0, 127, 1, 0, 2}, false, {{-128, 0}, {127, 1}, {0, 2}}),
        uvs<int8_t>("uvs_i8_normalized", {-128, 0, 127, -127, 0, 51}, true,
                    {{-1, 0}, {1, -1}, {0, 0.40157480314960631}}),
        uvs<uint8_t>("uvs_u8", {0, 255, 1, 2, 3, 4}, false, {{0, 255}, {1, 2}, {3, 4}}),
        uvs<int16_t>("uvs_i16", {-32768, 0, 32767, 1, 0, 2}, false,
                     {{-32768, 0}, {32767, 1}, {0, 2}}),
        uvs<int16_t>("uvs_i16_normalized", {-32768, 0, 32767, -32767, 0, 16384}, true,
                     {{-1, 0}, {1, -1}, {0, 0.50001525925473799}}),
        uvs<uint16_t>("uvs_u16", {0, 65535, 1, 2, 3, 4}, false, {{0, 65535}, {1, 2}, {3, 4}}),
    };
}

}  // namespace sinew::torture
