// Cases of morph targets: their attributes, sources of weights, and animation.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

/// Adds a morph target with `attributes` to the first primitive.
Gltf& target(Gltf& gltf, Json attributes) {
    gltf.primitive()["targets"].push_back(std::move(attributes));
    return gltf;
}

/// Returns the triangle with two targets. Target 0 moves all vertices by z = 1, target 1 moves
/// vertex 1 by y = 2. With the weights a and b, the vertices are (0,0,a) (1,2b,a) (0,1,a).
Gltf lifted() {
    Gltf gltf = triangle();
    target(gltf, {{"POSITION", gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1})}});
    return target(gltf, {{"POSITION", gltf.positions({0, 0, 0, 0, 2, 0, 0, 0, 0})}});
}

PoseFact at(double time, double a, double b) {
    return {0, time, {{0, 0, a}, {1, 2 * b, a}, {0, 1, a}}};
}

std::vector<PoseFact> restAt(double a, double b) {
    return rest(at(0, a, b).positions);
}

/// Animates the morph weights of `node`, with keys at 0 s and at `end` seconds.
template <typename T = float>
Gltf weighted(Gltf gltf, int node, float end, const std::vector<T>& values,
              const char* interpolation = "LINEAR") {
    const int input = gltf.times({0, end});
    const bool normalized = !std::is_same_v<T, float>;
    gltf.channel(node, "weights", input,
                 gltf.accessor(values, "SCALAR", {.normalized = normalized}), interpolation);
    return gltf;
}

template <typename T>
void addIntegerWeights(Cases& cases, const char* name, const std::vector<T>& values, double a,
                       double b) {
    cases.add(name, "weights in normalised integers", weighted(lifted(), 0, 2, values),
              {.clips = {{"move", 2}}, .poses = {at(0, a, b)}});
}

/// Adds a morph target of normalised integers (KHR_mesh_quantization), whose value 1 is `one`. It
/// moves vertex 1 by 1 in z, and vertex 2 by -1.
template <typename T>
void addQuantizedTarget(Cases& cases, const char* name, T one) {
    Gltf gltf = emptyMesh();
    gltf.extension("KHR_mesh_quantization", true);
    gltf.with("POSITION", {0, 0, 0, 1, 0, 0, 0, 1, 0}).with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1});
    const auto minusOne = static_cast<T>(-one);
    const int positions = gltf.accessor<T>({0, 0, 0, 0, 0, one, 0, 0, minusOne}, "VEC3",
                                           {.normalized = true, .bounds = true});
    const int normals =
        gltf.accessor<T>({one, 0, 0, 0, minusOne, 0, 0, 0, 0}, "VEC3", {.normalized = true});
    target(gltf, {{"POSITION", positions}, {"NORMAL", normals}}).set("meshes[0].weights = [1]");
    constexpr double h = kHalfRoot2;
    cases.add(
        name, "targets of one integer type", gltf,
        {.poses = rest({{0, 0, 0}, {1, 0, 1}, {0, 1, -1}}, {{h, 0, h}, {0, -h, h}, {0, 0, 1}})});
}

}  // namespace

