// Clips: their duration, channels and animated nodes.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

PoseFact triangleAt(int clip, double time, double x, double y) {
    return {clip, time, {{x, y, 0}, {x + 1, y, 0}, {x, y + 1, 0}}};
}

/// Returns a rigid triangle whose x coordinate is x[i] at times[i].
Gltf sliding(const std::vector<float>& times, const std::vector<float>& x) {
    Gltf gltf = triangle();
    std::vector<float> values;
    for (const float at : x) values.insert(values.end(), {at, 0, 0});
    const int input = gltf.times(times);
    gltf.channel(0, "translation", input, gltf.vec3(values));
    return gltf;
}

/// Returns `gltf` with one more channel, which animates `path` of `node`. The values are
/// quaternions if `path` is "rotation", else vectors.
Gltf also(Gltf gltf, int node, const char* path, const std::vector<float>& times,
          const std::vector<float>& values) {
    const int input = gltf.times(times);
    const int output = std::string(path) == "rotation" ? gltf.vec4(values) : gltf.vec3(values);
    gltf.channel(node, path, input, output);
    return gltf;
}

}  // namespace

void addClips(Cases& cases) {
    // The pose at .5 s is T * R * S. Scale: (2, 1, 1), the mean of the keys (1,1,1) and (3,1,1).
    // Rotation: 90 degrees about z, by a STEP key at .25 s. Translation: (1, 2, 0), the mean of 0
    // and (2, 4, 0). (1,0,0) -> (2,0,0) -> (0,2,0) -> (1,4,0); (0,1,0) -> (-1,0,0) -> (0,2,0).
    Gltf gltf = triangle();
    const int second = gltf.times({0, 1});
    const int steps = gltf.times({0, .25f});
    const int moves = gltf.vec3({0, 0, 0, 2, 4, 0});
    const int turns = gltf.vec4({0, 0, 0, 1, 0, 0, .70710678f, .70710678f});
    gltf.channel(0, "scale", second, gltf.vec3({1, 1, 1, 3, 1, 1}));
    gltf.channel(0, "rotation", steps, turns, "STEP");
    gltf.channel(0, "translation", second, moves);
    cases.add("three_samplers_on_a_node",
              "translation, rotation and scale of a node by samplers of their own", gltf,
              {.clips = {{"move", 1}}, .poses = {{0, .5, {{1, 2, 0}, {1, 4, 0}, {0, 2, 0}}}}});
    // One sampler animates the translation of both nodes. It replaces the rest translation of the
    // second node; the scale of that node stays at rest.
    cases.add(
        "sampler_of_two_nodes",
        "two channels of one sampler; what no channel touches stays at rest",
        sliding({0, 1}, {0, 4}).set(R"(scenes[0].nodes = [0, 1] &
             nodes[1] = {"mesh": 0, "translation": [0, 5, 0], "scale": [1, 2, 1]} &
             animations[0].channels[1] = {"sampler": 0, "target": {"node": 1, "path": "translation"}})"),
        {.joints = 2,
         .binds = 2,
         .clips = {{"move", 1}},
         .poses = {{-1, 0, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 5, 0}, {1, 5, 0}, {0, 7, 0}}},
                   {0, .25, {{1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 0}, {2, 0, 0}, {1, 2, 0}}}}});
    cases.add("first_key_after_zero", "the clip starts at its first key: at 1 s in the file",
              also(sliding({1, 2}, {3, 5}), 0, "scale", {1.5f, 2}, {1, 2, 1, 1, 4, 1}),
              {.clips = {{"move", 1}},
               .poses = {{0, .5, {{4, 0, 0}, {5, 0, 0}, {4, 2, 0}}},
                         {0, .75, {{4.5, 0, 0}, {5.5, 0, 0}, {4.5, 3, 0}}}}});
    cases.add(
        "single_key", "a clip of one key, at 0.5 s in the file, is a pose", sliding({.5f}, {3}),
        {.clips = {{"move", 0}},
         .poses = {triangleAt(-1, 0, 0, 0), triangleAt(0, 0, 3, 0), triangleAt(0, .5, 3, 0)}});
    cases.add("clip_of_length_zero", "one key at 0: a clip that is a pose", sliding({0}, {3}),
              {.clips = {{"move", 0}}, .poses = {triangleAt(0, 0, 3, 0), triangleAt(0, 7, 3, 0)}});
    // Channels end at 1 s and at 4 s. The shorter one holds its last key until the clip starts
    // again.
    cases.add("channels_of_different_length",
              "the longest channel gives the length; a shorter one holds its end",
              also(sliding({0, 1}, {0, 2}), 0, "scale", {0, 4}, {1, 1, 1, 1, 5, 1}),
              {.clips = {{"move", 4}}, .poses = {{0, 3, {{2, 0, 0}, {3, 0, 0}, {2, 4, 0}}}}});
    // x increases by 1 per second and the clip wraps after 2 s: x is 1.5 at 5.5 s, 0 at 2 s,
    // 1.5 at -.5 s.
    cases.add("clip_wraps", "time past the end and before the start wraps", sliding({0, 2}, {0, 2}),
              {.clips = {{"move", 2}},
               .poses = {triangleAt(0, 1.5, 1.5, 0), triangleAt(0, 2, 0, 0),
                         triangleAt(0, 5.5, 1.5, 0), triangleAt(0, -.5, 1.5, 0)}});
    gltf = sliding({0, 1}, {0, 2});
    Json other = gltf.root["animations"][0];
    const int input = gltf.times({0, 3});
    other["samplers"][0] = {{"input", input}, {"output", gltf.vec3({0, 0, 0, 0, 3, 0})}};
    other["name"] = "climb";
    gltf.root["animations"].push_back(other);
    other.erase("name");
    gltf.root["animations"].push_back(other);
    cases.add(
        "several_clips", "clips of their own length; LINEAR where none is said; one without a name",
        gltf,
        {.clips = {{"move", 1}, {"climb", 3}, {"clip 2", 3}},
         .poses = {triangleAt(0, .5, 1, 0), triangleAt(1, .5, 0, .5), triangleAt(2, 2, 0, 2)}});
    // The knee's rotation about z has the keys 0, 180 and 180 degrees. At 0 s nothing is bent. At
    // .5 s it is 90 degrees, as in the rest pose. At 1 s the knee maps p to R (p - (0,1,0)) +
    // (0,1,0) with R (x, y, z) = (-x, -y, z). The values of p - (0,1,0), of R times that, and of
    // the result are: vertex 2: (0,1,0), (0,-1,0), (0,0,0); vertex 1: (1,0,0), (-1,0,0), (-1,1,0).
    // Half of vertex 1 follows the hip, at (1,1,0), so it is at the mean, (0,1,0).
    Expected expected = bentExpected({{-1, 0, bentPositions()},
                                      {0, 0, {{0, 0, 0}, {1, 1, 0}, {0, 2, 0}}},
                                      {0, .5, bentPositions()},
                                      {0, 1, {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}}}});
    expected.clips = {{"move", 2}};
    cases.add("animated_joint", "a joint turns what its skin moves",
              also(bentBar(), 2, "rotation", {0, 1, 2}, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}),
              expected);
    // The armature is not a joint; its translation moves the entire bent bar.
    expected =
        bentExpected({{-1, 0, bentPositions()}, {0, .5, {{2, 0, 0}, {2.5, 1.5, 0}, {1, 1, 0}}}});
    expected.joints = 4;
    expected.clips = {{"move", 1}};
    cases.add("animated_node_above_joints", "a node that is no joint moves the joints below it",
              also(bentBar().set(R"(nodes[3] = {"name": "armature", "children": [1]} &
                                           scenes[0].nodes = [0, 3])"),
                   3, "translation", {0, 1}, {0, 0, 0, 4, 0, 0}),
              expected);
    // The mesh is a rigid triangle at (1, 0, 0) below node 0, which turns by 180 degrees about z in
    // 1 s. At .5 s, R (x, y, z) = (-y, x, z) and p -> R (p + (1,0,0)) + (0,1,0). See
    // rigid_prop_on_a_joint.
    cases.add("rigid_prop_under_animated_node", "an animated node without a skin carries a mesh",
              also(triangle().set(R"(nodes = [{"translation": [0, 1, 0], "children": [1]},
                                                     {"mesh": 0, "translation": [1, 0, 0]}])"),
                   0, "rotation", {0, 1, 2}, {0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1}),
              {.joints = 2,
               .clips = {{"move", 2}},
               .poses = {{-1, 0, {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}},
                         {0, .5, {{0, 2, 0}, {0, 3, 0}, {-1, 2, 0}}}}});
    // Node 1 is in no scene. Its channel counts for the duration of the clip, but moves nothing.
    cases.add("channel_outside_the_scene",
              "a channel of a node that the default scene does not have",
              also(sliding({0, 1}, {0, 2}).set(R"(nodes[1] = {"name": "elsewhere"} &
                                                         scenes[1] = {"nodes": [1]})"),
                   1, "translation", {0, 4}, {0, 0, 0, 1, 1, 1}),
              {.clips = {{"move", 4}}, .poses = {triangleAt(0, .5, 1, 0), triangleAt(0, 2, 2, 0)}});
    // glTF specification, section 3.11: a channel whose target names no node is ignored.
    cases.add(
        "channel_without_a_node", "a channel that targets nothing is ignored with a warning",
        sliding({0, 1}, {0, 2})
            .set(R"(animations[0].channels[1] = {"sampler": 0, "target": {"path": "scale"}})"),
        {.clips = {{"move", 1}},
         .warnings = {"no target node"},
         .poses = {triangleAt(0, .5, 1, 0)}});
}

}  // namespace sinew::torture
