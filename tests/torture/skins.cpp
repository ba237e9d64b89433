// Skins: their joints, inverse bind matrices and the nodes around them.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

Case bar(const char* name, const char* shows, Gltf gltf, Expected expected = bentExpected()) {
    return {.name = name, .shows = shows, .gltf = std::move(gltf), .expected = std::move(expected)};
}

Case plain() {
    return bar("skin", "two joints, float weights, inverse bind matrices", bentBar());
}

// Identity stands for each matrix, so the knee takes p to R p + (0,1,0). Vertex 2: (0,2,0) ->
// (-2,0,0) -> (-2,1,0). Vertex 1: (1,1,0) -> (-1,1,0) -> (-1,2,0), halfway (0, 1.5, 0).
Case noInverseBinds() {
    Expected expected = bentExpected();
    expected.poses = {{.positions = {{0, 0, 0}, {0, 1.5, 0}, {-2, 1, 0}}}};
    return bar("no_inverse_bind_matrices", "identity stands for what the skin leaves out",
               bentBar({.binds = {}}), expected);
}

// Every vertex follows joint 0, the hip, which stands still; its weights are all put there by
// sparse values.
Case jointsWithoutView() {
    Gltf gltf = emptyMesh();
    const Gltf like = bentBar();
    gltf.root["scenes"] = like.root["scenes"];
    gltf.root["nodes"] = like.root["nodes"];
    gltf.root["skins"] = json(R"([{"joints": [1, 2]}])");
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 1, 0, 0, 2, 0});
    gltf.attributes()["JOINTS_0"] =
        gltf.add("accessors", json(R"({"componentType": 5121, "count": 3, "type": "VEC4"})"));
    const int indices = gltf.view<uint8_t>({0, 1, 2});
    const int values = gltf.view<float>({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    gltf.attributes()["WEIGHTS_0"] =
        gltf.add("accessors", {{"componentType", 5126},
                               {"count", 3},
                               {"type", "VEC4"},
                               {"sparse",
                                {{"count", 3},
                                 {"indices", {{"bufferView", indices}, {"componentType", 5121}}},
                                 {"values", {{"bufferView", values}}}}}});
    Expected expected = bentExpected();
    expected.mostInfluences = 1;
    expected.poses = {{.positions = {{0, 0, 0}, {1, 1, 0}, {0, 2, 0}}}};
    return bar("joints_without_view", "joints without a buffer view are joint 0", gltf, expected);
}

// The second node draws the mesh again with the same skin: the same vertices once more.
Case sharedSkin() {
    Gltf gltf = bentBar();
    gltf.root["nodes"].push_back(json(R"({"mesh": 1, "skin": 0})"));
    gltf.root["scenes"][0]["nodes"] = {0, 1, 3};
    const int positions = gltf.positions({1, 0, 0, 2, 1, 0, 1, 2, 0});
    gltf.root["meshes"].push_back(gltf.root["meshes"][0]);
    gltf.attributes(1)["POSITION"] = positions;
    Expected expected = bentExpected();
    expected.joints = 4;
    // One further right: the knee's R turns that into one up. (2,1,0) -> (2,0,0) -> (0,2,0) ->
    // (0,3,0), halfway (1,2,0); (1,2,0) -> (1,1,0) -> (-1,1,0) -> (-1,2,0).
    expected.poses = {
        {.positions = {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0}, {1, 0, 0}, {1, 2, 0}, {-1, 2, 0}}}};
    return bar("skin_shared_by_two_meshes", "two nodes with different meshes and one skin", gltf,
               expected);
}

