// Cases of scenes, and of the transforms of nodes that draw rigid meshes.
#include "tests/torture/shapes.h"

namespace sinew::torture {

void addNodes(Cases& cases) {
    const std::vector<Vec3> twice = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0},
                                     {5, 0, 0}, {6, 0, 0}, {5, 1, 0}};
    const std::vector<Vec3> fiveRight = {{5, 0, 0}, {6, 0, 0}, {5, 1, 0}};
    // Outer node: translation (1,0,0). Inner node: translation (0,2,0), and 90 degrees about z, so
    // R (x, y, z) = (-y, x, z).
    // (1,0,0) -> (0,1,0) -> (0,3,0) -> (1,3,0); (0,1,0) -> (-1,0,0) -> (-1,2,0) -> (0,2,0).
    cases.add("node_tree", "a child's transform comes first, its parent's after",
              triangle().set(R"(nodes = [
                         {"translation": [1, 0, 0], "children": [1]},
                         {"mesh": 0, "translation": [0, 2, 0],
                          "rotation": [0, 0, 0.7071067811865476, 0.7071067811865476]}])"),
              {.joints = 2, .poses = rest({{1, 2, 0}, {1, 3, 0}, {0, 2, 0}})});
    // The matrix has the columns (0,2,0) (-2,0,0) (0,0,2): it scales by 2 and turns by 90 degrees
    // about z. Then it translates by (1,2,3).
    cases.add(
        "node_matrix", "a node's matrix, column by column",
        triangle()
            .set("nodes[0].matrix = [0,2,0,0, -2,0,0,0, 0,0,2,0, 1,2,3,1]")
            .with("NORMAL", {1, 0, 0, 0, 1, 0, 0, 0, 1}),
        {.poses = rest({{1, 2, 3}, {1, 4, 3}, {-1, 2, 3}}, {{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}})});
    // The matrix diag(2, 1, -1) mirrors z. Normals are transformed by its inverse transpose
    // diag(1/2, 1, -1): (.6, 0, .8) -> (.3, 0, -.8), length sqrt(.73) = .8544003745.
    cases.add(
        "node_matrix_mirrored", "a matrix of negative determinant",
        triangle()
            .set("nodes[0].matrix = [2,0,0,0, 0,1,0,0, 0,0,-1,0, 0,0,5,1]")
            .with("NORMAL", {.6f, 0, .8f, 0, 0, 1, 1, 0, 0}),
        {.poses = rest({{0, 0, 5}, {2, 0, 5}, {0, 1, 5}},
                       {{0.35112344158839165, 0, -0.93632917756904442}, {0, 0, -1}, {1, 0, 0}})});
    // The scale (-2, 1, 1) maps the normal (.6, .8, 0) to (-.3, .8, 0) / .8544003745.
    cases.add(
        "node_scale_negative", "a mirrored node: normals stay on their side of the surface",
        triangle()
            .set("nodes[0].scale = [-2, 1, 1]")
            .with("NORMAL", {.6f, .8f, 0, 0, 0, 1, 1, 0, 0}),
        {.poses = rest({{0, 0, 0}, {-2, 0, 0}, {0, 1, 0}},
                       {{-0.35112344158839165, 0.93632917756904442, 0}, {0, 0, 1}, {-1, 0, 0}})});
    const Gltf two = triangle().set(R"(nodes[1] = {"mesh": 0, "translation": [5, 0, 0]})");
    cases.add("several_scenes", "only the default scene is drawn",
              Gltf(two).set(R"(scenes[1] = {"nodes": [1]} & scene = 1)"),
              {.poses = rest(fiveRight)});
    cases.add("no_default_scene", "without a default scene the first is drawn",
              Gltf(two).set(R"(scenes = [{"nodes": [1]}, {"nodes": [0]}] & scene =)"),
              {.poses = rest(fiveRight)});
    cases.add("no_scenes", "without scenes every root is drawn",
              Gltf(two).set("scene = & scenes ="), {.joints = 2, .binds = 2, .poses = rest(twice)});
    cases.add("cameras_and_empty_nodes", "nodes that draw nothing",
              triangle().set(R"(scenes[0].nodes = [0, 1, 2] &
                         nodes = [{"mesh": 0}, {"name": "empty"}, {"camera": 0, "children": [3]},
                                  {"name": "below a camera"}] &
                         cameras = [{"type": "perspective", "perspective": {"yfov": 0.7, "znear": 0.1}}])"),
              {.joints = 4, .poses = rest(kTriangle)});
}

}  // namespace sinew::torture
