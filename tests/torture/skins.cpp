// Cases of skins: joints, inverse bind matrices, and related nodes.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

constexpr const char* kSecondNode = "scenes[0].nodes = [0, 1, 3] & ";

/// Returns bentBar() with changes (see Gltf::set), such as one more node.
Gltf barAnd(const std::string& changes, const Bar& bar = {}) {
    return bentBar(bar).set(changes);
}

/// Returns bentBar() with a copy of its mesh. nodes[3] draws the copy with the skin of index
/// `skin`.
Gltf twoMeshes(const std::string& skin) {
    Gltf gltf = barAnd(kSecondNode + (R"(nodes[3] = {"mesh": 1, "skin": )" + skin + "}"));
    gltf.root["meshes"].push_back(gltf.root["meshes"][0]);
    return gltf;
}

// Returns a chain of nodes 1 to 1100, each 1/16 above its parent; node 0 draws the mesh. Node 1 is
// turned by 90 degrees about z, R (x, y, z) = (-y, x, z). Node 551 (joint 550) is turned back by 90
// degrees, and the last node (joint 1099) is scaled by 2. Joint k is bound at (0, k/16, 0). Joints
// below 550 are posed at (-k/16, 0, 0), turned by R. Joints from 550 on are upright at
// (-550/16, (k - 550)/16, 0). A vertex of joint k is at (1, k/16, 0). Its offset from the posed
// joint is R (1, 0, 0) = (0, 1, 0) below 550, (1, 0, 0) from 550 on, and (2, 0, 0) at the last
// joint.
Gltf longChain() {
    constexpr int kJoints = 1100;
    Gltf gltf = emptyMesh().set(R"(scenes[0].nodes = [0, 1] & nodes[0].skin = 0)");
    Json joints = Json::array();
    std::vector<std::vector<float>> binds;
    for (int k = 0; k < kJoints; ++k) {
        Json node = Json::object();
        if (k > 0) node["translation"] = {0, 0.0625, 0};
        if (k == 0) node["rotation"] = {0, 0, 0.7071067811865476, 0.7071067811865476};
        if (k == 550) node["rotation"] = {0, 0, -0.7071067811865476, 0.7071067811865476};
        if (k == kJoints - 1) node["scale"] = {2, 2, 2};
        if (k + 1 < kJoints) node["children"] = {k + 2};
        gltf.root["nodes"].push_back(node);
        joints.push_back(k + 1);
        binds.push_back({0, -0.0625f * static_cast<float>(k), 0});
    }
    std::vector<float> positions, weights;
    std::vector<uint16_t> owners;
    for (const uint16_t k : {0, 255, 256, 511, 549, 550, 768, 1023, 1099}) {
        positions.insert(positions.end(), {1, 0.0625f * static_cast<float>(k), 0});
        owners.insert(owners.end(), {k, 0, 0, 0});
        weights.insert(weights.end(), {1, 0, 0, 0});
    }
    gltf.with("POSITION", positions).with("JOINTS_0", owners).with("WEIGHTS_0", weights);
    gltf.root["skins"] = Json::array({{{"joints", joints}}});
    gltf.root["skins"][0]["inverseBindMatrices"] = inverseBinds(gltf, binds);
    return gltf;
}

}  // namespace