// The second skin lists knee before hip; the second mesh's joint 0 is therefore the knee. The
// bind pairs are the same two.
Case jointOrders() {
    Gltf gltf = bentBar();
    gltf.root["nodes"].push_back(json(R"({"mesh": 1, "skin": 1})"));
    gltf.root["scenes"][0]["nodes"] = {0, 1, 3};
    gltf.root["meshes"].push_back(gltf.root["meshes"][0]);
    gltf.attributes(1)["JOINTS_0"] =
        gltf.accessor<uint8_t>({1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    gltf.root["skins"].push_back(
        {{"joints", {2, 1}}, {"inverseBindMatrices", inverseBinds(gltf, {{0, -1, 0}, {0, 0, 0}})}});
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.skins = {2, 2};
    expected.poses[0].positions = {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0},
                                   {0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0}};
    return bar("two_skins_two_joint_orders",
               "two skins over one hierarchy, joints in another order: one palette", gltf,
               expected);
}

// The second skin binds the knee at (0, 2, 0) and has no hip: p -> R (p - (0,2,0)) + (0,1,0).
// Vertices (0,2,0) -> (0,1,0); (1,2,0) -> (1,0,0) -> (0,1,0) -> (0,2,0); (0,3,0) -> (-1,1,0).
Case otherBinds() {
    Gltf gltf = bentBar();
    gltf.root["nodes"].push_back(json(R"({"mesh": 1, "skin": 1})"));
    gltf.root["scenes"][0]["nodes"] = {0, 1, 3};
    const int positions = gltf.positions({0, 2, 0, 1, 2, 0, 0, 3, 0});
    const int joints = gltf.accessor<uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    const int weights = gltf.vec4({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    gltf.root["meshes"].push_back(gltf.root["meshes"][0]);
    gltf.attributes(1) = {{"POSITION", positions}, {"JOINTS_0", joints}, {"WEIGHTS_0", weights}};
    gltf.root["skins"].push_back(
        {{"joints", {2}}, {"inverseBindMatrices", inverseBinds(gltf, {{0, -2, 0}})}});
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.binds = 3;
    expected.skins = {2, 1};
    expected.poses[0].positions = {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0},
                                   {0, 1, 0}, {0, 2, 0},    {-1, 1, 0}};
    return bar("two_skins_other_binds", "two skins that bind one joint at different places", gltf,
               expected);
}

// Nodes: knee 0, ankle 1, mesh 2, hip 3. The skin lists ankle, hip, knee. The ankle stands one
// above the knee and is not turned; ankle: p -> R (p - (0,1,0)) + (0,1,0) as well.
Case jointsOutOfOrder() {
    Gltf gltf = bentBar({.joints = {1, 0, 0, 0, 1, 2, 0, 0, 0, 0, 0, 0},
                         .binds = {{0, -2, 0}, {0, 0, 0}, {0, -1, 0}}});
    gltf.root["scenes"] = json(R"([{"nodes": [2, 3]}])");
    gltf.root["nodes"] = json(R"([
        {"name": "knee", "translation": [0, 1, 0], "children": [1],
         "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]},
        {"name": "ankle", "translation": [0, 1, 0]},
        {"mesh": 0, "skin": 0},
        {"name": "hip", "children": [0]}])");
    gltf.root["skins"][0]["joints"] = {1, 3, 0};
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.binds = 3;
    expected.skins = {3};
    return bar("joints_out_of_tree_order", "a skin's joints are in no order of the tree", gltf,
               expected);
}

// A skin may list some joints only: here the knee alone, with the hip above it moved up by 3.
Case subset() {
    Gltf gltf = bentBar({.joints = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
                         .weights = {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
                         .binds = {{0, -1, 0}}});
    gltf.root["nodes"][1]["translation"] = {0, 3, 0};
    gltf.root["skins"][0]["joints"] = {2};
    Expected expected = bentExpected();
    expected.binds = 1;
    expected.mostInfluences = 1;
    expected.skins = {1};
    // p -> R (p - (0,1,0)) + (0,4,0): (0,-1,0) -> (1,0,0) -> (1,4,0); (1,0,0) -> (0,1,0) ->
    // (0,5,0); (0,1,0) -> (-1,0,0) -> (-1,4,0).
    expected.poses[0].positions = {{1, 4, 0}, {0, 5, 0}, {-1, 4, 0}};
    return bar("skin_of_one_joint", "a joint's parent need not be a joint of the skin", gltf,
               expected);
}

// The node above the joints scales by 2 and moves by (10, 0, 0): 2 p + (10, 0, 0).
Case armature() {
    Gltf gltf = bentBar();
    gltf.root["nodes"].push_back(
        json(R"({"name": "armature", "scale": [2, 2, 2], "translation": [10, 0, 0],
                 "children": [1]})"));
    gltf.root["scenes"][0]["nodes"] = {0, 3};
    gltf.root["skins"][0]["skeleton"] = 3;
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.poses[0].positions = {{10, 0, 0}, {11, 3, 0}, {8, 2, 0}};
    return bar("armature", "what stands above the joints moves them", gltf, expected);
}

// Vertices count 100 to the metre and joints 128: the armature scales by 1/128, the inverse bind
// matrices by 128/100. Metre by metre it is the bent bar.
Case centimetres() {
    Gltf gltf = bentBar({.positions = {0, 0, 0, 100, 100, 0, 0, 200, 0}, .binds = {}});
    gltf.root["nodes"].push_back(
        json(R"({"name": "armature", "scale": [0.0078125, 0.0078125, 0.0078125],
                 "children": [1]})"));
    gltf.root["nodes"][2]["translation"] = {0, 128, 0};
    gltf.root["scenes"][0]["nodes"] = {0, 3};
    constexpr float s = 1.28f;
    gltf.root["skins"][0]["inverseBindMatrices"] =
        gltf.accessor<float>({s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, 0,    0, 1,
                              s, 0, 0, 0, 0, s, 0, 0, 0, 0, s, 0, 0, -128, 0, 1},
                             "MAT4");
    Expected expected = bentExpected();
    expected.joints = 4;
    return bar("inverse_bind_matrices_scale", "inverse bind matrices that undo an armature's scale",
               gltf, expected);
}

// The inverse bind matrix adds y to x. Normals by its inverse transpose, which takes x from y:
// (1,0,0) -> (1,-1,0), (0,1,0) stays. Tangents by the matrix: (0,1,0) -> (1,1,0).
Case shearedBind() {
    Gltf gltf = triangle();
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0, "skin": 0}, {}])");
    gltf.root["skins"] = json(R"([{"joints": [1]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({1, 0, 0, 0, 1, 0, 0, 0, 1});
    gltf.attributes()["TANGENT"] = gltf.vec4({0, 1, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1});
    gltf.attributes()["JOINTS_0"] =
        gltf.accessor<uint8_t>({0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4({1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0});
    gltf.root["skins"][0]["inverseBindMatrices"] =
        gltf.accessor<float>({1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}, "MAT4");
    return bar("inverse_bind_matrix_sheared", "an inverse bind matrix that no T R S makes", gltf,
               {.joints = 2,
                .skins = {1},
                .poses = {{.positions = {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}},
                           .normals = {{kHalfRoot2, -kHalfRoot2, 0}, {0, 1, 0}, {0, 0, 1}},
                           .tangents = {{kHalfRoot2, kHalfRoot2, 0, 1},
                                        {1, 0, 0, -1},
                                        {kHalfRoot2, kHalfRoot2, 0, 1}}}}});
}

// The mesh's own node and its parent scale, mirror and move: none of it counts.
Case ownTransform() {
    Gltf gltf = bentBar();
    gltf.root["nodes"][0] = json(R"({"mesh": 0, "skin": 0, "translation": [7, 7, 7],
                                     "rotation": [1, 0, 0, 0]})");
    gltf.root["nodes"].push_back(
        json(R"({"scale": [-3, 2, 5], "translation": [1, 1, 1], "children": [0]})"));
    gltf.root["scenes"][0]["nodes"] = {3, 1};
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 1, 0, 0});
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.triangles = {{0, 1, 2}};
    expected.poses[0].normals = {{0, 0, 1}, {0, 0, 1}, {0, 1, 0}};
    expected.validatorWarnings = {"NODE_SKINNED_MESH_NON_ROOT",
                                  "NODE_SKINNED_MESH_LOCAL_TRANSFORMS"};
    return bar("skinned_node_under_mirrored_parent",
               "the transform of the node that draws a skinned mesh is ignored", gltf, expected);
}

