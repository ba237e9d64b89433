// Cases of joints that stretch, mirror or flatten: positions, normals and winding.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

const std::vector<float> kIdentityWeights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};

/// Returns a skinned mesh whose joint is nodes[1] = `joint`. There are no inverse bind matrices. By
/// default all vertices follow the first joint of the skin.
Gltf jointed(const std::string& joint,
             const std::vector<uint8_t>& joints = std::vector<uint8_t>(12),
             const std::vector<float>& weights = kIdentityWeights, Gltf gltf = triangle()) {
    gltf.set(R"(nodes[0].skin = 0 & scenes[0].nodes = [0, 1] & skins = [{"joints": [1]}])");
    gltf.set("nodes[1] = " + joint);
    return gltf.with<uint8_t>("JOINTS_0", joints).with("WEIGHTS_0", weights);
}

/// Returns jointed() with two joints, nodes[1] and nodes[2]. Their parent nodes[3] is not a joint.
Gltf twoJoints(const std::string& joint, const std::string& other,
               const std::vector<uint8_t>& joints, const std::vector<float>& weights) {
    return jointed(joint, joints, weights)
        .set("nodes[2] = " + other)
        .set(
            R"(nodes[3] = {"children": [1, 2]} & scenes[0].nodes = [0, 3] & skins[0].joints = [1, 2])");
}

}  // namespace

