// Cases of KHR_mesh_quantization: attributes are integers, and the node's scale maps positions
// back.
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
void addPositions(Cases& cases, const char* name, const std::vector<T>& values, bool normalized,
                  float scale, std::vector<Vec3> expected) {
    cases.add(name, "positions of one integer type, padded to 4 bytes",
              quantized(scale).with("POSITION", values, {.normalized = normalized}),
              {.poses = rest(std::move(expected))});
}

// Adds normals and tangents of the integer type T. `diagonal` is one * sqrt(1/2), rounded; two
// equal components are a direction of 45 degrees for any value.
template <typename T>
void addBasis(Cases& cases, const char* name, T one, T diagonal) {
    const auto minusOne = static_cast<T>(-one);
    cases.add(
        name, "normals and tangents of one integer type",
        quantized(1)
            .with("POSITION", {0, 0, 0, 1, 0, 0, 0, 1, 0})
            .with("NORMAL", std::vector<T>{0, 0, one, minusOne, 0, 0, diagonal, diagonal, 0},
                  {.normalized = true})
            .with("TANGENT",
                  std::vector<T>{0, minusOne, 0, one, 0, 0, one, minusOne, 0, 0, one, minusOne},
                  {.normalized = true}),
        {.poses = rest(kTriangle, {{0, 0, 1}, {-1, 0, 0}, {kHalfRoot2, kHalfRoot2, 0}},
                       {{0, -1, 0, 1}, {0, 0, 1, -1}, {0, 0, 1, -1}})});
}

template <typename T>
void addQuantizedUvs(Cases& cases, const char* name, const std::vector<T>& values, bool normalized,
                     std::vector<Vec2> expected) {
    cases.add(name, "texture coordinates that only quantization allows",
              quantized(1)
                  .with("POSITION", {0, 0, 0, 1, 0, 0, 0, 1, 0})
                  .with("TEXCOORD_0", values, {.normalized = normalized}),
              {.uvSets = {std::move(expected)}, .poses = rest(kTriangle)});
}

}  // namespace

// glTF specification, section 3.11: normalised integers c become f = max(c / 127, -1) (int8),
// c / 255 (uint8), max(c / 32767, -1) (int16) or c / 65535 (uint16).
void addQuantized(Cases& cases) {
    addPositions<int8_t>(cases, "positions_i8", {-128, 0, 0, 127, 0, 0, 0, 64, 0}, false, 0.015625f,
                         {{-2, 0, 0}, {1.984375, 0, 0}, {0, 1, 0}});
    addPositions<int8_t>(cases, "positions_i8_normalized", {-128, 0, 0, 127, 0, 0, 0, 51, 0}, true,
                         1, {{-1, 0, 0}, {1, 0, 0}, {0, 0.40157480314960631, 0}});
    addPositions<uint8_t>(cases, "positions_u8", {0, 0, 0, 255, 0, 0, 0, 200, 0}, false, 0.5f,
                          {{0, 0, 0}, {127.5, 0, 0}, {0, 100, 0}});
    addPositions<uint8_t>(cases, "positions_u8_normalized", {0, 0, 0, 255, 0, 0, 0, 51, 0}, true, 1,
                          {{0, 0, 0}, {1, 0, 0}, {0, .2, 0}});
    addPositions<int16_t>(cases, "positions_i16", {-32768, 0, 0, 32767, 0, 0, 0, 256, 0}, false,
                          0.00390625f, {{-128, 0, 0}, {127.99609375, 0, 0}, {0, 1, 0}});
    addPositions<int16_t>(cases, "positions_i16_normalized",
                          {-32768, 0, 0, 32767, 0, 0, 0, 16384, 0}, true, 1,
                          {{-1, 0, 0}, {1, 0, 0}, {0, 0.50001525925473799, 0}});
    addPositions<uint16_t>(cases, "positions_u16", {0, 0, 0, 65535, 0, 0, 0, 40000, 0}, false,
                           0.00390625f, {{0, 0, 0}, {255.99609375, 0, 0}, {0, 156.25, 0}});
    addPositions<uint16_t>(cases, "positions_u16_normalized", {0, 0, 0, 65535, 0, 0, 0, 13107, 0},
                           true, 1, {{0, 0, 0}, {1, 0, 0}, {0, .2, 0}});
    addBasis<int8_t>(cases, "normals_i8_normalized", 127, 90);
    addBasis<int16_t>(cases, "normals_i16_normalized", 32767, 23170);
    addQuantizedUvs<int8_t>(cases, "uvs_i8", {-128, 0, 127, 1, 0, 2}, false,
                            {{-128, 0}, {127, 1}, {0, 2}});
    addQuantizedUvs<int8_t>(cases, "uvs_i8_normalized", {-128, 0, 127, -127, 0, 51}, true,
                            {{-1, 0}, {1, -1}, {0, 0.40157480314960631}});
    addQuantizedUvs<uint8_t>(cases, "uvs_u8", {0, 255, 1, 2, 3, 4}, false,
                             {{0, 255}, {1, 2}, {3, 4}});
    addQuantizedUvs<int16_t>(cases, "uvs_i16", {-32768, 0, 32767, 1, 0, 2}, false,
                             {{-32768, 0}, {32767, 1}, {0, 2}});
    addQuantizedUvs<int16_t>(cases, "uvs_i16_normalized", {-32768, 0, 32767, -32767, 0, 16384},
                             true, {{-1, 0}, {1, -1}, {0, 0.50001525925473799}});
    addQuantizedUvs<uint16_t>(cases, "uvs_u16", {0, 65535, 1, 2, 3, 4}, false,
                              {{0, 65535}, {1, 2}, {3, 4}});
}

}  // namespace sinew::torture
