// Morph targets: what they may hold, where their weights come from, what animates them.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

/// The triangle with targets that lift it: target 0 all vertices by z = 1, target 1 vertex 1 by
/// y = 2. With weights a and b: (0,0,a) (1,2b,a) (0,1,a).
Gltf lifted() {
    Gltf gltf = triangle();
    const int up = gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    const int along = gltf.positions({0, 0, 0, 0, 2, 0, 0, 0, 0});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", up}}, {{"POSITION", along}}});
    return gltf;
}

std::vector<Vec3> liftedBy(double a, double b) {
    return {{0, 0, a}, {1, 2 * b, a}, {0, 1, a}};
}

PoseFact at(double time, double a, double b) {
    return {.clip = 0, .timeSeconds = time, .positions = liftedBy(a, b)};
}

Case unweighted() {
    return {.name = "morph_without_weights",
            .shows = "targets without weights anywhere: all zero",
            .gltf = lifted(),
            .expected = {.poses = {{.positions = liftedBy(0, 0)}}}};
}

Case meshWeights() {
    Gltf gltf = lifted();
    gltf.root["meshes"][0]["weights"] = {.5, -.25};
    return {.name = "morph_mesh_weights",
            .shows = "default weights of the mesh, one of them negative",
            .gltf = gltf,
            .expected = {.poses = {{.positions = liftedBy(.5, -.25)}}}};
}

Case nodeWeights() {
    Gltf gltf = lifted();
    gltf.root["meshes"][0]["weights"] = {.5, .25};
    gltf.root["nodes"] = json(R"([{"mesh": 0, "weights": [2, 0]}, {"mesh": 0}])");
    gltf.root["scenes"][0]["nodes"] = {0, 1};
    return {.name = "morph_node_weights",
            .shows = "a node's weights stand before its mesh's",
            .gltf = gltf,
            .expected = {
                .joints = 2,
                .binds = 2,
                .poses = {
                    {.positions = {
                         {0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {0, 0, .5}, {1, .5, .5}, {0, 1, .5}}}}}};
}

Case animated(const char* name, const char* shows, const char* interpolation,
              const std::vector<float>& values, std::vector<PoseFact> poses) {
    Gltf gltf = lifted();
    gltf.root["meshes"][0]["weights"] = {.5, 0};
    const int input = gltf.times({0, 2});
    gltf.channel(0, "weights", input, gltf.scalars(values), interpolation);
    poses.insert(poses.begin(), {.positions = liftedBy(.5, 0)});
    return {.name = name,
            .shows = shows,
            .gltf = gltf,
            .expected = {.clips = {{"move", 2}}, .poses = std::move(poses)}};
}

Case linear() {
    return animated("morph_weights_linear", "weights of both targets, key by key", "LINEAR",
                    {0, 1, 1, 3}, {at(0, 0, 1), at(.5, .25, 1.5), at(1.5, .75, 2.5)});
}

Case stepWeights() {
    return animated("morph_weights_step", "weights that jump", "STEP", {0, 1, 1, 3},
                    {at(0, 0, 1), at(1.9, 0, 1)});
}

// In-tangents, values, out-tangents of both weights, key by key. From (0, 1) with out (2, 0) to
// (1, 1) with in (0, -4) over 2 s; see cubic_translation. t = .5: (0 + .5 + 2 (.125) 2,
// 1 + 2 (-.125) (-4)) = (1, 2).
Case cubic() {
    return animated("morph_weights_cubic", "weights along a cubic spline", "CUBICSPLINE",
                    {9, 9, 0, 1, 2, 0, 0, -4, 1, 1, 9, 9}, {at(0, 0, 1), at(1, 1, 2)});
}

template <typename T>
Case integers(const char* name, const std::vector<T>& values, double a, double b) {
    Gltf gltf = lifted();
    const int input = gltf.times({0, 2});
    gltf.channel(0, "weights", input, gltf.accessor<T>(values, "SCALAR", {.normalized = true}));
    return {.name = name,
            .shows = "weights in normalised integers",
            .gltf = gltf,
            .expected = {.clips = {{"move", 2}}, .poses = {at(0, a, b)}}};
}

// Target 0 changes vertex 1 alone through a sparse accessor over zeros; target 1 has no buffer view
// at all and changes nothing.
Case sparseTargets() {
    Gltf gltf = triangle();
    const int which = gltf.view<uint8_t>({1});
    const int value = gltf.view<float>({0, 0, 4});
    const int moved =
        gltf.add("accessors", {{"componentType", 5126},
                               {"count", 3},
                               {"type", "VEC3"},
                               {"min", {0, 0, 0}},
                               {"max", {0, 0, 4}},
                               {"sparse",
                                {{"count", 1},
                                 {"indices", {{"bufferView", which}, {"componentType", 5121}}},
                                 {"values", {{"bufferView", value}}}}}});
    const int none = gltf.add("accessors", {{"componentType", 5126},
                                            {"count", 3},
                                            {"type", "VEC3"},
                                            {"min", {0, 0, 0}},
                                            {"max", {0, 0, 0}}});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", moved}}, {{"POSITION", none}}});
    gltf.root["meshes"][0]["weights"] = {.5, 1};
    return {.name = "morph_sparse_targets",
            .shows = "a sparse target and one of zeros",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{0, 0, 0}, {1, 0, 2}, {0, 1, 0}}}}}};
}