// The mesh hangs below the knee, which already moves its vertices: not twice.
Case underItsJoint() {
    Gltf gltf = bentBar();
    gltf.root["nodes"][2]["children"] = {0};
    gltf.root["scenes"][0]["nodes"] = {1};
    Expected expected = bentExpected();
    expected.validatorWarnings = {"NODE_SKINNED_MESH_NON_ROOT"};
    return bar("skinned_node_under_its_joint", "a skinned mesh below its own joint", gltf,
               expected);
}

// Node 3 draws the mesh without the skin: its JOINTS_0 mean nothing there.
Case withAndWithout() {
    Gltf gltf = bentBar();
    gltf.root["nodes"].push_back(json(R"({"mesh": 0, "translation": [0, 0, 4]})"));
    gltf.root["scenes"][0]["nodes"] = {0, 1, 3};
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.binds = 3;
    expected.poses[0].positions = {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0},
                                   {0, 0, 4}, {1, 1, 4},    {0, 2, 4}};
    expected.validatorWarnings = {"NODE_SKINNED_MESH_WITHOUT_SKIN"};
    return bar("mesh_with_and_without_skin", "one mesh drawn skinned and rigid", gltf, expected);
}

// The prop is a child of the knee: R p + (0,1,0) with its own t (1,0,0): p -> R (p + (1,0,0)) +
// (0,1,0). (0,0,0) -> (1,0,0) -> (0,2,0); (1,0,0) -> (2,0,0) -> (0,3,0); (0,1,0) -> (1,1,0) ->
// (-1,2,0).
Case prop() {
    Gltf gltf = bentBar();
    const int positions = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.root["meshes"].push_back(
        {{"primitives", Json::array({{{"attributes", {{"POSITION", positions}}}}})}});
    gltf.root["nodes"][2]["children"] = {3};
    gltf.root["nodes"].push_back(json(R"({"mesh": 1, "translation": [1, 0, 0]})"));
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.binds = 3;
    expected.poses[0].positions = {{0, 0, 0}, {.5, 1.5, 0}, {-1, 1, 0},
                                   {0, 2, 0}, {0, 3, 0},    {-1, 2, 0}};
    return bar("rigid_prop_on_a_joint", "a mesh without skin below a joint", gltf, expected);
}

