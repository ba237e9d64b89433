// Checks the scene graph, decomposes matrices and orders joints.
#include "skinning/gltf/scene.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/quaternion.hpp>

#include "skinning/gltf/file/fault.h"
#include "skinning/plain_text.h"

namespace sinew::gltf {

namespace {

// Relative to the largest element of the 3x3. A matrix of three decimals deviates by less than
// kMaxShear.
constexpr double kMaxShear = 1e-3, kMaxSilentShear = 1e-5;

// Memory and work of a node. They include its poses in every skinning method, and its display.
constexpr uint64_t kJointBytes = 512;
constexpr uint64_t kJointWork = 512;

std::vector<int> parentsOf(const Document& document) {
    const auto& nodes = document.gltf.nodes;
    std::vector<int> parents(nodes.size(), -1);
    for (size_t n = 0; n < nodes.size(); ++n) {
        for (size_t c = 0; c < nodes[n].children.size(); ++c) {
            const int child = nodes[n].children[c];
            const auto where = [&] { return fmt::format("nodes[{}].children[{}]", n, c); };
            requireIndex("node", child, nodes.size(), where);
            int& parent = parents[static_cast<size_t>(child)];
            if (parent >= 0) {
                fault(fmt::format("{} has two parents, nodes {} and {}", nodeLabel(document, child),
                                  parent, n),
                      where(), kValidate);
            }
            parent = static_cast<int>(n);
        }
    }
    return parents;
}

// Throws if a node is its own ancestor. Follows each chain of parents once.
void checkCycles(const Document& document, const std::vector<int>& parents) {
    std::vector<uint32_t> visitOf(parents.size(), 0);
    for (size_t start = 0; start < parents.size(); ++start) {
        const auto visit = static_cast<uint32_t>(start + 1);
        for (int n = static_cast<int>(start); n >= 0; n = parents[static_cast<size_t>(n)]) {
            uint32_t& visited = visitOf[static_cast<size_t>(n)];
            if (visited == visit) {
                fault(fmt::format("{} is its own ancestor", nodeLabel(document, n)),
                      fmt::format("nodes[{}].children", n), kValidate);
            }
            if (visited != 0) break;
            visited = visit;
        }
    }
}

// Returns the listed nodes that have no ancestor in the list. Visits each node once.
std::vector<int> withoutDescendants(const std::vector<int>& listed,
                                    const std::vector<int>& parents) {
    enum class Kept : uint8_t { unknown, outside, inside };
    std::vector<bool> isListed(parents.size(), false);
    for (const int node : listed) isListed[static_cast<size_t>(node)] = true;
    std::vector<Kept> kept(parents.size(), Kept::unknown);  // inside: below a listed node
    std::vector<int> roots;
    for (const int node : listed) {
        std::vector<size_t> path;
        int at = parents[static_cast<size_t>(node)];
        Kept above = Kept::outside;
        for (; at >= 0; at = parents[static_cast<size_t>(at)]) {
            const auto ancestor = static_cast<size_t>(at);
            above = isListed[ancestor] ? Kept::inside : kept[ancestor];
            if (above != Kept::unknown) break;
            path.push_back(ancestor);
        }
        if (at < 0) above = Kept::outside;
        for (const size_t ancestor : path) kept[ancestor] = above;
        if (above == Kept::outside) roots.push_back(node);
    }
    return roots;
}

std::vector<int> rootsOf(Document& document, const std::vector<int>& parents) {
    const auto& gltf = document.gltf;
    std::vector<int> roots;
    if (gltf.scenes.empty()) {
        for (size_t n = 0; n < parents.size(); ++n) {
            if (parents[n] < 0) roots.push_back(static_cast<int>(n));
        }
        return roots;
    }
    const int scene = std::max(gltf.defaultScene, 0);
    requireIndex("scene", scene, gltf.scenes.size(), "scene");
    roots = gltf.scenes[static_cast<size_t>(scene)].nodes;
    std::vector<bool> listed(parents.size(), false);
    for (size_t i = 0; i < roots.size(); ++i) {
        const auto where = [&] { return fmt::format("scenes[{}].nodes[{}]", scene, i); };
        requireIndex("node", roots[i], parents.size(), where);
        const auto root = static_cast<size_t>(roots[i]);
        if (listed[root]) {
            fault(fmt::format("{} is listed twice", nodeLabel(document, roots[i])), where(),
                  kValidate);
        }
        if (parents[root] >= 0) {
            document.warnings.push_back(
                fmt::format("{}: {} is also a child of node {} and is drawn once", where(),
                            nodeLabel(document, roots[i]), parents[root]));
        }
        listed[root] = true;
    }
    return withoutDescendants(roots, parents);
}

void checkFinite(const std::vector<double>& values, size_t node, const char* member) {
    for (const double value : values) {
        if (!std::isfinite(static_cast<float>(value))) {
            fault(fmt::format("{} does not fit a float", value),
                  fmt::format("nodes[{}].{}", node, member), kValidate);
        }
    }
}

// Returns the normalized columns. A column of length 0 becomes perpendicular to the others.
glm::dmat3 rotationFrom(glm::dmat3 columns, const glm::dvec3& lengths) {
    const auto perpendicular = [](const glm::dvec3& v) {
        const glm::dvec3 axis = std::abs(v.x) < 0.8 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
        return glm::normalize(glm::cross(v, axis));
    };
    int known = -1, missing = 0;
    for (int c = 0; c < 3; ++c) {
        if (lengths[c] > 0) {
            columns[c] /= lengths[c];
            known = c;
        } else {
            ++missing;
        }
    }
    if (missing == 3) return glm::dmat3(1.0);
    if (missing == 2) {
        columns[(known + 1) % 3] = perpendicular(columns[known]);
        columns[(known + 2) % 3] = glm::cross(columns[known], columns[(known + 1) % 3]);
    } else if (missing == 1) {
        for (int c = 0; c < 3; ++c) {
            if (lengths[c] > 0) continue;
            columns[c] = glm::cross(columns[(c + 1) % 3], columns[(c + 2) % 3]);
        }
    }
    return columns;
}

Transform decomposed(Document& document, size_t node) {
    const std::vector<double>& m = document.gltf.nodes[node].matrix;
    const auto where = [&] { return fmt::format("nodes[{}].matrix", node); };
    if (m[3] != 0 || m[7] != 0 || m[11] != 0 || m[15] != 1) {
        fault("the last row of the matrix is not 0 0 0 1", where(), kValidate);
    }
    const glm::dmat3 linear(glm::dvec3(m[0], m[1], m[2]), glm::dvec3(m[4], m[5], m[6]),
                            glm::dvec3(m[8], m[9], m[10]));
    glm::dvec3 scale(glm::length(linear[0]), glm::length(linear[1]), glm::length(linear[2]));
    glm::dmat3 rotation = rotationFrom(linear, scale);
    if (glm::determinant(rotation) < 0) {
        rotation[0] = -rotation[0];
        scale.x = -scale.x;
    }
    const glm::dquat q = glm::normalize(glm::quat_cast(rotation));
    const glm::dmat3 back = glm::mat3_cast(q);
    double error = 0, largest = 0;
    for (int c = 0; c < 3; ++c) {
        for (int r = 0; r < 3; ++r) {
            error = std::max(error, std::abs(back[c][r] * scale[c] - linear[c][r]));
            largest = std::max(largest, std::abs(linear[c][r]));
        }
    }
    if (error > kMaxShear * largest) {
        fault(fmt::format("the matrix contains shear ({:.1e} of its size), which translation, "
                          "rotation and scale cannot express",
                          error / largest),
              where(), "apply the transform in the tool that made it and export again");
    }
    if (error > kMaxSilentShear * largest) {
        document.warnings.push_back(fmt::format(
            "{}: the matrix of {} contains shear or rounding ({:.1e} of its size), which "
            "is ignored",
            where(), nodeLabel(document, static_cast<int>(node)), error / largest));
    }
    return {.translation = glm::vec3(m[12], m[13], m[14]),
            .rotation = glm::quat(q),
            .scale = glm::vec3(scale)};
}

Transform transformOf(Document& document, size_t index) {
    const tinygltf::Node& node = document.gltf.nodes[index];
    checkFinite(node.matrix, index, "matrix");
    checkFinite(node.translation, index, "translation");
    checkFinite(node.rotation, index, "rotation");
    checkFinite(node.scale, index, "scale");
    if (!node.matrix.empty()) return decomposed(document, index);
    Transform transform;
    if (!node.translation.empty()) {
        transform.translation =
            glm::vec3(node.translation[0], node.translation[1], node.translation[2]);
    }
    if (!node.rotation.empty()) {
        const glm::dquat q(node.rotation[3], node.rotation[0], node.rotation[1], node.rotation[2]);
        if (!(glm::length(q) > 1e-12)) {
            fault("the rotation has length 0", fmt::format("nodes[{}].rotation", index), kValidate);
        }
        transform.rotation = glm::quat(glm::normalize(q));
    }
    if (!node.scale.empty()) {
        transform.scale = glm::vec3(node.scale[0], node.scale[1], node.scale[2]);
    }
    return transform;
}

}  // namespace

std::string nodeLabel(const Document& document, int node) {
    const std::string& name = document.gltf.nodes[static_cast<size_t>(node)].name;
    return name.empty() ? fmt::format("nodes[{}]", node)
                        : fmt::format("nodes[{}] \"{}\"", node, name);
}

void chooseScene(Document& document, const std::string& nameOrIndex) {
    if (nameOrIndex.empty()) return;
    const auto& scenes = document.gltf.scenes;
    std::string known;
    for (size_t s = 0; s < scenes.size(); ++s) {
        const bool isNamed = scenes[s].name == nameOrIndex || std::to_string(s) == nameOrIndex;
        if (nameOrIndex == fmt::format("#{}", s) || isNamed) {
            document.gltf.defaultScene = static_cast<int>(s);
            return;
        }
        known += fmt::format("{}{} \"{}\"", s == 0 ? "" : ", ", s, scenes[s].name);
    }
    fault(fmt::format("unknown scene \"{}\"", nameOrIndex), "scenes",
          known.empty() ? "omit the scene, because the file has no list of scenes"
                        : "choose one of: " + known);
}

std::vector<std::string> sceneNames(const Document& document) {
    std::vector<std::string> names;
    for (const tinygltf::Scene& scene : document.gltf.scenes) {
        names.push_back(scene.name.empty() ? fmt::format("scene {}", names.size())
                                           : plainText(scene.name));
    }
    return names;
}

std::string otherSceneWithMeshes(const Document& document) {
    const auto& gltf = document.gltf;
    std::vector<bool> visited(gltf.nodes.size(), false);
    for (size_t s = 0; s < gltf.scenes.size(); ++s) {
        std::vector<int> pending = gltf.scenes[s].nodes;
        while (!pending.empty()) {
            const auto node = static_cast<size_t>(pending.back());
            pending.pop_back();
            if (node >= gltf.nodes.size() || visited[node]) continue;
            visited[node] = true;
            if (gltf.nodes[node].mesh >= 0 &&
                s != static_cast<size_t>(std::max(gltf.defaultScene, 0))) {
                const std::string& name = gltf.scenes[s].name;
                return name.empty() ? fmt::format("scene {}", s)
                                    : fmt::format("scene {} \"{}\"", s, name);
            }
            pending.insert(pending.end(), gltf.nodes[node].children.begin(),
                           gltf.nodes[node].children.end());
        }
    }
    return {};
}

SceneNodes importScene(Document& document) {
    const auto& nodes = document.gltf.nodes;
    document.account->memory("nodes", "nodes", nodes.size() * kJointBytes);
    document.account->work("nodes", "nodes", nodes.size() * kJointWork);
    const std::vector<int> parents = parentsOf(document);
    checkCycles(document, parents);
    const std::vector<int> roots = rootsOf(document, parents);

    SceneNodes scene;
    scene.jointOfNode.assign(nodes.size(), kNotInScene);
    scene.isHidden.resize(nodes.size());
    std::vector<int> pending(roots.rbegin(), roots.rend());
    while (!pending.empty()) {
        const int n = pending.back();
        pending.pop_back();
        const auto node = static_cast<size_t>(n);
        const int parent = parents[node];
        scene.jointOfNode[node] = scene.skeleton.size();
        const auto visibility = nodes[node].extensions.find("KHR_node_visibility");
        const bool hides = visibility != nodes[node].extensions.end() &&
                           visibility->second.Has("visible") &&
                           !visibility->second.Get("visible").Get<bool>();
        scene.isHidden[node] =
            hides || (parent >= 0 && scene.isHidden[static_cast<size_t>(parent)]);
        scene.skeleton.names.push_back(nodes[node].name.empty() ? fmt::format("node {}", n)
                                                                : nodes[node].name);
        scene.skeleton.rest.push_back(transformOf(document, node));
        // A root of the scene may be a child of a node outside the scene.
        const uint32_t joint =
            parent < 0 ? kNotInScene : scene.jointOfNode[static_cast<size_t>(parent)];
        scene.skeleton.parents.push_back(joint == kNotInScene ? kNoParent
                                                              : static_cast<int32_t>(joint));
        pending.insert(pending.end(), nodes[node].children.rbegin(), nodes[node].children.rend());
    }
    return scene;
}

}  // namespace sinew::gltf