void addMorphs(Cases& cases) {
    constexpr double h = kHalfRoot2;
    cases.add("morph_without_weights", "targets without weights anywhere: all zero", lifted(),
              {.poses = restAt(0, 0)});
    cases.add("morph_mesh_weights", "default weights of the mesh, one of them negative",
              lifted().set("meshes[0].weights = [0.5, -0.25]"), {.poses = restAt(.5, -.25)});
    cases.add(
        "morph_node_weights", "a node's weights override its mesh's",
        lifted().set(R"(meshes[0].weights = [0.5, 0.25] & scenes[0].nodes = [0, 1] &
                         nodes = [{"mesh": 0, "weights": [2, 0]}, {"mesh": 0}])"),
        {.joints = 2,
         .binds = 2,
         .poses = rest({{0, 0, 2}, {1, 0, 2}, {0, 1, 2}, {0, 0, .5}, {1, .5, .5}, {0, 1, .5}})});

    const auto animated = [&cases](const char* name, const char* shows, const char* interpolation,
                                   const std::vector<float>& values, std::vector<PoseFact> poses) {
        poses.insert(poses.begin(), restAt(.5, 0)[0]);
        cases.add(
            name, shows,
            weighted(lifted().set("meshes[0].weights = [0.5, 0]"), 0, 2, values, interpolation),
            {.clips = {{"move", 2}}, .poses = std::move(poses)});
    };
    animated("morph_weights_linear", "weights of both targets, key by key", "LINEAR", {0, 1, 1, 3},
             {at(0, 0, 1), at(.5, .25, 1.5), at(1.5, .75, 2.5)});
    animated("morph_weights_step", "weights that jump", "STEP", {0, 1, 1, 3},
             {at(0, 0, 1), at(1.9, 0, 1)});
    // Each key has the in-tangents, values and out-tangents of both weights. The weights go from
    // (0, 1) with the out-tangents (2, 0) to (1, 1) with the in-tangents (0, -4) over 2 s; see
    // cubic_translation. At t = .5: (0 + .5 + 2 (.125) 2, 1 + 2 (-.125) (-4)) = (1, 2).
    animated("morph_weights_cubic", "weights along a cubic spline", "CUBICSPLINE",
             {9, 9, 0, 1, 2, 0, 0, -4, 1, 1, 9, 9}, {at(0, 0, 1), at(1, 1, 2)});

    // glTF specification, section 3.11: 51 / 255 = .2, 32767 / 32767 = 1, -127 / 127 = -1, and so
    // on.
    addIntegerWeights<int8_t>(cases, "morph_weights_i8_normalized", {127, -127, 0, 0}, 1, -1);
    addIntegerWeights<uint8_t>(cases, "morph_weights_u8_normalized", {51, 255, 0, 0}, .2, 1);
    addIntegerWeights<int16_t>(cases, "morph_weights_i16_normalized", {32767, -32768, 0, 0}, 1, -1);
    addIntegerWeights<uint16_t>(cases, "morph_weights_u16_normalized", {13107, 65535, 0, 0}, .2, 1);

    // Target 0 only changes vertex 1, by a sparse accessor over zeros. Target 1 has no buffer view,
    // so it changes nothing.
    Gltf gltf = triangle();
    const int moved = zeros<float>(gltf, "VEC3", sparse<uint8_t, float>(gltf, {1}, {0, 0, 4}));
    target(gltf, {{"POSITION", moved}});
    target(gltf, {{"POSITION", zeros<float>(gltf, "VEC3")}});
    cases.add("morph_sparse_targets", "a sparse target and one of zeros",
              gltf.set("meshes[0].weights = [0.5, 1] & accessors[1].min = [0, 0, 0] & "
                       "accessors[1].max = [0, 0, 4] & accessors[2].min = [0, 0, 0] & "
                       "accessors[2].max = [0, 0, 0]"),
              {.poses = rest({{0, 0, 0}, {1, 0, 2}, {0, 1, 0}})});

    // The weight is .5. Normals: (0,0,1) + .5 (2,0,0) = (1,0,1); (0,0,1) + .5 (0,-2,2) = (0,-1,2);
    // (.6,0,.8) + .5 (0,0,-1.6) = (.6,0,0). Tangents: (1,0,0) + .5 (0,0,-2) = (1,0,-1); (1,0,0) is
    // unchanged; (0,1,0) + .5 (0,-4,0) = (0,-1,0). The w of a tangent does not change.
    gltf = triangle()
               .with("NORMAL", {0, 0, 1, 0, 0, 1, .6f, 0, .8f})
               .with("TANGENT", {1, 0, 0, 1, 1, 0, 0, -1, 0, 1, 0, 1});
    int positions = gltf.positions({0, 0, 2, 0, 0, 0, 0, 0, 0});
    int normals = gltf.vec3({2, 0, 0, 0, -2, 2, 0, 0, -1.6f});
    const int tangents = gltf.vec3({0, 0, -2, 0, 0, 0, 0, -4, 0});
    target(gltf, {{"POSITION", positions}, {"NORMAL", normals}, {"TANGENT", tangents}});
    cases.add("morph_normals_and_tangents",
              "targets of normals and tangents, whose sums are normalised",
              gltf.set("meshes[0].weights = [0.5]"),
              {.poses = rest({{0, 0, 1}, {1, 0, 0}, {0, 1, 0}},
                             {{h, 0, h}, {0, -kOneOfRoot5, kTwoOfRoot5}, {1, 0, 0}},
                             {{h, 0, -h, 1}, {1, 0, 0, -1}, {0, -1, 0, 1}})});
    gltf = triangle().with("NORMAL", {0, 0, 1, 0, 0, 1, 0, 0, 1});
    target(gltf, {{"NORMAL", gltf.vec3({1, 0, 0, 0, 1, 0, 0, 0, 1})}});
    cases.add("morph_normals_only", "a target without positions",
              gltf.set("meshes[0].weights = [1]"),
              {.poses = rest(kTriangle, {{h, 0, h}, {0, h, h}, {0, 0, 1}})});

    // Target k moves vertex k % 3 by 2^k in z. The weight of target k is 2^-(k + 1), so each target
    // adds 1/2. Each vertex has four targets, which add 2.
    gltf = triangle();
    float delta = 1;
    for (size_t k = 0; k < 12; ++k, delta *= 2) {
        std::vector<float> values(9, 0.0f);
        values[3 * (k % 3) + 2] = delta;
        target(gltf, {{"POSITION", gltf.positions(values)}});
        gltf.root["meshes"][0]["weights"].push_back(.5 / delta);
    }
    cases.add("morph_12_targets", "more targets than eight, all at once", gltf,
              {.poses = rest({{0, 0, 2}, {1, 0, 2}, {0, 1, 2}})});

    // Skinning follows morphing. Vertex 2: (0,2,0) + .5 (0,2,0) = (0,3,0), then the knee moves it:
    // (0,2,0) -> (-2,0,0) -> (-2,1,0). Its normal (0,1,0) + .5 (2,0,0) = (1,1,0) becomes (-1,1,0).
    // Vertex 1: (1,1,0) + .5 (2,0,0) = (2,1,0), which the knee moves to (0,3,0); the mean is
    // (1,2,0). The blended matrix of vertex 1 is (1/2)(1 + R), which turns by 45 degrees.
    gltf = bentBar().with("NORMAL", {0, 0, 1, 1, 0, 0, 0, 1, 0});
    positions = gltf.positions({0, 0, 0, 2, 0, 0, 0, 2, 0});
    normals = gltf.vec3({0, 0, 0, 0, 0, 0, 2, 0, 0});
    target(gltf, {{"POSITION", positions}, {"NORMAL", normals}});
    Expected expected = bentExpected(
        {{-1, 0, bentPositions(), {{0, 0, 1}, {h, h, 0}, {-1, 0, 0}}},
         {0, .5, {{0, 0, 0}, {1, 2, 0}, {-2, 1, 0}}, {{0, 0, 1}, {h, h, 0}, {-h, h, 0}}}});
    expected.clips = {{"move", 1}};
    cases.add("morph_before_skin", "targets count before the skin, in bind space",
              weighted<float>(gltf, 0, 1, {0, 1}), expected);

    // Both nodes draw the mesh; only the second node's weights are animated.
    cases.add(
        "morph_of_two_nodes", "each node that draws a morphed mesh has weights of its own",
        weighted<float>(lifted().set(R"(scenes[0].nodes = [0, 1] &
                                  nodes = [{"mesh": 0, "weights": [1, 0]}, {"mesh": 0}])"),
                        1, 1, {0, 0, 4, 2}),
        {.joints = 2,
         .binds = 2,
         .clips = {{"move", 1}},
         .poses = {{0, .5, {{0, 0, 1}, {1, 0, 1}, {0, 1, 1}, {0, 0, 2}, {1, 2, 2}, {0, 1, 2}}}}});
    // The targets of both primitives have one weight, but the second target moves other vertices.
    gltf = triangle();
    target(gltf, {{"POSITION", gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1})}});
    const int other = gltf.positions({0, 0, 5, 0, 1, 5, 1, 0, 5});
    const int down = gltf.positions({0, 0, -2, 0, 0, -2, 0, 0, -2});
    gltf.root["meshes"][0]["primitives"].push_back(
        {{"attributes", {{"POSITION", other}}}, {"targets", Json::array({{{"POSITION", down}}})}});
    cases.add(
        "morph_of_two_primitives", "one weight moves the targets of all primitives",
        gltf.set("meshes[0].weights = [0.5]"),
        {.poses = rest({{0, 0, .5}, {1, 0, .5}, {0, 1, .5}, {0, 0, 4}, {0, 1, 4}, {1, 0, 4}})});
    addQuantizedTarget<int8_t>(cases, "morph_targets_i8_normalized", 127);
    addQuantizedTarget<int16_t>(cases, "morph_targets_i16_normalized", 32767);
}

}  // namespace sinew::torture
