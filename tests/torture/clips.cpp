// Clips as a whole: their length, their channels, the nodes that they move.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

PoseFact triangleAt(int clip, double time, double x, double y) {
    return {
        .clip = clip, .timeSeconds = time, .positions = {{x, y, 0}, {x + 1, y, 0}, {x, y + 1, 0}}};
}

/// A rigid triangle that moves along x by `values` at `times`.
Gltf sliding(const std::vector<float>& times, const std::vector<float>& x) {
    Gltf gltf = triangle();
    std::vector<float> values;
    for (const float at : x) values.insert(values.end(), {at, 0, 0});
    const int input = gltf.times(times);
    gltf.channel(0, "translation", input, gltf.vec3(values));
    return gltf;
}

// T * R * S at half time: scale (2, 1, 1) from linear keys to 3 over 1 s, 90 degrees about z from
// a step at .25 s, translation (1, 2, 0) halfway to (2, 4, 0) over a second. (1,0,0) -> (2,0,0) ->
// (0,2,0) -> (1,4,0); (0,1,0) -> (-1,0,0) -> (0,2,0).
Case threeSamplers() {
    Gltf gltf = triangle();
    const int second = gltf.times({0, 1});
    const int steps = gltf.times({0, .25f});
    const int moves = gltf.vec3({0, 0, 0, 2, 4, 0});
    const int turns = gltf.vec4({0, 0, 0, 1, 0, 0, .70710678f, .70710678f});
    const int scales = gltf.vec3({1, 1, 1, 3, 1, 1});
    gltf.channel(0, "scale", second, scales);
    gltf.channel(0, "rotation", steps, turns, "STEP");
    gltf.channel(0, "translation", second, moves);
    return {.name = "three_samplers_on_a_node",
            .shows = "translation, rotation and scale of a node by samplers of their own",
            .gltf = gltf,
            .expected = {.clips = {{"move", 1}},
                         .poses = {{.clip = 0,
                                    .timeSeconds = .5,
                                    .positions = {{1, 2, 0}, {1, 4, 0}, {0, 2, 0}}}}}};
}

// One sampler moves both nodes; the second starts elsewhere in its rest, which the clip replaces.
Case sharedSampler() {
    Gltf gltf = sliding({0, 1}, {0, 4});
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1]}])");
    gltf.root["nodes"] = json(R"([{"mesh": 0}, {"mesh": 0, "translation": [0, 5, 0],
                                   "scale": [1, 2, 1]}])");
    gltf.root["animations"][0]["channels"].push_back(
        json(R"({"sampler": 0, "target": {"node": 1, "path": "translation"}})"));
    return {
        .name = "sampler_of_two_nodes",
        .shows = "two channels of one sampler; what no channel touches stays at rest",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .binds = 2,
            .clips = {{"move", 1}},
            .poses = {
                {.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 5, 0}, {1, 5, 0}, {0, 7, 0}}},
                {.clip = 0,
                 .timeSeconds = .25,
                 .positions = {
                     {1, 0, 0}, {2, 0, 0}, {1, 1, 0}, {1, 0, 0}, {2, 0, 0}, {1, 2, 0}}}}}};
}

Case firstKeyLate() {
    return {.name = "first_key_after_zero",
            .shows = "the first key holds before its time; the clip still starts at 0",
            .gltf = sliding({1, 2}, {3, 5}),
            .expected = {.clips = {{"move", 2}},
                         .poses = {triangleAt(0, 0, 3, 0), triangleAt(0, .5, 3, 0),
                                   triangleAt(0, 1.5, 4, 0)}}};
}

Case singleKey() {
    return {.name = "single_key",
            .shows = "one key holds for the whole clip",
            .gltf = sliding({.5f}, {3}),
            .expected = {.clips = {{"move", .5}},
                         .poses = {triangleAt(-1, 0, 0, 0), triangleAt(0, 0, 3, 0),
                                   triangleAt(0, .25, 3, 0), triangleAt(0, .5, 3, 0)}}};
}

Case lengthZero() {
    return {.name = "clip_of_length_zero",
            .shows = "one key at 0: a clip that is a pose",
            .gltf = sliding({0}, {3}),
            .expected = {.clips = {{"move", 0}},
                         .poses = {triangleAt(0, 0, 3, 0), triangleAt(0, 7, 3, 0)}}};
}

// Channels end at 1 s and at 4 s: the shorter holds its last key until the clip starts again.
Case unevenEnds() {
    Gltf gltf = sliding({0, 1}, {0, 2});
    const int input = gltf.times({0, 4});
    gltf.channel(0, "scale", input, gltf.vec3({1, 1, 1, 1, 5, 1}));
    return {.name = "channels_of_different_length",
            .shows = "the longest channel gives the length; a shorter one holds its end",
            .gltf = gltf,
            .expected = {.clips = {{"move", 4}},
                         .poses = {{.clip = 0,
                                    .timeSeconds = 3,
                                    .positions = {{2, 0, 0}, {3, 0, 0}, {2, 4, 0}}}}}};
}

// 2 s long, 1 a second: 5.5 s is 1.5, 2 s is 0, -.5 s is 1.5.
Case wrap() {
    return {.name = "clip_wraps",
            .shows = "time past the end and before the start wraps",
            .gltf = sliding({0, 2}, {0, 2}),
            .expected = {.clips = {{"move", 2}},
                         .poses = {triangleAt(0, 1.5, 1.5, 0), triangleAt(0, 2, 0, 0),
                                   triangleAt(0, 5.5, 1.5, 0), triangleAt(0, -.5, 1.5, 0)}}};
}