void addJointScale(Cases& cases) {
    cases.add("joint_scale_non_uniform", "normals by the inverse transpose of the joint's matrix",
              withStretchedBasis(jointed(R"({"scale": [3, 4, 1]})")),
              {.joints = 2, .skins = {1}, .poses = stretched()});
    // Each vertex has half of the scale (5, 1, 1) and half of (1, 7, 1): the blended matrix is
    // diag(3, 4, 1). Normals are transformed by its inverse transpose, not by a blend of inverse
    // transposes.
    cases.add("joint_scale_blended", "normals by the inverse transpose of the blended matrix",
              withStretchedBasis(twoJoints(R"({"scale": [5, 1, 1]})", R"({"scale": [1, 7, 1]})",
                                           {0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0},
                                           {.5f, .5f, 0, 0, .5f, .5f, 0, 0, .5f, .5f, 0, 0})),
              {.joints = 4, .binds = 2, .mostInfluences = 2, .skins = {2}, .poses = stretched()});
    // The parent has the scale (2, 1, 1) and the joint is turned by 45 degrees about z. Together
    // this is S R, which is sheared. (1,0,0) -> (h, h, 0) -> (2h, h, 0), h = sqrt(1/2). Normals are
    // transformed by S^-1 R: (1,0,0) -> (h/2, h, 0), which points along (1, 2, 0) / sqrt(5).
    // Tangents are transformed by S R: (0,1,0) -> (-h, h, 0) -> (-2h, h, 0), along
    // (-2, 1, 0) / sqrt(5).
    constexpr double a = kOneOfRoot5, b = kTwoOfRoot5;
    cases.add(
        "joint_shear", "a turned joint under a stretched one",
        jointed(R"({"scale": [2, 1, 1], "children": [2]} & skins[0].joints = [2] &
                                nodes[2] = {"rotation": [0, 0, 0.3826834323650898, 0.9238795325112867]})")
            .with("NORMAL", {1, 0, 0, 0, 1, 0, 0, 0, 1})
            .with("TANGENT", {0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, -1}),
        {.joints = 3,
         .skins = {1},
         .poses = rest(
             {{0, 0, 0}, {2 * kHalfRoot2, kHalfRoot2, 0}, {-2 * kHalfRoot2, kHalfRoot2, 0}},
             {{a, b, 0}, {-a, b, 0}, {0, 0, 1}}, {{-b, a, 0, 1}, {0, 0, 1, 1}, {-b, a, 0, -1}})});
    // The matrix is diag(-2, 1, 1). Normals are transformed by diag(-1/2, 1, 1): (.6, .8, 0) ->
    // (-.3, .8, 0) / .8544003745. Tangents are transformed by the matrix: (.8, -.6, 0) ->
    // (-1.6, -.6, 0) / 1.7088007491. The matrix maps the bitangent of vertex 1 from cross(n, t) =
    // (0, 1, 0) to itself, and cross(n, t) becomes (0, -1, 0). So w changes its sign.
    cases.add(
        "joint_scale_negative", "a mirroring joint: normals stay on their side of the surface",
        jointed(R"({"scale": [-2, 1, 1]})")
            .with("NORMAL", {.6f, .8f, 0, 0, 0, 1, 1, 0, 0})
            .with("TANGENT", {.8f, -.6f, 0, 1, 1, 0, 0, 1, 0, 1, 0, -1}),
        {.joints = 2,
         .skins = {1},
         .triangles = {{0, 1, 2}},
         .poses = rest(
             {{0, 0, 0}, {-2, 0, 0}, {0, 1, 0}},
             {{-0.35112344158839165, 0.93632917756904442, 0}, {0, 0, 1}, {-1, 0, 0}},
             {{-0.93632917756904442, -0.35112344158839165, 0, -1}, {-1, 0, 0, -1}, {0, 1, 0, 1}})});
    // The inverse transpose of diag(-1, -1, -1) is the matrix itself. So it reverses every normal.
    cases.add("joint_scale_inverted", "a joint mirrored along all three axes",
              jointed(R"({"scale": [-1, -1, -1]})").with("NORMAL", {.6f, .8f, 0, 0, 0, 1, 1, 0, 0}),
              {.joints = 2,
               .skins = {1},
               .poses = rest({{0, 0, 0}, {-1, 0, 0}, {0, -1, 0}},
                             {{-.6, -.8, 0}, {0, 0, -1}, {-1, 0, 0}})});
    // diag(2, 3, 0) flattens to a plane. Normals with a z component become +z: the inverse
    // transpose of diag(2, 3, e) maps (.6, 0, .8) to (.3, 0, .8 / e), which is along +z for e -> 0
    // from above.
    cases.add(
        "joint_scale_zero_along_one_axis", "a joint that flattens: normals stand on the plane",
        jointed(R"({"scale": [2, 3, 0]})").with("NORMAL", {0, 0, 1, .6f, 0, .8f, 0, -.6f, .8f}),
        {.joints = 2,
         .skins = {1},
         .poses = rest({{0, 0, 0}, {2, 0, 0}, {0, 3, 0}}, {{0, 0, 1}, {0, 0, 1}, {0, 0, 1}})});
    // Vertices 0 and 1 follow a joint of scale 0 at (1, 2, 3). Vertex 2 follows the other joint.
    cases.add(
        "joint_scale_zero", "a joint shrunk to a point, as hidden parts are: no NaN",
        twoJoints(R"({"scale": [0, 0, 0], "translation": [1, 2, 3]})",
                  R"({"translation": [4, 0, 0]})", {0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0},
                  kIdentityWeights),
        {.joints = 4, .binds = 2, .skins = {2}, .poses = rest({{1, 2, 3}, {1, 2, 3}, {4, 1, 0}})});
    // The joint has the matrix diag(3 s, 4 s, s), and vertices are multiplied by 1 / s. So the
    // result is that of joint_scale_non_uniform. Cofactors, which transform normals, are
    // proportional to s * s.
    const auto extreme = [&cases](const char* name, const char* joint, float vertex) {
        cases.add(name, "a joint that scales by a million, one way or the other",
                  withStretchedBasis(
                      jointed(joint, std::vector<uint8_t>(12), kIdentityWeights,
                              emptyMesh().with("POSITION", {0, 0, 0, vertex, 0, 0, 0, vertex, 0}))),
                  {.joints = 2, .skins = {1}, .poses = stretched()});
    };
    extreme("joint_scale_tiny", R"({"scale": [3e-6, 4e-6, 1e-6]})", 1e6f);
    extreme("joint_scale_huge", R"({"scale": [3e6, 4e6, 1e6]})", 1e-6f);
}

}  // namespace sinew::torture
