// Joints that stretch, mirror and flatten what they move: positions, normals and winding.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

const std::vector<uint8_t> kFirst = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
const std::vector<float> kWhole = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

/// A triangle of a skin over nodes[1] and what stands behind it, without inverse bind matrices.
/// All vertices follow the skin's first joint unless told otherwise.
Gltf jointed(const char* nodes, const std::vector<uint8_t>& joints = kFirst,
             const std::vector<float>& weights = kWhole) {
    Gltf gltf = triangle();
    gltf.root["nodes"] = json(nodes);
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["skins"] = json(R"([{"joints": [1]}])");
    gltf.attributes()["JOINTS_0"] = gltf.accessor<uint8_t>(joints, "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4(weights);
    return gltf;
}

/// nodes[1] and nodes[2] are joints, nodes[3] above both is not.
Gltf twoJoints(const char* nodes, const std::vector<uint8_t>& joints,
               const std::vector<float>& weights) {
    Gltf gltf = jointed(nodes, joints, weights);
    gltf.root["nodes"].push_back(json(R"({"children": [1, 2]})"));
    gltf.root["scenes"][0]["nodes"] = {0, 3};
    gltf.root["skins"][0]["joints"] = {1, 2};
    return gltf;
}

void basis(Gltf& gltf, const std::vector<float>& normals, const std::vector<float>& tangents) {
    gltf.attributes()["NORMAL"] = gltf.vec3(normals);
    gltf.attributes()["TANGENT"] = gltf.vec4(tangents);
}

// As node_scale_non_uniform, but through a joint.
Case nonUniformJoint() {
    Gltf gltf = jointed(R"([{"mesh": 0, "skin": 0}, {"scale": [3, 4, 1]}])");
    basis(gltf, {.6f, .8f, 0, .6f, .8f, 0, 0, 0, 1}, {-.8f, .6f, 0, 1, 0, 0, 1, -1, 1, 0, 0, 1});
    return {
        .name = "joint_scale_non_uniform",
        .shows = "normals by the inverse transpose of the joint's matrix",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .skins = {1},
            .poses = {
                {.positions = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}},
                 .normals = {{kHalfRoot2, kHalfRoot2, 0}, {kHalfRoot2, kHalfRoot2, 0}, {0, 0, 1}},
                 .tangents = {{-kHalfRoot2, kHalfRoot2, 0, 1}, {0, 0, 1, -1}, {1, 0, 0, 1}}}}}};
}

// Half of scale (5, 1, 1), half of (1, 7, 1): the blended matrix is diag(3, 4, 1), and normals go
// by the blend's inverse transpose, not by a blend of two. See node_scale_non_uniform.
Case blended() {
    Gltf gltf = twoJoints(R"([{"mesh": 0, "skin": 0}, {"scale": [5, 1, 1]}, {"scale": [1, 7, 1]}])",
                          {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0},
                          {.5f, .5f, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0});
    basis(gltf, {.6f, .8f, 0, .6f, .8f, 0, 0, 0, 1}, {-.8f, .6f, 0, 1, 0, 0, 1, -1, 1, 0, 0, 1});
    return {
        .name = "joint_scale_blended",
        .shows = "normals by the inverse transpose of the blended matrix",
        .gltf = gltf,
        .expected = {
            .joints = 4,
            .binds = 2,
            .mostInfluences = 2,
            .skins = {2},
            .poses = {
                {.positions = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}},
                 .normals = {{kHalfRoot2, kHalfRoot2, 0}, {kHalfRoot2, kHalfRoot2, 0}, {0, 0, 1}},
                 .tangents = {{-kHalfRoot2, kHalfRoot2, 0, 1}, {0, 0, 1, -1}, {1, 0, 0, 1}}}}}};
}

// Parent scale (2, 1, 1) over a joint turned by 45 degrees about z: see node_shear. Tangents go by
// S R: (0,1,0) -> (-h, h, 0) -> (-2h, h, 0), along (-2, 1, 0) / sqrt(5).
Case shearedJoint() {
    Gltf gltf = jointed(R"([{"mesh": 0, "skin": 0}, {"scale": [2, 1, 1], "children": [2]},
        {"rotation": [0, 0, 0.3826834323650898, 0.9238795325112867]}])");
    gltf.root["skins"][0]["joints"] = {2};
    basis(gltf, {1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, -1});
    constexpr double a = 0.44721359549995794, b = 0.89442719099991588;  // 1, 2 over sqrt(5)
    return {.name = "joint_shear",
            .shows = "a turned joint under a stretched one",
            .gltf = gltf,
            .expected = {.joints = 3,
                         .skins = {1},
                         .poses = {{.positions = {{0, 0, 0},
                                                  {1.4142135623730951, kHalfRoot2, 0},
                                                  {-1.4142135623730951, kHalfRoot2, 0}},
                                    .normals = {{a, b, 0}, {-a, b, 0}, {0, 0, 1}},
                                    .tangents = {{-b, a, 0, 1}, {0, 0, 1, 1}, {-b, a, 0, -1}}}}}};
}