// Weight .5. Normals (0,0,1) + .5 (2,0,0) = (1,0,1); (0,0,1) + .5 (0,-2,2) = (0,-1,2);
// (.6,0,.8) + .5 (0,0,-1.6) = (.6,0,0). Tangents (1,0,0) + .5 (0,0,-2) = (1,0,-1);
// (1,0,0) unchanged; (0,1,0) + .5 (0,-4,0) = (0,-1,0). w stays.
Case morphedBasis() {
    Gltf gltf = triangle();
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, .6f, 0, .8f});
    gltf.attributes()["TANGENT"] = gltf.vec4({1, 0, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1});
    const int positions = gltf.positions({0, 0, 2, 0, 0, 0, 0, 0, 0});
    const int normals = gltf.vec3({2, 0, 0, 0, -2, 2, 0, 0, -1.6f});
    const int tangents = gltf.vec3({0, 0, -2, 0, 0, 0, 0, -4, 0});
    gltf.primitive()["targets"] =
        Json::array({{{"POSITION", positions}, {"NORMAL", normals}, {"TANGENT", tangents}}});
    gltf.root["meshes"][0]["weights"] = {.5};
    return {.name = "morph_normals_and_tangents",
            .shows = "targets of normals and tangents, whose sums are normalised",
            .gltf = gltf,
            .expected = {
                .poses = {{.positions = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                           .normals = {{kHalfRoot2, 0, kHalfRoot2},
                                       {0, -0.44721359549995794, 0.89442719099991588},
                                       {1, 0, 0}},
                           .tangents = {
                               {kHalfRoot2, 0, -kHalfRoot2, 1}, {1, 0, 0, -1}, {0, -1, 0, 1}}}}}};
}

Case normalsOnly() {
    Gltf gltf = triangle();
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    const int normals = gltf.vec3({1, 0, 0, 0, 1, 0, 0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"NORMAL", normals}}});
    gltf.root["meshes"][0]["weights"] = {1};
    return {.name = "morph_normals_only",
            .shows = "a target without positions",
            .gltf = gltf,
            .expected = {.poses = {{.positions = trianglePositions(),
                                    .normals = {{kHalfRoot2, 0, kHalfRoot2},
                                                {0, kHalfRoot2, kHalfRoot2},
                                                {0, 0, 1}}}}}};
}

// Target k lifts vertex k % 3 by 2 to the k in z; weights 1/2, 1/4, ... 2 to the -(k + 1), so that
// every target adds a half: four targets a vertex, 2 each.
Case twelveTargets() {
    Gltf gltf = triangle();
    Json targets = Json::array(), weights = Json::array();
    float delta = 1;
    for (size_t k = 0; k < 12; ++k) {
        std::vector<float> values(9, 0.0f);
        values[3 * (k % 3) + 2] = delta;
        targets.push_back({{"POSITION", gltf.positions(values)}});
        weights.push_back(.5 / delta);
        delta *= 2;
    }
    gltf.primitive()["targets"] = targets;
    gltf.root["meshes"][0]["weights"] = weights;
    return {.name = "morph_12_targets",
            .shows = "more targets than eight, all at once",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}}}}}};
}

// The knee turns what the target has moved: vertex 2 goes from (0,2,0) by weight .5 x (0,2,0) to
// (0,3,0), and then (0,2,0) -> (-2,0,0) -> (-2,1,0). Its normal (0,1,0) + .5 (2,0,0) = (1,1,0)
// becomes (-1,1,0). Vertex 1, halves: (1,1,0) + .5 (2,0,0) = (2,1,0); the knee takes it to (0,3,0);
// halfway lies (1,2,0). The blended matrix there is (1/2)(1 + R), which turns by 45 degrees.
Case beforeSkin() {
    Gltf gltf = bentBar();
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 1, 0, 0, 0, 1, 0});
    const int positions = gltf.positions({0, 0, 0, 2, 0, 0, 0, 2, 0});
    const int normals = gltf.vec3({0, 0, 0, 0, 0, 0, 2, 0, 0});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", positions}, {"NORMAL", normals}}});
    const int input = gltf.times({0, 1});
    gltf.channel(0, "weights", input, gltf.scalars({0, 1}));
    Expected expected = bentExpected();
    expected.clips = {{"move", 1}};
    expected.poses[0].normals = {{0, 0, 1}, {kHalfRoot2, kHalfRoot2, 0}, {-1, 0, 0}};
    expected.poses.push_back(
        {.clip = 0,
         .timeSeconds = .5,
         .positions = {{0, 0, 0}, {1, 2, 0}, {-2, 1, 0}},
         .normals = {{0, 0, 1}, {kHalfRoot2, kHalfRoot2, 0}, {-kHalfRoot2, kHalfRoot2, 0}}});
    return {.name = "morph_before_skin",
            .shows = "targets count before the skin, in bind space",
            .gltf = gltf,
            .expected = expected};
}

