// Cases of JOINTS_n and WEIGHTS_n: component types and numbers of influences.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

// Adds the bar with the weights .2 (hip) and .8 (knee) at the middle vertex. The hip moves it to
// (1,1,0), the knee to (0,2,0): .2 (1,1,0) + .8 (0,2,0) = (.2, 1.8, 0).
template <typename Joint, typename Weight>
void addTypes(Cases& cases, const char* name, Weight one, Weight fifth) {
    Gltf gltf = emptyMesh();
    const Gltf bar = bentBar({.binds = {}});
    for (const char* part : {"scenes", "nodes", "skins"}) gltf.root[part] = bar.root[part];
    const auto most = static_cast<Weight>(one - fifth);
    gltf.with("POSITION", Bar().positions)
        .with("JOINTS_0", std::vector<Joint>{0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0})
        .with("WEIGHTS_0", std::vector<Weight>{one, 0, 0, 0, fifth, most, 0, 0, one, 0, 0, 0},
              {.normalized = !std::is_same_v<Weight, float>});
    gltf.root["skins"][0]["inverseBindMatrices"] = inverseBinds(gltf, Bar().binds);
    cases.add(name, "joints and weights of one pair of component types", gltf,
              bentExpected(rest({{0, 0, 0}, {.2, 1.8, 0}, {-1, 1, 0}})));
}

/// Adds a mesh with sixteen joints below node 1. Joint k is at (k, k*k/16, 0) and has no inverse
/// bind matrix. So a vertex (0, 0, z) moves to the weighted mean of the positions of its joints;
/// its z does not change. Vertex 0 at z = 0 has `weights`, one for each joint from 0 on. Vertex 1
/// has only joint 15, in the last JOINTS_n, and moves to (15, 225/16). Vertex 2 has only joint 2
/// and moves to (2, 4/16).
void addFan(Cases& cases, const char* name, const char* shows, std::vector<float> weights,
            Vec3 mean) {
    Gltf gltf = emptyMesh().set(R"(scenes[0].nodes = [0, 1] & skins = [{"joints": []}] &
                                   nodes = [{"mesh": 0, "skin": 0}, {"children": []}])");
    for (int k = 0; k < 16; ++k) {
        gltf.root["nodes"].push_back({{"translation", {k, k * k / 16.0, 0}}});
        gltf.root["nodes"][1]["children"].push_back(k + 2);
        gltf.root["skins"][0]["joints"].push_back(k + 2);
    }
    gltf.with("POSITION", {0, 0, 0, 0, 0, 1, 0, 0, 2});
    const auto most = static_cast<int>(weights.size());
    weights.resize((weights.size() + 3) / 4 * 4);
    for (size_t set = 0; set < weights.size() / 4; ++set) {
        const bool last = set + 1 == weights.size() / 4;
        std::vector<uint8_t> joints(12);
        std::vector<float> shares(12);
        for (size_t i = 0; i < 4; ++i) {
            shares[i] = weights[4 * set + i];
            if (shares[i] != 0) joints[i] = static_cast<uint8_t>(4 * set + i);
        }
        if (last) joints[4] = 15, shares[4] = 1;
        if (set == 0) joints[8] = 2, shares[8] = 1;
        const std::string number = std::to_string(set);
        gltf.with("JOINTS_" + number, joints).with("WEIGHTS_" + number, shares);
    }
    cases.add(name, shows, gltf,
              {.joints = 18,
               .binds = 16,
               .mostInfluences = most,
               .skins = {16},
               .poses = rest({mean, {15, 14.0625, 1}, {2, .25, 2}})});
}

}  // namespace

void addInfluences(Cases& cases) {
    addTypes<uint8_t, float>(cases, "joints_u8_weights_float", 1, .2f);
    addTypes<uint16_t, float>(cases, "joints_u16_weights_float", 1, .2f);
    addTypes<uint8_t, uint8_t>(cases, "joints_u8_weights_u8_normalized", 255, 51);
    addTypes<uint16_t, uint8_t>(cases, "joints_u16_weights_u8_normalized", 255, 51);
    addTypes<uint8_t, uint16_t>(cases, "joints_u8_weights_u16_normalized", 65535, 13107);
    addTypes<uint16_t, uint16_t>(cases, "joints_u16_weights_u16_normalized", 65535, 13107);
    constexpr float k1 = .03125f, k2 = .0625f, k3 = .09375f, k4 = .125f, k6 = .1875f;
    // The weight is 1/4 at joint 4, and 3/16 at joints 0 to 3: x = (0+1+2+3) 3/16 + 4/4 = 2.125;
    // 16 y = (0+1+4+9) 3/16 + 16/4 = 6.625.
    addFan(cases, "influences_5", "five influences: a second set that is mostly empty",
           {k6, k6, k6, k6, .25f}, {2.125, .4140625, 0});
    // The weights are 3/16 at odd joints, and 1/16 at even joints. x = (1+3+5+7) 3/16 +
    // (0+2+4+6)/16 = 3 + .75; 16 y = (1+9+25+49) 3/16 + (0+4+16+36)/16 = 15.75 + 3.5 = 19.25.
    addFan(cases, "influences_8", "eight influences in two sets", {k2, k6, k2, k6, k2, k6, k2, k6},
           {3.75, 1.203125, 0});
    // The weights are 1/8 at joints 0 to 3, and 1/16 at joints 4 to 11. x = 6/8 + 60/16 = 4.5;
    // 16 y = (0+1+4+9)/8 + (16+25+36+49+64+81+100+121)/16 = 1.75 + 30.75 = 32.5.
    addFan(cases, "influences_12", "twelve influences in three sets",
           {k4, k4, k4, k4, k2, k2, k2, k2, k2, k2, k2, k2}, {4.5, 2.03125, 0});
    // The weights are 3/32 at even joints, and 1/32 at odd joints. The sums of k over even and odd
    // k are 56 and 64, the sums of k*k are 560 and 680. x = 56 3/32 + 64/32 = 7.25; 16 y = 560 3/32
    // + 680/32 = 73.75.
    addFan(cases, "influences_16", "sixteen influences in four sets",
           {k3, k1, k3, k1, k3, k1, k3, k1, k3, k1, k3, k1, k3, k1, k3, k1}, {7.25, 4.609375, 0});
}

}  // namespace sinew::torture