// Nodes 1 to 1100 are a chain, each 1/16 above the one before; node 0 draws. Node 1 is turned by
// 90 degrees about z, R (x, y, z) = (-y, x, z), node 551 (joint 550) back by 90 degrees, and the
// last (joint 1099) is twice as large. Joint k is bound at (0, k/16, 0). In pose a joint k below
// 550 stands at (-k/16, 0, 0), turned by R. From 550 on joints stand upright at
// (-550/16, (k - 550)/16, 0). Vertices: (1, k/16, 0) of joint k, so R (1, 0, 0) = (0, 1, 0) from
// the joint below 550, (1, 0, 0) from it above, (2, 0, 0) at the last.
Case longChain() {
    constexpr int kJoints = 1100;
    Gltf gltf = emptyMesh();
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0, "skin": 0}])");
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
    gltf.attributes()["POSITION"] = gltf.positions(positions);
    gltf.attributes()["JOINTS_0"] = gltf.accessor<uint16_t>(owners, "VEC4");
    gltf.attributes()["WEIGHTS_0"] = gltf.vec4(weights);
    gltf.root["skins"] = Json::array({{{"joints", joints}}});
    gltf.root["skins"][0]["inverseBindMatrices"] = inverseBinds(gltf, binds);
    return {.name = "skin_of_1100_joints",
            .shows = "a chain of 1,100 joints",
            .gltf = gltf,
            .container = Container::binary,
            .expected = {.joints = 1101,
                         .binds = 1100,
                         .skins = {1100},
                         .poses = {{.positions = {{0, 1, 0},
                                                  {-15.9375, 1, 0},
                                                  {-16, 1, 0},
                                                  {-31.9375, 1, 0},
                                                  {-34.3125, 1, 0},
                                                  {-33.375, 0, 0},
                                                  {-33.375, 13.625, 0},
                                                  {-33.375, 29.5625, 0},
                                                  {-32.375, 34.3125, 0}}}}}};
}

}  // namespace

std::vector<Case> skinCases() {
    return {plain(),
            noInverseBinds(),
            jointsWithoutView(),
            sharedSkin(),
            jointOrders(),
            otherBinds(),
            jointsOutOfOrder(),
            subset(),
            armature(),
            centimetres(),
            shearedBind(),
            ownTransform(),
            underItsJoint(),
            withAndWithout(),
            prop(),
            longChain()};
}

}  // namespace sinew::torture