// Both nodes draw the mesh; only the second's weights are animated.
Case twoNodes() {
    Gltf gltf = lifted();
    gltf.root["nodes"] = json(R"([{"mesh": 0, "weights": [1, 0]}, {"mesh": 0}])");
    gltf.root["scenes"][0]["nodes"] = {0, 1};
    const int input = gltf.times({0, 1});
    gltf.channel(1, "weights", input, gltf.scalars({0, 0, 4, 2}));
    return {
        .name = "morph_of_two_nodes",
        .shows = "each node that draws a morphed mesh has weights of its own",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .binds = 2,
            .clips = {{"move", 1}},
            .poses = {{.clip = 0,
                       .timeSeconds = .5,
                       .positions = {
                           {0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 2}, {1, 2, 2}, {0, 1, 2}}}}}};
}

// The second primitive's target moves other vertices by the same weight.
Case morphsOfTwoPrimitives() {
    Gltf gltf = triangle();
    const int up = gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", up}}});
    const int other = gltf.positions({0, 0, 5, 0, 1, 5, 1, 0, 5});
    const int down = gltf.positions({0, 0, -2, 0, 0, -2, 0, 0, -2});
    gltf.root["meshes"][0]["primitives"].push_back(
        {{"attributes", {{"POSITION", other}}}, {"targets", Json::array({{{"POSITION", down}}})}});
    gltf.root["meshes"][0]["weights"] = {.5};
    return {
        .name = "morph_of_two_primitives",
        .shows = "one weight moves the targets of all primitives",
        .gltf = gltf,
        .expected = {
            .poses = {{.positions = {
                           {0, 0, .5}, {1, 0, .5}, {0, 1, .5}, {0, 0, 4}, {0, 1, 4}, {1, 0, 4}}}}}};
}

/// KHR_mesh_quantization: targets in integers. Vertex 1 moves by one in z, vertex 2 by minus one.
template <typename T>
Case quantized(const char* name, T one) {
    Gltf gltf = emptyMesh();
    gltf.extension("KHR_mesh_quantization", true);
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 0, 0, 1, 0});
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1, 0, 0, 1});
    const auto minusOne = static_cast<T>(-one);
    const std::vector<T> values = {0, 0, 0, 0, 0, one, 0, 0, minusOne};
    const int positions = gltf.accessor<T>(values, "VEC3", {.normalized = true, .bounds = true});
    const int normals =
        gltf.accessor<T>({one, 0, 0, 0, minusOne, 0, 0, 0, 0}, "VEC3", {.normalized = true});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", positions}, {"NORMAL", normals}}});
    gltf.root["meshes"][0]["weights"] = {1};
    return {.name = name,
            .shows = "targets of one integer type",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{0, 0, 0}, {1, 0, 1}, {0, 1, -1}},
                                    .normals = {{kHalfRoot2, 0, kHalfRoot2},
                                                {0, -kHalfRoot2, kHalfRoot2},
                                                {0, 0, 1}}}}}};
}

}  // namespace

std::vector<Case> morphCases() {
    return {
        unweighted(),
        meshWeights(),
        nodeWeights(),
        linear(),
        stepWeights(),
        cubic(),
        // 51 / 255 = .2, 32767 / 32767 = 1, -127 / 127 = -1 and so on: section 3.11
        integers<int8_t>("morph_weights_i8_normalized", {127, -127, 0, 0}, 1, -1),
        integers<uint8_t>("morph_weights_u8_normalized", {51, 255, 0, 0}, .2, 1),
        integers<int16_t>("morph_weights_i16_normalized", {32767, -32768, 0, 0}, 1, -1),
        integers<uint16_t>("morph_weights_u16_normalized", {13107, 65535, 0, 0}, .2, 1),
        sparseTargets(),
        morphedBasis(),
        normalsOnly(),
        twelveTargets(),
        beforeSkin(),
        twoNodes(),
        morphsOfTwoPrimitives(),
        quantized<int8_t>("morph_targets_i8_normalized", 127),
        quantized<int16_t>("morph_targets_i16_normalized", 32767),
    };
}

}  // namespace sinew::torture
