// Scenes and the transforms of nodes that draw rigid meshes.
#include "tests/torture/shapes.h"

namespace sinew::torture {

namespace {

Gltf nodes(const char* scene, const char* list) {
    Gltf gltf = triangle();
    gltf.root["scenes"] = json(scene);
    gltf.root["nodes"] = json(list);
    return gltf;
}

// Outer: t (1,0,0). Inner: t (0,2,0), 90 degrees about z, R (x, y, z) = (-y, x, z).
// (1,0,0) -> (0,1,0) -> (0,3,0) -> (1,3,0); (0,1,0) -> (-1,0,0) -> (-1,2,0) -> (0,2,0).
Case tree() {
    return {.name = "node_tree",
            .shows = "a child's transform comes first, its parent's after",
            .gltf = nodes(R"([{"nodes": [0]}])", R"([
                {"translation": [1, 0, 0], "children": [1]},
                {"mesh": 0, "translation": [0, 2, 0],
                 "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]}])"),
            .expected = {.joints = 2, .poses = {{.positions = {{1, 2, 0}, {1, 3, 0}, {0, 2, 0}}}}}};
}

// The same with the nodes written down from leaf to root.
Case childrenFirst() {
    return {.name = "children_before_parents",
            .shows = "the order of nodes in the file says nothing about the tree",
            .gltf = nodes(R"([{"nodes": [2]}])", R"([
                {"mesh": 0, "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]},
                {"translation": [0, 2, 0], "children": [0]},
                {"translation": [1, 0, 0], "children": [1]}])"),
            .expected = {.joints = 3, .poses = {{.positions = {{1, 2, 0}, {1, 3, 0}, {0, 2, 0}}}}}};
}

// Columns (0,2,0) (-2,0,0) (0,0,2): twice as large, 90 degrees about z; then t (1,2,3).
Case matrix() {
    Gltf gltf = nodes(R"([{"nodes": [0]}])", R"([
        {"mesh": 0, "matrix": [0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({1, 0, 0, 0, 1, 0, 0, 0, 1});
    return {.name = "node_matrix",
            .shows = "a node's matrix, column by column",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{1, 2, 3}, {1, 4, 3}, {-1, 2, 3}},
                                    .normals = {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}}}}};
}

// diag(2, 1, -1): z is mirrored. Normals go by its inverse transpose diag(1/2, 1, -1):
// (.6, 0, .8) -> (.3, 0, -.8), length sqrt(.73) = .8544003745.
Case mirroredMatrix() {
    Gltf gltf = nodes(R"([{"nodes": [0]}])", R"([
        {"mesh": 0, "matrix": [2, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0, 0, 0, 5, 1]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({.6f, 0, .8f, 0, 0, 1, 1, 0, 0});
    return {.name = "node_matrix_mirrored",
            .shows = "a matrix of negative determinant",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{0, 0, 5}, {2, 0, 5}, {0, 1, 5}},
                                    .normals = {{0.35112344158839165, 0, -0.93632917756904442},
                                                {0, 0, -1},
                                                {1, 0, 0}}}}}};
}

// Scale (3, 4, 1). Normals by (1/3, 1/4, 1): (.6, .8, 0) -> (.2, .2, 0). Tangents by the scale
// itself: (-.8, .6, 0) -> (-2.4, 2.4, 0).
Case nonUniform() {
    Gltf gltf = nodes(R"([{"nodes": [0]}])", R"([{"mesh": 0, "scale": [3, 4, 1]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({.6f, .8f, 0, .6f, .8f, 0, 0, 0, 1});
    gltf.attributes()["TANGENT"] = gltf.vec4({-.8f, .6f, 0, 1, 0, 0, 1, -1, 1, 0, 0, 1});
    return {
        .name = "node_scale_non_uniform",
        .shows = "normals by the inverse transpose, tangents by the matrix",
        .gltf = gltf,
        .expected = {
            .poses = {
                {.positions = {{0, 0, 0}, {3, 0, 0}, {0, 4, 0}},
                 .normals = {{kHalfRoot2, kHalfRoot2, 0}, {kHalfRoot2, kHalfRoot2, 0}, {0, 0, 1}},
                 .tangents = {{-kHalfRoot2, kHalfRoot2, 0, 1}, {0, 0, 1, -1}, {1, 0, 0, 1}}}}}};
}

// Parent: scale (2, 1, 1). Child: 45 degrees about z. Together S R, which is sheared.
// (1,0,0) -> (h, h, 0) -> (2h, h, 0), h = sqrt(1/2). Normals by S^-1 R: (1,0,0) -> (h/2, h, 0),
// which points along (1, 2, 0) / sqrt(5).
Case shear() {
    Gltf gltf = nodes(R"([{"nodes": [0]}])", R"([
        {"scale": [2, 1, 1], "children": [1]},
        {"mesh": 0, "rotation": [0, 0, 0.3826834323650898, 0.9238795325112867]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({1, 0, 0, 0, 1, 0, 0, 0, 1});
    return {.name = "node_shear",
            .shows = "a rotation under a non-uniform scale shears",
            .gltf = gltf,
            .expected = {.joints = 2,
                         .poses = {{.positions = {{0, 0, 0},
                                                  {1.4142135623730951, kHalfRoot2, 0},
                                                  {-1.4142135623730951, kHalfRoot2, 0}},
                                    .normals = {{0.44721359549995794, 0.89442719099991588, 0},
                                                {-0.44721359549995794, 0.89442719099991588, 0},
                                                {0, 0, 1}}}}}};
}

// Scale (-2, 1, 1): (.6, .8, 0) -> (-.3, .8, 0) / .8544003745.
Case negative() {
    Gltf gltf = nodes(R"([{"nodes": [0]}])", R"([{"mesh": 0, "scale": [-2, 1, 1]}])");
    gltf.attributes()["NORMAL"] = gltf.vec3({.6f, .8f, 0, 0, 0, 1, 1, 0, 0});
    return {.name = "node_scale_negative",
            .shows = "a mirrored node: normals stay on their side of the surface",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{0, 0, 0}, {-2, 0, 0}, {0, 1, 0}},
                                    .normals = {{-0.35112344158839165, 0.93632917756904442, 0},
                                                {0, 0, 1},
                                                {-1, 0, 0}}}}}};
}

