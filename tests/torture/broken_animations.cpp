// Samplers and channels that say nothing that could be played.
#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

const std::string kInput = "animations[0].samplers[0].input";
const std::string kOutput = "animations[0].samplers[0].output";

/// One channel of the triangle's node.
Broken keys(const char* name, const char* path, const std::vector<float>& times,
            const std::vector<float>& values, std::vector<std::string> words,
            const char* interpolation = "LINEAR") {
    Gltf gltf = triangle();
    const int input = gltf.scalars(times);
    const int output = std::string(path) == "rotation" ? gltf.vec4(values) : gltf.vec3(values);
    gltf.channel(0, path, input, output, interpolation);
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Gltf sliding() {
    Gltf gltf = triangle();
    const int input = gltf.times({0, 1});
    gltf.channel(0, "translation", input, gltf.vec3({0, 0, 0, 1, 0, 0}));
    return gltf;
}

Broken channel(const char* name, std::string_view value, std::vector<std::string> words) {
    Gltf gltf = sliding();
    gltf.root["animations"][0]["channels"][0] = json(value);
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken sampler(const char* name, const char* member, Json value, std::vector<std::string> words) {
    Gltf gltf = sliding();
    gltf.root["animations"][0]["samplers"][0][member] = std::move(value);
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken twice() {
    Gltf gltf = sliding();
    gltf.root["animations"][0]["channels"].push_back(gltf.root["animations"][0]["channels"][0]);
    return {
        .name = "property_animated_twice.gltf",
        .bytes = bytesOf(textOf(gltf)),
        .words = {"animations[0].channels[1]: ", "two channels animate the translation of nodes[0]",
                  "keep one channel for each property of a node"}};
}

Broken integerTimes() {
    Gltf gltf = triangle();
    const int input = gltf.accessor<uint16_t>({0, 1}, "SCALAR");
    gltf.channel(0, "translation", input, gltf.vec3({0, 0, 0, 1, 0, 0}));
    return {.name = "key_times_of_integers.gltf",
            .bytes = bytesOf(textOf(gltf)),
            .words = {kInput + ": ", "key times are not floats", kValidate}};
}

Broken weights() {
    Gltf gltf = triangle();
    const int delta = gltf.positions({0, 0, 1, 0, 0, 1, 0, 0, 1});
    gltf.primitive()["targets"] = Json::array({{{"POSITION", delta}}, {{"POSITION", delta}}});
    const int input = gltf.times({0, 1});
    gltf.channel(0, "weights", input, gltf.scalars({0, 1, 0}));
    return {.name = "key_weights_too_few.gltf",
            .bytes = bytesOf(textOf(gltf)),
            .words = {kOutput + ": ", "4 values are expected, not 3 (2 keys)", kValidate}};
}

}  // namespace

std::vector<Broken> brokenAnimations() {
    const std::vector<float> two = {0, 0, 0, 1, 1, 1}, three = {0, 0, 0, 1, 1, 1, 2, 2, 2};
    return {
        keys("key_times_unsorted.gltf", "translation", {0, 2, 1}, three,
             {kInput + ": ", "key 2 at 1 s does not follow key 1 at 2 s"}),
        keys("key_time_negative.gltf", "translation", {-1, 1}, two,
             {kInput + ": ", "key 0 has the negative time -1 s"}),
        keys("key_time_nan.gltf", "translation", {0, kNaN}, two,
             {kInput, "element 1 is not finite"}),
        keys("key_time_infinite.gltf", "translation", {0, kInfinity}, two,
             {kInput, "element 1 is not finite"}),
        keys("key_value_nan.gltf", "scale", {0, 1}, {1, 1, 1, 1, kNaN, 1},
             {kOutput, "element 1 is not finite"}),
        keys("key_rotation_infinite.gltf", "rotation", {0, 1}, {0, 0, 0, 1, 0, 0, 0, kInfinity},
             {kOutput, "element 1 is not finite"}),
        keys("key_rotation_of_length_zero.gltf", "rotation", {0, 1}, {0, 0, 0, 1, 0, 0, 0, 0},
             {kOutput + ": ", "key 1 is a rotation of length 0"}),
        keys("key_spline_rotation_of_length_zero.gltf", "rotation", {0, 1},
             {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1},
             {kOutput + ": ", "key 1 is a rotation of length 0"}, "CUBICSPLINE"),
        keys("key_values_too_few.gltf", "translation", {0, 1, 2}, two,
             {kOutput + ": ", "9 values are expected, not 6 (3 keys)"}),
        keys("key_values_too_many.gltf", "translation", {0, 1}, three,
             {kOutput + ": ", "6 values are expected, not 9 (2 keys)"}),
        keys("key_tangents_missing.gltf", "translation", {0, 1}, two,
             {kOutput + ": ", "18 values are expected, not 6 (2 keys)"}, "CUBICSPLINE"),
        keys("key_interpolation_unknown.gltf", "translation", {0, 1}, two,
             {"animations[0].samplers[0].interpolation: ", "unknown interpolation \"BOUNCE\""},
             "BOUNCE"),
        sampler("key_times_missing.gltf", "input", 77,
                {kInput + ": ", "accessor 77 does not exist (the file has 3)"}),
        sampler("key_values_missing.gltf", "output", 77,
                {kOutput + ": ", "accessor 77 does not exist (the file has 3)"}),
        sampler("key_values_of_other_type.gltf", "output", 1,
                {kOutput, "3 components per element are expected, not 1"}),
        channel("sampler_missing.gltf",
                R"({"sampler": 5, "target": {"node": 0, "path": "translation"}})",
                {"animations[0].channels[0].sampler: ",
                 "sampler 5 does not exist (the animation has 1)"}),
        channel(
            "target_missing.gltf",
            R"({"sampler": 0, "target": {"node": 5, "path": "translation"}})",
            {"animations[0].channels[0].target.node: ", "node 5 does not exist (the file has 1)"}),
        twice(),
        integerTimes(),
        weights(),
    };
}

}  // namespace sinew::torture
