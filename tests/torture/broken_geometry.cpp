// Primitives, skins and morph targets that do not fit together.
#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

const std::string kPrimitive = "meshes[0].primitives[0]";

template <typename T>
Broken indices(const char* name, const std::vector<T>& values, std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.primitive()["indices"] = gltf.accessor<T>(values, "SCALAR");
    words.push_back(kPrimitive + ".indices");
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken attribute(const char* name, const char* semantic, int accessor,
                 std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.attributes()[semantic] = accessor;
    words.push_back(kPrimitive + ".attributes." + semantic);
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken fewNormals() {
    Gltf gltf = triangle();
    gltf.attributes()["NORMAL"] = gltf.vec3({0, 0, 1, 0, 0, 1});
    return broken("normals_too_few.gltf", gltf,
                  {"2 elements, but the primitive has 3 vertices",
                   kPrimitive + ".attributes.NORMAL", kValidate});
}

Broken member(const char* name, const char* key, Json value, std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.primitive()[key] = std::move(value);
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken onlyPoints() {
    Gltf gltf = triangle();
    gltf.primitive()["mode"] = 0;
    return broken("only_points.gltf", gltf, {"draws no triangles", "export a model with a mesh"});
}

Broken bar(const char* name, const Bar& parts, std::vector<std::string> words) {
    return broken(name, bentBar(parts), std::move(words));
}

Broken skin(const char* name, std::string_view value, std::vector<std::string> words) {
    Gltf gltf = bentBar();
    gltf.root["skins"][0].update(json(value));
    return broken(name, gltf, std::move(words));
}

Broken halfASet(const char* name, const char* gone, std::vector<std::string> words) {
    Gltf gltf = bentBar();
    gltf.attributes().erase(gone);
    return broken(name, gltf, std::move(words));
}

Broken floatJoints() {
    Gltf gltf = bentBar();
    gltf.attributes()["JOINTS_0"] = gltf.vec4({0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0});
    return broken(
        "joints_of_floats.gltf", gltf,
        {kPrimitive + ".attributes.JOINTS_0", "joints are not unsigned integers", kValidate});
}

Broken plainIntegerWeights() {
    Gltf gltf = bentBar();
    gltf.attributes()["WEIGHTS_0"] =
        gltf.accessor<uint8_t>({255, 0, 0, 0, 127, 128, 0, 0, 255, 0, 0, 0}, "VEC4");
    return broken("weights_not_normalized.gltf", gltf,
                  {kPrimitive + ".attributes.WEIGHTS_0: ",
                   "weights are neither floats nor normalised u8 or u16", kValidate});
}

Broken matrices(const char* name, size_t element, float value, std::vector<std::string> words) {
    std::vector<float> values(32, 0.0f);
    for (size_t i = 0; i < 32; i += 16) {
        for (size_t d = 0; d < 4; ++d) values[i + 5 * d] = 1;
    }
    values[element] = value;
    Gltf gltf = bentBar({.binds = {}});
    gltf.root["skins"][0]["inverseBindMatrices"] = gltf.accessor<float>(values, "MAT4");
    words.push_back("skins[0].inverseBindMatrices");
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken missingSkin() {
    Gltf gltf = bentBar();
    gltf.root["nodes"][0]["skin"] = 4;
    return broken("skin_missing.gltf", gltf,
                  {"nodes[0].skin: ", "skin 4 does not exist (the file has 1)", kValidate});
}

Broken meshOutsideScene() {
    Gltf gltf = bentBar();
    gltf.root["scenes"][0]["nodes"] = {0};
    return broken("joint_outside_the_scene.gltf", gltf,
                  {"skins[0].joints[0]: ", "the joint nodes[1] \"hip\" is not in the default scene",
                   "add its root to the scene"});
}

Gltf morphed() {
    Gltf gltf = triangle();
    const int delta = gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", delta}}});
    return gltf;
}

Broken morphWeights() {
    Gltf gltf = morphed();
    gltf.root["meshes"][0]["weights"] = {.5, .5};
    return broken(
        "morph_weights_too_many.gltf", gltf,
        {"meshes[0].weights: ", "2 weights, but the mesh has 1 morph targets", kValidate});
}

Broken morphDeltas() {
    Gltf gltf = triangle();
    const int delta = gltf.positions({0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", delta}}});
    return broken("morph_deltas_too_few.gltf", gltf,
                  {kPrimitive + ".targets[0].POSITION",
                   "1 elements, but the primitive has 3 vertices", kValidate});
}

Broken morphNaN() {
    Gltf gltf = triangle();
    const int delta = gltf.vec3({0, 0, 1, 0, kNaN, 1, 0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", delta}}});
    return broken("morph_nan.gltf", gltf,
                  {kPrimitive + ".targets[0].POSITION", "element 1 is not finite", kValidate});
}

Broken morphsDiffer() {
    Gltf gltf = morphed();
    Json other = gltf.primitive();
    other.erase("targets");
    gltf.root["meshes"][0]["primitives"].push_back(other);
    return broken("morph_targets_differ.gltf", gltf,
                  {"meshes[0].primitives[1].targets: ",
                   "0 morph targets, but the first primitive has 1", kValidate});
}

}  // namespace

std::vector<Broken> brokenGeometry() {
    const std::string kJoints = kPrimitive + ".attributes.JOINTS_0: ";
    const std::string kWeights = kPrimitive + ".attributes.WEIGHTS_0";
    return {
        indices<uint8_t>("index_out_of_range.gltf", {0, 1, 3},
                         {"index 3 at position 2, but the primitive has 3 vertices"}),
        indices<uint16_t>("index_restarts.gltf", {0, 1, 65535}, {"index 65535 at position 2"}),
        indices<uint32_t>("index_of_4_billion.gltf", {0, 4294967295, 1},
                          {"index 4294967295 at position 1"}),
        indices<float>("indices_of_floats.gltf", {0, 1, 2},
                       {"unsigned integers are expected, not component type 5126"}),
        indices<int16_t>("indices_signed.gltf", {0, 1, -1},
                         {"unsigned integers are expected, not component type 5122"}),
        attribute("positions_of_missing_accessor.gltf", "POSITION", 9,
                  {"accessor 9 does not exist (the file has 1)"}),
        attribute("normals_of_missing_accessor.gltf", "NORMAL", 2147483647,
                  {"accessor 2147483647 does not exist (the file has 1)"}),
        fewNormals(),
        member("indices_of_missing_accessor.gltf", "indices", 5,
               {kPrimitive + ".indices: ", "accessor 5 does not exist (the file has 1)"}),
        member("material_missing.gltf", "material", 2,
               {kPrimitive + ".material: ", "material 2 does not exist (the file has 0)"}),
        member("mode_unknown.gltf", "mode", 9,
               {kPrimitive + ".mode: ", "mode 9 is not a glTF topology"}),
        onlyPoints(),
        bar("joint_out_of_range.gltf", {.joints = {0, 0, 0, 0, 0, 7, 0, 0, 1, 0, 0, 0}},
            {kJoints, "vertex 1 refers to joint 7, but the skin has 2 joints", kValidate}),
        bar("weight_negative.gltf", {.weights = {1, 0, 0, 0, 1.5f, -.5f, 0, 0, 1, 0, 0, 0}},
            {kWeights, "vertex 1 has the negative weight -0.5", kValidate}),
        bar("weight_nan.gltf", {.weights = {1, 0, 0, 0, kNaN, 0, 0, 0, 1, 0, 0, 0}},
            {kWeights, "element 1 is not finite", kValidate}),
        bar("joints_too_few.gltf", {.joints = {0, 0, 0, 0, 0, 1, 0, 0}},
            {kPrimitive + ".attributes.JOINTS_0", "2 elements, but the primitive has 3 vertices",
             kValidate}),
        bar("inverse_bind_matrices_too_few.gltf", {.binds = {{0, 0, 0}}},
            {"skins[0].inverseBindMatrices: ", "1 inverse bind matrices, but the skin has 2 joints",
             kValidate}),
        floatJoints(),
        plainIntegerWeights(),
        halfASet("weights_missing.gltf", "WEIGHTS_0",
                 {kPrimitive + ".attributes: ", "only one of JOINTS_0 and WEIGHTS_0 is present",
                  kValidate}),
        halfASet("joints_missing.gltf", "JOINTS_0",
                 {kPrimitive + ".attributes: ", "only one of JOINTS_0 and WEIGHTS_0 is present",
                  kValidate}),
        matrices("inverse_bind_matrix_nan.gltf", 20, kNaN, {"element 1 is not finite"}),
        matrices("inverse_bind_matrix_projective.gltf", 19, .5f,
                 {"the last row of inverse bind matrix 1 is not 0 0 0 1"}),
        missingSkin(),
        skin("joint_of_missing_node.gltf", R"({"joints": [1, 9]})",
             {"skins[0].joints[1]: ", "node 9 does not exist (the file has 3)", kValidate}),
        skin("skin_without_joints.gltf", R"({"joints": []})", {"skins[0]", "joints", kValidate}),
        meshOutsideScene(),
        morphWeights(),
        morphDeltas(),
        morphNaN(),
        morphsDiffer(),
    };
}

}  // namespace sinew::torture