// Node 1 is flattened to z = 3; node 2 is one point, whose normals mean nothing but are numbers.
Case zero() {
    Gltf gltf = emptyMesh();
    gltf.root["scenes"] = json(R"([{"nodes": [0, 1, 2]}])");
    gltf.root["nodes"] = json(R"([
        {"mesh": 0}, {"mesh": 0, "scale": [1, 1, 0], "translation": [0, 0, 3]},
        {"mesh": 0, "scale": [0, 0, 0], "translation": [1, 2, 4]}])");
    gltf.attributes()["POSITION"] = gltf.positions({0, 0, 0, 1, 0, 1, 0, 1, 2});
    return {.name = "node_scale_zero",
            .shows = "a node flattened to a plane and one shrunk to a point",
            .gltf = gltf,
            .expected = {.joints = 3,
                         .binds = 3,
                         .poses = {{.positions = {{0, 0, 0},
                                                  {1, 0, 1},
                                                  {0, 1, 2},
                                                  {0, 0, 3},
                                                  {1, 0, 3},
                                                  {0, 1, 3},
                                                  {1, 2, 4},
                                                  {1, 2, 4},
                                                  {1, 2, 4}}}}}};
}

Case defaultScene() {
    Gltf gltf = nodes(R"([{"nodes": [0]}, {"nodes": [1]}])",
                      R"([{"mesh": 0}, {"mesh": 0, "translation": [5, 0, 0]}])");
    gltf.root["scene"] = 1;
    return {.name = "several_scenes",
            .shows = "only the default scene is drawn",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}}}}};
}

Case noDefaultScene() {
    Gltf gltf = nodes(R"([{"nodes": [1]}, {"nodes": [0]}])",
                      R"([{"mesh": 0}, {"mesh": 0, "translation": [5, 0, 0]}])");
    gltf.root.erase("scene");
    return {.name = "no_default_scene",
            .shows = "without a default scene the first is drawn",
            .gltf = gltf,
            .expected = {.poses = {{.positions = {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}}}}}};
}

Case noScenes() {
    Gltf gltf = nodes("[]", R"([{"mesh": 0}, {"mesh": 0, "translation": [5, 0, 0]}])");
    gltf.root.erase("scene");
    gltf.root.erase("scenes");
    return {
        .name = "no_scenes",
        .shows = "without scenes every root is drawn",
        .gltf = gltf,
        .expected = {
            .joints = 2,
            .binds = 2,
            .poses = {{.positions = {
                           {0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 0, 0}, {6, 0, 0}, {5, 1, 0}}}}}};
}

Case camerasAndEmptyNodes() {
    Gltf gltf = nodes(R"([{"nodes": [0, 1, 2]}])",
                      R"([{"mesh": 0}, {"name": "empty"}, {"camera": 0, "children": [3]},
                          {"name": "below a camera"}])");
    gltf.root["cameras"] =
        json(R"([{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}])");
    return {.name = "cameras_and_empty_nodes",
            .shows = "nodes that draw nothing",
            .gltf = gltf,
            .expected = {.joints = 4, .poses = {{.positions = trianglePositions()}}}};
}

}  // namespace

std::vector<Case> nodeCases() {
    return {tree(),         childrenFirst(),  matrix(),   mirroredMatrix(),
            nonUniform(),   shear(),          negative(), zero(),
            defaultScene(), noDefaultScene(), noScenes(), camerasAndEmptyNodes()};
}

}  // namespace sinew::torture