Case severalClips() {
    Gltf gltf = sliding({0, 1}, {0, 2});
    Json second = gltf.root["animations"][0];
    second["name"] = "climb";
    const int input = gltf.times({0, 3});
    second["samplers"][0] = {{"input", input}, {"output", gltf.vec3({0, 0, 0, 0, 3, 0})}};
    gltf.root["animations"].push_back(second);
    second.erase("name");
    gltf.root["animations"].push_back(second);
    return {.name = "several_clips",
            .shows = "clips of their own length; LINEAR where none is said; one without a name",
            .gltf = gltf,
            .expected = {.clips = {{"move", 1}, {"climb", 3}, {"clip 2", 3}},
                         .poses = {triangleAt(0, .5, 1, 0), triangleAt(1, .5, 0, .5),
                                   triangleAt(2, 2, 0, 2)}}};
}

// The knee's rotation goes from 90 degrees at rest to a key of 180: R (x, y, z) = (-x, -y, z).
// Vertex 2: (0,1,0) -> (0,-1,0) -> (0,0,0); vertex 1: (1,0,0) -> (-1,0,0) -> (-1,1,0), halfway
// (0,1,0). At 1 s: 180; at 0 s the first key, identity: nothing is bent.
Case knee() {
    Gltf gltf = bentBar();
    const int input = gltf.times({0, 1, 2});
    gltf.channel(2, "rotation", input, gltf.vec4({0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 0}));
    Expected expected = bentExpected();
    expected.clips = {{"move", 2}};
    expected.poses.push_back({.clip = 0, .positions = {{0, 0, 0}, {1, 1, 0}, {0, 2, 0}}});
    expected.poses.push_back({.clip = 0, .timeSeconds = .5, .positions = bentPositions()});
    expected.poses.push_back(
        {.clip = 0, .timeSeconds = 1, .positions = {{0, 0, 0}, {0, 1, 0}, {0, 0, 0}}});
    return {.name = "animated_joint",
            .shows = "a joint turns what its skin moves",
            .gltf = gltf,
            .expected = expected};
}

// The armature is no joint; its translation moves the bent bar as a whole.
Case aboveJoints() {
    Gltf gltf = bentBar();
    gltf.root["nodes"].push_back(json(R"({"name": "armature", "children": [1]})"));
    gltf.root["scenes"][0]["nodes"] = {0, 3};
    const int input = gltf.times({0, 1});
    gltf.channel(3, "translation", input, gltf.vec3({0, 0, 0, 4, 0, 0}));
    Expected expected = bentExpected();
    expected.joints = 4;
    expected.clips = {{"move", 1}};
    expected.poses.push_back(
        {.clip = 0, .timeSeconds = .5, .positions = {{2, 0, 0}, {2.5, 1.5, 0}, {1, 1, 0}}});
    return {.name = "animated_node_above_joints",
            .shows = "a node that is no joint moves the joints below it",
            .gltf = gltf,
            .expected = expected};
}

// A rigid triangle at (1, 0, 0) below the knee, which goes from 0 to 180 degrees about z in 1 s:
// at half R (x, y, z) = (-y, x, z), p -> R (p + (1,0,0)) + (0,1,0). See rigid_prop_on_a_joint.
Case propOnAnimatedJoint() {
    Gltf gltf = triangle();
    gltf.root["nodes"] = json(R"([
        {"translation": [0, 1, 0], "children": [1]}, {"mesh": 0, "translation": [1, 0, 0]}])");
    const int input = gltf.times({0, 1, 2});
    gltf.channel(0, "rotation", input, gltf.vec4({0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 1}));
    return {.name = "rigid_prop_under_animated_node",
            .shows = "an animated node without a skin carries a mesh",
            .gltf = gltf,
            .expected = {.joints = 2,
                         .clips = {{"move", 2}},
                         .poses = {{.positions = {{1, 1, 0}, {2, 1, 0}, {1, 2, 0}}},
                                   {.clip = 0,
                                    .timeSeconds = .5,
                                    .positions = {{0, 2, 0}, {0, 3, 0}, {-1, 2, 0}}}}}};
}

// Node 1 stands in no scene; its channel counts for the clip's length and moves nothing.
Case outsideScene() {
    Gltf gltf = sliding({0, 1}, {0, 2});
    gltf.root["nodes"].push_back(json(R"({"name": "elsewhere"})"));
    gltf.root["scenes"].push_back(json(R"({"nodes": [1]})"));
    const int input = gltf.times({0, 4});
    gltf.channel(1, "translation", input, gltf.vec3({0, 0, 0, 1, 1, 1}));
    return {.name = "channel_outside_the_scene",
            .shows = "a channel of a node that the default scene does not have",
            .gltf = gltf,
            .expected = {.clips = {{"move", 4}},
                         .poses = {triangleAt(0, .5, 1, 0), triangleAt(0, 2, 2, 0)}}};
}

// Section 3.11: a channel whose target names no node is ignored.
Case withoutNode() {
    Gltf gltf = sliding({0, 1}, {0, 2});
    gltf.root["animations"][0]["channels"].push_back(
        json(R"({"sampler": 0, "target": {"path": "scale"}})"));
    return {.name = "channel_without_a_node",
            .shows = "a channel that targets nothing is ignored with a warning",
            .gltf = gltf,
            .expected = {.clips = {{"move", 1}},
                         .warnings = {"no target node"},
                         .poses = {triangleAt(0, .5, 1, 0)}}};
}

}  // namespace

std::vector<Case> clipCases() {
    return {threeSamplers(),       sharedSampler(), firstKeyLate(), singleKey(), lengthZero(),
            unevenEnds(),          wrap(),          severalClips(), knee(),      aboveJoints(),
            propOnAnimatedJoint(), outsideScene(),  withoutNode()};
}

}  // namespace sinew::torture
