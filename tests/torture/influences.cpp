// JOINTS_n and WEIGHTS_n: component types and numbers of influences.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

// The bar with its middle vertex at .2 hip and .8 knee: the knee's (0,2,0) and the hip's (1,1,0)
// give .2 (1,1,0) + .8 (0,2,0) = (.2, 1.8, 0).
template <typename Joint, typename Weight>
Case types(const char* name, Weight one, Weight fifth) {
    Gltf gltf = emptyMesh();
    const Gltf bar = bentBar();
    gltf.root["scenes"] = bar.root["scenes"];
    gltf.root["nodes"] = bar.root["nodes"];
    const auto rest = static_cast<Weight>(one - fifth);
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 1, 0, 0, 2, 0});
    gltf.attributes()["JOINTS_0"] =
        gltf.accessor<Joint>({0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0}, "VEC4");
    gltf.attributes()["WEIGHTS_0"] =
        gltf.accessor<Weight>({one, 0, 0, 0, fifth, rest, 0, 0, one, 0, 0, 0}, "VEC4",
                              {.normalized = !std::is_same_v<Weight, float>});
    gltf.root["skins"] = json(R"([{"joints": [1, 2]}])");
    gltf.root["skins"][0]["inverseBindMatrices"] = inverseBinds(gltf, {{0, 0, 0}, {0, -1, 0}});
    Expected expected = bentExpected();
    expected.poses[0].positions[1] = {.2, 1.8, 0};
    return {.name = name,
            .shows = "joints and weights of one pair of component types",
            .gltf = gltf,
            .expected = expected};
}

/// Sixteen joints below node 1, joint k at (k, k*k/16, 0) and bound at the origin (no inverse bind
/// matrices): a vertex (0, 0, z) goes to the weighted mean of its joints' places, at z.
Gltf fanOfJoints(const std::vector<std::vector<uint8_t>>& joints,
                 const std::vector<std::vector<float>>& weights) {
    Gltf gltf = emptyMesh();
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0, "skin": 0}, {"children": []}])");
    gltf.root["skins"] = json(R"([{"joints": []}])");
    for (int k = 0; k < 16; ++k) {
        gltf.root["nodes"].push_back({{"translation", {k, k * k / 16.0, 0}}});
        gltf.root["nodes"][1]["children"].push_back(k + 2);
        gltf.root["skins"][0]["joints"].push_back(k + 2);
    }
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 0, 0, 1, 0, 0, 2});
    for (size_t set = 0; set < joints.size(); ++set) {
        const std::string number = std::to_string(set);
        gltf.attributes()["JOINTS_" + number] = gltf.accessor<uint8_t>(joints[set], "VEC4");
        gltf.attributes()["WEIGHTS_" + number] = gltf.vec4(weights[set]);
    }
    return gltf;
}

Expected fanExpected(int mostInfluences, std::vector<Vec3> positions) {
    return {.joints = 18,
            .binds = 16,
            .mostInfluences = mostInfluences,
            .skins = {16},
            .poses = {{.positions = std::move(positions)}}};
}

// Vertex 0: joints 0 to 4, a quarter of the weight at 4, the rest even: x = (0+1+2+3) 3/16 + 4/4 =
// 2.125; 16 y = (0+1+4+9) 3/16 + 16/4 = 6.625. Vertex 1: joint 15 alone, in the second set.
Case five() {
    return {.name = "influences_5",
            .shows = "five influences: a second set that is mostly empty",
            .gltf = fanOfJoints(
                {{0, 1, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0}, {4, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0}},
                {{.1875f, .1875f, .1875f, .1875f, 0, 0, 0, 0, 1, 0, 0, 0},
                 {.25f, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}}),
            .expected = fanExpected(5, {{2.125, .4140625, 0}, {15, 14.0625, 1}, {2, .25, 2}})};
}