// diag(-2, 1, 1): normals by diag(-1/2, 1, 1), (.6, .8, 0) -> (-.3, .8, 0) / .8544003745.
// Tangents by the matrix: (.8, -.6, 0) -> (-1.6, -.6, 0) / 1.7088007491.
Case negativeJoint() {
    Gltf gltf = jointed(R"([{"mesh": 0, "skin": 0}, {"scale": [-2, 1, 1]}])");
    basis(gltf, {.6f, .8f, 0, 0, 0, 1, 1, 0, 0}, {.8f, -.6f, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1});
    return {
        .name = "joint_scale_negative",
        .shows = "a mirroring joint: normals stay on their side of the surface",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .skins = {1},
            .triangles = {{0, 1, 2}},
            .poses = {
                {.positions = {{0, 0, 0}, {-2, 0, 0}, {0, 1, 0}},
                 .normals = {{-0.35112344158839165, 0.93632917756904442, 0}, {0, 0, 1}, {-1, 0, 0}},
                 .tangents = {{-0.93632917756904442, -0.35112344158839165, 0, 1},
                              {-1, 0, 0, 1},
                              {0, 1, 0, -1}}}}}};
}

// diag(-1, -1, -1) turns every normal round: the inverse transpose is the matrix itself.
Case inverted() {
    Gltf gltf = jointed(R"([{"mesh": 0, "skin": 0}, {"scale": [-1, -1, -1]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({.6f, .8f, 0, 0, 0, 1, 1, 0, 0});
    return {.name = "joint_scale_inverted",
            .shows = "a joint mirrored along all three axes",
            .gltf = gltf,
            .expected = {.joints = 2,
                         .skins = {1},
                         .poses = {{.positions = {{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}},
                                    .normals = {{-.6, -.8, 0}, {0, 0, -1}, {-1, 0, 0}}}}}};
}

// diag(2, 3, 0): a plane. What had a part along z points along z: the inverse transpose of
// diag(2, 3, e) takes (.6, 0, .8) to (.3, 0, .8 / e), which is +z for e -> 0 from above.
Case flattened() {
    Gltf gltf = jointed(R"([{"mesh": 0, "skin": 0}, {"scale": [2, 3, 0]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, .6f, 0, .8f, 0, -.6f, .8f});
    return {.name = "joint_scale_zero_along_one_axis",
            .shows = "a joint that flattens: normals stand on the plane",
            .gltf = gltf,
            .expected = {.joints = 2,
                         .skins = {1},
                         .poses = {{.positions = {{0, 0, 0}, {2, 0, 0}, {0, 3, 0}},
                                    .normals = {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}}}}}};
}

// Vertices 0 and 1 follow a joint of scale 0 at (1, 2, 3), vertex 2 the one beside it.
Case vanished() {
    Gltf gltf = twoJoints(R"([{"mesh": 0, "skin": 0},
        {"scale": [0, 0, 0], "translation": [1, 2, 3]}, {"translation": [4, 0, 0]}])",
                          {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, kWhole);
    return {.name = "joint_scale_zero",
            .shows = "a joint shrunk to a point, as hidden parts are: no NaN",
            .gltf = gltf,
            .expected = {.joints = 4,
                         .binds = 2,
                         .skins = {2},
                         .poses = {{.positions = {{1, 2, 3}, {1, 2, 3}, {4, 1, 0}}}}}};
}

// Vertices in millionths of a joint's unit, or in millions of them; normals see the square.
// diag(3 s, 4 s, s) with s the scale: as joint_scale_non_uniform.
Case extreme(const char* name, const char* scale, float vertex) {
    Gltf gltf = emptyMesh();
    gltf.root["nodes"] = json(R"([{"mesh": 0, "skin": 0}, {}])");
    gltf.root["nodes"][1]["scale"] = json(scale);
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["skins"] = json(R"([{"joints": [1]}])");
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, vertex, 0, 0, 0, vertex, 0});
    gltf.attributes()["JOINTS_0"] = gltf.accessor<uint8_t>(kFirst, "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4(kWhole);
    basis(gltf, {.6f, .8f, 0, .6f, .8f, 0, 0, 0, 1}, {-.8f, .6f, 0, 1, 0, 0, 1, -1, 1, 0, 0, 1});
    return {
        .name = name,
        .shows = "a joint that scales by a million, one way or the other",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .skins = {1},
            .poses = {
                {.positions = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}},
                 .normals = {{kHalfRoot2, kHalfRoot2, 0}, {kHalfRoot2, kHalfRoot2, 0}, {0, 0, 1}},
                 .tangents = {{-kHalfRoot2, kHalfRoot2, 0, 1}, {0, 0, 1, -1}, {1, 0, 0, 1}}}}}};
}

}  // namespace

std::vector<Case> jointScaleCases() {
    return {nonUniformJoint(),
            blended(),
            shearedJoint(),
            negativeJoint(),
            inverted(),
            flattened(),
            vanished(),
            extreme("joint_scale_tiny", "[3e-6, 4e-6, 1e-6]", 1e6f),
            extreme("joint_scale_huge", "[3e6, 4e6, 1e6]", 1e-6f)};
}

}  // namespace sinew::torture
