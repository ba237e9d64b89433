// COLOR_0 in all forms that the specification allows.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

template <typename T>
Case colors(const char* name, const char* type, const std::vector<T>& values,
            std::vector<Vec4> expected) {
    Gltf gltf = triangle();
    gltf.attributes()["COLOR_0"] =
        gltf.accessor<T>(values, type, {.normalized = !std::is_same_v<T, float>});
    return {
        .name = name,
        .shows = "vertex colours of one form, linear; alpha is 1 without one",
        .gltf = gltf,
        .expected = {.colors = std::move(expected), .poses = {{.positions = trianglePositions()}}}};
}

// The second primitive has no colours: white, which changes nothing.
Case onePrimitive() {
    Gltf gltf = triangle();
    gltf.attributes()["COLOR_0"] = gltf.vec4({1, 0, 0, 1, 0, 1, 0, .5f, 0, 0, 1, 0});
    const int positions = gltf.positions({0, 0, 1, 1, 0, 1, 0, 1, 1});
    gltf.root["meshes"][0]["primitives"].push_back({{"attributes", {{"POSITION", positions}}}});
    return {
        .name = "colors_of_one_primitive",
        .shows = "vertex colours on one of two primitives",
        .gltf = gltf,
        .expected = {
            .colors = {{1, 0, 0, 1},
                       {0, 1, 0, .5},
                       {0, 0, 1, 0},
                       {1, 1, 1, 1},
                       {1, 1, 1, 1},
                       {1, 1, 1, 1}},
            .poses = {{.positions = {
                           {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 0, 1}, {0, 1, 1}}}}}};
}

}  // namespace

std::vector<Case> colorCases() {
    // 51 / 255 = 13107 / 65535 = .2 and so on: section 3.11
    const std::vector<Vec4> rgb = {{.2, .4, .6, 1}, {1, 0, 0, 1}, {0, .8, 1, 1}};
    const std::vector<Vec4> rgba = {{.2, .4, .6, .8}, {1, 0, 0, 0}, {0, .8, 1, .2}};
    return {
        colors<float>("colors_rgb_float", "VEC3", {.2f, .4f, .6f, 1, 0, 0, 0, .8f, 1}, rgb),
        colors<uint8_t>("colors_rgb_u8_normalized", "VEC3", {51, 102, 153, 255, 0, 0, 0, 204, 255},
                        rgb),
        colors<uint16_t>("colors_rgb_u16_normalized", "VEC3",
                         {13107, 26214, 39321, 65535, 0, 0, 0, 52428, 65535}, rgb),
        colors<float>("colors_rgba_float", "VEC4", {.2f, .4f, .6f, .8f, 1, 0, 0, 0, 0, .8f, 1, .2f},
                      rgba),
        colors<uint8_t>("colors_rgba_u8_normalized", "VEC4",
                        {51, 102, 153, 204, 255, 0, 0, 0, 0, 204, 255, 51}, rgba),
        colors<uint16_t>("colors_rgba_u16_normalized", "VEC4",
                         {13107, 26214, 39321, 52428, 65535, 0, 0, 0, 0, 52428, 65535, 13107},
                         rgba),
        onePrimitive(),
    };
}

}  // namespace sinew::torture