void addSkins(Cases& cases) {
    const std::vector<float> identityWeights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    const std::vector<uint8_t> first(12);
    const auto add = [&cases](const char* name, const char* shows, const Gltf& gltf,
                              Expected expected = bentExpected()) {
        cases.add(name, shows, gltf, std::move(expected));
    };
    /// Returns bentExpected() for `joints` joints and these posed vertex positions.
    const auto bent = [](int joints, std::vector<Vec3> positions = bentPositions()) {
        Expected expected = bentExpected(rest(std::move(positions)));
        expected.joints = joints;
        return expected;
    };

    add("skin", "two joints, float weights, inverse bind matrices", bentBar());
    // A missing matrix is the identity: the knee maps p to R p + (0,1,0). Vertex 2: (0,2,0) ->
    // (-2,0,0) -> (-2,1,0). Vertex 1: (1,1,0) -> (-1,1,0) -> (-1,2,0); its mean is (0, 1.5, 0).
    add("no_inverse_bind_matrices", "identity stands for what the skin leaves out",
        bentBar({.binds = {}}), bent(3, {{0, 0, 0}, {0, 1.5, 0}, {-2, 1, 0}}));

    // Every vertex follows joint 0, the hip, which does not move. Sparse values set all weights.
    Gltf gltf = bentBar({.binds = {}}), like = emptyMesh();
    like.root["scenes"] = gltf.root["scenes"];
    like.root["nodes"] = gltf.root["nodes"];
    like.root["skins"] = gltf.root["skins"];
    like.with("POSITION", Bar().positions);
    like.attributes()["JOINTS_0"] = zeros<uint8_t>(like, "VEC4");
    like.attributes()["WEIGHTS_0"] =
        zeros<float>(like, "VEC4", sparse<uint8_t>(like, {0, 1, 2}, identityWeights));
    Expected expected = bent(3, {{0, 0, 0}, {1, 1, 0}, {0, 2, 0}});
    expected.mostInfluences = 1;
    add("joints_without_view", "joints without a buffer view are joint 0", like, expected);

    // The copy is 1 to the right, which the knee's R turns into 1 up. Vertex 1: (2,1,0) -> (2,0,0)
    // -> (0,2,0) -> (0,3,0), mean (1,2,0). Vertex 2: (1,2,0) -> (1,1,0) -> (-1,1,0) -> (-1,2,0).
    gltf = twoMeshes("0");
    gltf.attributes(1)["POSITION"] = gltf.positions({1, 0, 0, 2, 1, 0, 1, 2, 0});
    add("skin_shared_by_two_meshes", "two nodes with different meshes and one skin", gltf,
        bent(4, bentPositions({{1, 0, 0}, {1, 2, 0}, {-1, 2, 0}})));

    // The second skin lists the knee before the hip, so the second mesh's joint 0 is the knee. Both
    // skins have the same two binds.
    gltf = twoMeshes("1");
    gltf.attributes(1)["JOINTS_0"] =
        gltf.accessor<uint8_t>({1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    gltf.root["skins"].push_back(
        {{"joints", {2, 1}}, {"inverseBindMatrices", inverseBinds(gltf, {{0, -1, 0}, {0, 0, 0}})}});
    expected = bent(4, bentPositions(bentPositions()));
    expected.skins = {2, 2};
    add("two_skins_two_joint_orders",
        "two skins over one hierarchy, joints in another order: one palette", gltf, expected);

    // The second skin binds the knee at (0, 2, 0) and has no hip: p -> R (p - (0,2,0)) + (0,1,0).
    // The vertices move (0,2,0) -> (0,1,0); (1,2,0) -> (1,0,0) -> (0,1,0) -> (0,2,0); (0,3,0) ->
    // (-1,1,0).
    gltf = twoMeshes("1");
    const int positions = gltf.positions({0, 2, 0, 1, 2, 0, 0, 3, 0});
    const int joints = gltf.accessor<uint8_t>(first, "VEC4");
    gltf.attributes(1) = {
        {"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", gltf.vec4(identityWeights)}};
    gltf.root["skins"].push_back(
        {{"joints", {2}}, {"inverseBindMatrices", inverseBinds(gltf, {{0, -2, 0}})}});
    expected = bent(4, bentPositions({{0, 1, 0}, {0, 2, 0}, {-1, 1, 0}}));
    expected.binds = 3;
    expected.skins = {2, 1};
    add("two_skins_other_binds", "two skins that bind one joint at different places", gltf,
        expected);

    // Node 0 is the knee, 1 the ankle, 2 the mesh, 3 the hip. The skin lists ankle, hip, knee. The
    // ankle is 1 above the knee and not turned, so it also maps p to R (p - (0,1,0)) + (0,1,0).
    expected = bent(4);
    expected.binds = 3;
    expected.skins = {3};
    add("joints_out_of_tree_order", "a skin's joints are in no order of the tree",
        barAnd(R"(scenes[0].nodes = [2, 3] & skins[0].joints = [1, 3, 0] & nodes = [
                   {"name": "knee", "translation": [0, 1, 0], "children": [1],
                    "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]},
                   {"name": "ankle", "translation": [0, 1, 0]},
                   {"mesh": 0, "skin": 0},
                   {"name": "hip", "children": [0]}])",
               {.joints = {1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0},
                .binds = {{0, -2, 0}, {0, 0, 0}, {0, -1, 0}}}),
        expected);

    // A skin may omit joints. This one has only the knee. The knee's parent, the hip, is moved up
    // by 3. So p -> R (p - (0,1,0)) + (0,4,0): (0,-1,0) -> (1,0,0) -> (1,4,0); (1,0,0) ->
    // (0,1,0) -> (0,5,0); (0,1,0) -> (-1,0,0) -> (-1,4,0).
    add("skin_of_one_joint", "a joint's parent need not be a joint of the skin",
        barAnd("nodes[1].translation = [0, 3, 0] & skins[0].joints = [2]",
               {.joints = first, .weights = identityWeights, .binds = {{0, -1, 0}}}),
        {.joints = 3, .skins = {1}, .poses = rest({{1, 4, 0}, {0, 5, 0}, {-1, 4, 0}})});

    // The node above the joints scales by 2 and moves by (10, 0, 0), so p -> 2 p + (10, 0, 0).
    add("armature", "what stands above the joints moves them",
        barAnd(R"(nodes[3] = {"name": "armature", "scale": [2, 2, 2], "translation": [10, 0, 0],
                              "children": [1]} &
                  scenes[0].nodes = [0, 3] & skins[0].skeleton = 3)"),
        bent(4, {{10, 0, 0}, {11, 3, 0}, {8, 2, 0}}));

    // Vertices are in 1/100 m and joints in 1/128 m: the armature scales by 1/128, the inverse bind
    // matrices by 128/100. In metres it is the bent bar.
    constexpr float s = 1.28f;
    gltf = barAnd(R"(nodes[3] = {"name": "armature", "scale": [0.0078125, 0.0078125, 0.0078125],
                                 "children": [1]} &
                     nodes[2].translation = [0, 128, 0] & scenes[0].nodes = [0, 3])",
                  {.positions = {0, 0, 0, 100, 100, 0, 0, 200, 0}, .binds = {}});
    gltf.root["skins"][0]["inverseBindMatrices"] =
        gltf.accessor<float>({s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0,    0, 1,
                              s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, -128, 0, 1},
                             "MAT4");
    add("inverse_bind_matrices_scale", "inverse bind matrices that undo an armature's scale", gltf,
        bent(4));

    // The inverse bind matrix adds y to x. Normals are transformed by its inverse transpose, which
    // subtracts x from y: (1,0,0) -> (1,-1,0), and (0,1,0) stays. Tangents are transformed by the
    // matrix: (0,1,0) -> (1,1,0).
    gltf = triangle()
               .set(R"(scenes[0].nodes = [0, 1] & nodes = [{"mesh": 0, "skin": 0}, {}] &
                       skins = [{"joints": [1]}])")
               .with("NORMAL", {1, 0, 0, 0, 1, 0, 0, 0, 1})
               .with("TANGENT", {0, 1, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1})
               .with("JOINTS_0", first)
               .with("WEIGHTS_0", identityWeights);
    gltf.root["skins"][0]["inverseBindMatrices"] =
        gltf.accessor<float>({1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4");
    constexpr double h = kHalfRoot2;
    add("inverse_bind_matrix_sheared", "an inverse bind matrix that no T R S makes", gltf,
        {.joints = 2,
         .skins = {1},
         .poses = rest({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}}, {{h, -h, 0}, {0, 1, 0}, {0, 0, 1}},
                       {{h, h, 0, 1}, {1, 0, 0, -1}, {h, h, 0, 1}})});

    // The transforms of the mesh's node and of its parent are ignored.
    expected = bent(4);
    expected.triangles = {{0, 1, 2}};
    expected.poses[0].normals = {{0, 0, 1}, {0, 0, 1}, {0, 1, 0}};
    expected.validatorWarnings = {"NODE_SKINNED_MESH_NON_ROOT",
                                  "NODE_SKINNED_MESH_LOCAL_TRANSFORMS"};
    add("skinned_node_under_mirrored_parent",
        "the transform of the node that draws a skinned mesh is ignored",
        barAnd(R"(nodes[0].translation = [7, 7, 7] & nodes[0].rotation = [1, 0, 0, 0] &
                  nodes[3] = {"scale": [-3, 2, 5], "translation": [1, 1, 1], "children": [0]} &
                  scenes[0].nodes = [3, 1])")
            .with("NORMAL", {0, 0, 1, 0, 0, 1, 1, 0, 0}),
        expected);

    // The mesh's node is a child of the knee. The knee must not move the vertices twice.
    expected = bent(3);
    expected.validatorWarnings = {"NODE_SKINNED_MESH_NON_ROOT"};
    add("skinned_node_under_its_joint", "a skinned mesh below its own joint",
        barAnd("nodes[2].children = [0] & scenes[0].nodes = [1]"), expected);

    // Node 3 draws the mesh without the skin, so JOINTS_0 is ignored.
    expected = bent(4, bentPositions({{0, 0, 4}, {1, 1, 4}, {0, 2, 4}}));
    expected.binds = 3;
    expected.validatorWarnings = {"NODE_SKINNED_MESH_WITHOUT_SKIN"};
    expected.warnings = {"JOINTS_0 is ignored for nodes without a skin"};
    add("mesh_with_and_without_skin", "one mesh drawn skinned and rigid",
        barAnd(std::string(kSecondNode) + R"(nodes[3] = {"mesh": 0, "translation": [0, 0, 4]})"),
        expected);

    // The prop is at (1,0,0) below the knee, so p -> R (p + (1,0,0)) + (0,1,0). (0,0,0) ->
    // (1,0,0) -> (0,2,0); (1,0,0) -> (2,0,0) -> (0,3,0); (0,1,0) -> (1,1,0) -> (-1,2,0).
    gltf = barAnd(R"(nodes[2].children = [3] &
                     nodes[3] = {"mesh": 1, "translation": [1, 0, 0]})");
    gltf.attributes(1)["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    expected = bent(4, bentPositions({{0, 2, 0}, {0, 3, 0}, {-1, 2, 0}}));
    expected.binds = 3;
    add("rigid_prop_on_a_joint", "a mesh without skin below a joint", gltf, expected);

    cases
        .add("skin_of_1100_joints", "a chain of 1,100 joints", longChain(),
             {.joints = 1101,
              .binds = 1100,
              .skins = {1100},
              .poses = rest({{0, 1, 0},
                             {-15.9375, 1, 0},
                             {-16, 1, 0},
                             {-31.9375, 1, 0},
                             {-34.3125, 1, 0},
                             {-33.375, 0, 0},
                             {-33.375, 13.625, 0},
                             {-33.375, 29.5625, 0},
                             {-32.375, 34.3125, 0}})})
        .binary = true;
}

}  // namespace sinew::torture