// Vertex 0: joints 0 to 7, odd ones 3/16, even ones 1/16. x = (1+3+5+7) 3/16 + (0+2+4+6)/16 =
// 3 + .75; 16 y = (1+9+25+49) 3/16 + (0+4+16+36)/16 = 15.75 + 3.5 = 19.25.
Case eight() {
    constexpr float a = .0625f, b = .1875f;
    return {.name = "influences_8",
            .shows = "eight influences in two sets",
            .gltf = fanOfJoints(
                {{0, 1, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0}, {4, 5, 6, 7, 15, 0, 0, 0, 0, 0, 0, 0}},
                {{a, b, a, b, 0, 0, 0, 0, 1, 0, 0, 0}, {a, b, a, b, 1, 0, 0, 0, 0, 0, 0, 0}}),
            .expected = fanExpected(8, {{3.75, 1.203125, 0}, {15, 14.0625, 1}, {2, .25, 2}})};
}

// Vertex 0: joints 0 to 3 at 1/8, 4 to 11 at 1/16. x = 6/8 + 60/16 = 4.5;
// 16 y = (0+1+4+9)/8 + (16+25+36+49+64+81+100+121)/16 = 1.75 + 30.75 = 32.5.
Case twelve() {
    constexpr float a = .125f, b = .0625f;
    return {.name = "influences_12",
            .shows = "twelve influences in three sets",
            .gltf = fanOfJoints({{0, 1, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0},
                                 {4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0},
                                 {8, 9, 10, 11, 15, 0, 0, 0, 0, 0, 0, 0}},
                                {{a, a, a, a, 0, 0, 0, 0, 1, 0, 0, 0},
                                 {b, b, b, b, 0, 0, 0, 0, 0, 0, 0, 0},
                                 {b, b, b, b, 1, 0, 0, 0, 0, 0, 0, 0}}),
            .expected = fanExpected(12, {{4.5, 2.03125, 0}, {15, 14.0625, 1}, {2, .25, 2}})};
}

// Vertex 0: all sixteen joints, even ones 3/32, odd ones 1/32. Sums over even and odd k: 56 and 64,
// of squares 560 and 680. x = 56 3/32 + 64/32 = 7.25; 16 y = 560 3/32 + 680/32 = 73.75.
Case sixteen() {
    constexpr float a = .09375f, b = .03125f;
    return {.name = "influences_16",
            .shows = "sixteen influences in four sets",
            .gltf = fanOfJoints({{0, 1, 2, 3, 0, 0, 0, 0, 2, 0, 0, 0},
                                 {4, 5, 6, 7, 0, 0, 0, 0, 0, 0, 0, 0},
                                 {8, 9, 10, 11, 0, 0, 0, 0, 0, 0, 0, 0},
                                 {12, 13, 14, 15, 15, 0, 0, 0, 0, 0, 0, 0}},
                                {{a, b, a, b, 0, 0, 0, 0, 1, 0, 0, 0},
                                 {a, b, a, b, 0, 0, 0, 0, 0, 0, 0, 0},
                                 {a, b, a, b, 0, 0, 0, 0, 0, 0, 0, 0},
                                 {a, b, a, b, 1, 0, 0, 0, 0, 0, 0, 0}}),
            .expected = fanExpected(16, {{7.25, 4.609375, 0}, {15, 14.0625, 1}, {2, .25, 2}})};
}

}  // namespace

std::vector<Case> influenceCases() {
    return {types<uint8_t, float>("joints_u8_weights_float", 1, .2f),
            types<uint16_t, float>("joints_u16_weights_float", 1, .2f),
            types<uint8_t, uint8_t>("joints_u8_weights_u8_normalized", 255, 51),
            types<uint16_t, uint8_t>("joints_u16_weights_u8_normalized", 255, 51),
            types<uint8_t, uint16_t>("joints_u8_weights_u16_normalized", 65535, 13107),
            types<uint16_t, uint16_t>("joints_u16_weights_u16_normalized", 65535, 13107),
            five(),
            eight(),
            twelve(),
            sixteen()};
}

}  // namespace sinew::torture
