// Scenes and nodes that are no forest, and transforms that are none.
#include "tests/torture/broken.h"

namespace sinew::torture {

namespace {

/// The triangle's file with these nodes, of which the scene lists `roots`.
Broken nodes(const char* name, std::string_view list, std::string_view roots,
             std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.root["nodes"] = json(list);
    gltf.root["scenes"][0]["nodes"] = json(roots);
    words.push_back(kValidate);
    return broken(name, gltf, std::move(words));
}

Broken node(const char* name, const char* member, Json value, std::vector<std::string> words) {
    Gltf gltf = triangle();
    gltf.root["nodes"][0][member] = std::move(value);
    words.push_back(std::string("nodes[0].") + member + ": ");
    return broken(name, gltf, std::move(words));
}

Broken missingScene() {
    Gltf gltf = triangle();
    gltf.root["scene"] = 3;
    return {.name = "scene_missing.gltf",
            .bytes = bytesOf(textOf(gltf)),
            .words = {"scene: ", "scene 3 does not exist (the file has 1)", kValidate}};
}

// A chain of nodes whose last is the parent of its first: no recursion may follow it.
Broken longCycle() {
    std::string list;
    constexpr int kNodes = 1000;
    for (int n = 0; n < kNodes; ++n) {
        list += (n == 0 ? "" : ",") + std::string("{\"children\":[") +
                std::to_string((n + 1) % kNodes) + "]}";
    }
    return {.name = "cycle_of_1000_nodes.gltf",
            .bytes = bytesOf(R"({"asset":{"version":"2.0"},"nodes":[)" + list + "]}"),
            .words = {"is its own ancestor", "nodes[", kValidate}};
}

}  // namespace

std::vector<Broken> brokenNodes() {
    return {
        nodes("cycle_of_one.gltf", R"([{"mesh": 0, "children": [0]}])", "[0]",
              {"nodes[0]", "is its own ancestor"}),
        nodes("cycle_of_two.gltf",
              R"([{"mesh": 0}, {"name": "a", "children": [2]}, {"name": "b", "children": [1]}])",
              "[0]", {"nodes[1] \"a\" is its own ancestor", "nodes[1].children: "}),
        longCycle(),
        nodes("two_parents.gltf",
              R"([{"name": "child", "mesh": 0}, {"children": [0]}, {"children": [0]}])", "[1, 2]",
              {"nodes[0] \"child\" has two parents, nodes 1 and 2", "nodes[2].children[0]: "}),
        nodes("child_twice.gltf", R"([{"mesh": 0}, {"children": [0, 0]}])", "[1]",
              {"nodes[0] has two parents, nodes 1 and 1", "nodes[1].children[1]: "}),
        nodes("child_missing.gltf", R"([{"mesh": 0, "children": [5]}])", "[0]",
              {"node 5 does not exist (the file has 1)", "nodes[0].children[0]: "}),
        nodes("root_missing.gltf", R"([{"mesh": 0}])", "[0, 4]",
              {"node 4 does not exist (the file has 1)", "scenes[0].nodes[1]: "}),
        nodes("root_twice.gltf", R"([{"mesh": 0}])", "[0, 0]",
              {"nodes[0] is listed twice", "scenes[0].nodes[1]: "}),
        missingScene(),
        node("mesh_missing.gltf", "mesh", 8, {"mesh 8 does not exist (the file has 1)", kValidate}),
        node("translation_infinite.gltf", "translation", {0, 1e39, 0},
             {"1e+39 does not fit a float", kValidate}),
        node("translation_of_two.gltf", "translation", {0, 1},
             {"3 numbers are expected, not 2", kValidate}),
        node("rotation_of_length_zero.gltf", "rotation", {0, 0, 0, 0},
             {"the rotation has length 0", kValidate}),
        node("matrix_of_three.gltf", "matrix", {1, 0, 0},
             {"16 numbers are expected, not 3", kValidate}),
        node("matrix_infinite.gltf", "matrix", {1, 0, 0, 0, 0, 1e300, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
             {"1e+300 does not fit a float", kValidate}),
        node("matrix_projective.gltf", "matrix", {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
             {"the last row of the matrix is not 0 0 0 1", kValidate}),
        node("matrix_sheared.gltf", "matrix", {1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
             {"the matrix contains shear", "apply the transform in the tool that made it"}),
    };
}

}  // namespace sinew::torture
