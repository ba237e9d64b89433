// Collects pairs of a joint and an inverse bind matrix, without duplicates over all skins.
#include "skinning/gltf/skin.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <glm/gtc/type_ptr.hpp>

#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

constexpr uint64_t kBindBytes = 512;
constexpr uint64_t kBindWork = 256;

constexpr float kLastRowTolerance = 1e-5f;  // for exporters that invert matrices in float

using Key = std::pair<uint32_t, std::array<float, 16>>;

class Collector {
public:
    uint32_t add(uint32_t joint, const glm::mat4& jointFromBind) {
        Key key{joint, {}};
        for (int i = 0; i < 16; ++i) {
            key.second[static_cast<size_t>(i)] =
                glm::value_ptr(jointFromBind)[i] + 0.0f;  // -0 becomes 0
        }
        const auto [found, isNew] = indices_.try_emplace(key, static_cast<uint32_t>(binds_.size()));
        if (isNew) binds_.push_back({.joint = joint, .jointFromBind = jointFromBind});
        return found->second;
    }

    // Sorts the binds by joint. Returns the new index of each bind.
    std::vector<uint32_t> sortByJoint() {
        std::vector<uint32_t> order(binds_.size());
        for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return binds_[a].joint < binds_[b].joint; });
        std::vector<Bind> sorted;
        std::vector<uint32_t> newIndex(order.size());
        for (uint32_t i = 0; i < order.size(); ++i) {
            sorted.push_back(binds_[order[i]]);
            newIndex[order[i]] = i;
        }
        binds_ = std::move(sorted);
        return newIndex;
    }

    std::vector<Bind> take() { return std::move(binds_); }

private:
    std::map<Key, uint32_t> indices_;
    std::vector<Bind> binds_;
};

class MatrixLists {
public:
    explicit MatrixLists(const Document& document) : document_(document) {}

    const std::vector<float>& of(int accessor, const std::string& where) {
        const auto [found, isNew] = lists_.try_emplace(accessor);
        if (isNew) found->second = readFloats(document_, accessor, 16, where);
        return found->second;
    }

    const std::vector<float>& none() const { return none_; }

private:
    const Document& document_;
    std::map<int, std::vector<float>> lists_;
    std::vector<float> none_;
};

std::vector<uint32_t> collectSkin(const Document& document, const SceneNodes& scene, int index,
                                  MatrixLists& lists, Collector& collector) {
    const std::string path = fmt::format("skins[{}]", index);
    const tinygltf::Skin& skin = document.gltf.skins[static_cast<size_t>(index)];
    if (skin.joints.empty()) fault("the skin has no joints", path + ".joints", kValidate);
    document.account->memory("binds", path + ".joints", skin.joints.size() * kBindBytes);
    document.account->work("binds", path + ".joints", skin.joints.size() * kBindWork);
    const std::vector<float>& matrices =
        skin.inverseBindMatrices < 0
            ? lists.none()
            : lists.of(skin.inverseBindMatrices, path + ".inverseBindMatrices");
    if (skin.inverseBindMatrices >= 0) {
        if (matrices.size() / 16 < skin.joints.size()) {
            fault(fmt::format("{} inverse bind matrices, but the skin has {} joints",
                              matrices.size() / 16, skin.joints.size()),
                  path + ".inverseBindMatrices", kValidate);
        }
    }
    std::vector<uint32_t> binds;
    binds.reserve(skin.joints.size());
    for (size_t j = 0; j < skin.joints.size(); ++j) {
        const auto where = [&] { return fmt::format("{}.joints[{}]", path, j); };
        const int node = skin.joints[j];
        requireIndex("node", node, scene.jointOfNode.size(), where);
        const uint32_t joint = scene.jointOfNode[static_cast<size_t>(node)];
        if (joint == kNotInScene) {
            fault(
                fmt::format("the joint {} is not in the default scene", nodeLabel(document, node)),
                where(), "add its root to the scene and export again");
        }
        const glm::mat4 jointFromBind =
            matrices.empty() ? glm::mat4(1.0f) : glm::make_mat4(matrices.data() + 16 * j);
        // Palettes are 3x4, so they cannot store a projective inverse bind matrix.
        const glm::vec4 lastRow(jointFromBind[0][3], jointFromBind[1][3], jointFromBind[2][3],
                                jointFromBind[3][3] - 1.0f);
        if (glm::length(lastRow) > kLastRowTolerance) {
            fault(fmt::format("the last row of inverse bind matrix {} is not 0 0 0 1", j),
                  path + ".inverseBindMatrices", kValidate);
        }
        binds.push_back(collector.add(joint, jointFromBind));
    }
    return binds;
}

}  // namespace

Binds importBinds(const Document& document, const SceneNodes& scene) {
    const auto& gltf = document.gltf;
    Collector collector;
    MatrixLists lists(document);
    Binds result;
    for (size_t n = 0; n < gltf.nodes.size(); ++n) {
        const tinygltf::Node& node = gltf.nodes[n];
        if (scene.jointOfNode[n] == kNotInScene || node.mesh < 0) continue;
        const auto index = static_cast<int>(n);
        if (node.skin < 0) {
            document.account->memory("binds", "nodes", kBindBytes);
            result.ofNode[index] = collector.add(scene.jointOfNode[n], glm::mat4(1.0f));
            continue;
        }
        requireIndex("skin", node.skin, gltf.skins.size(),
                     [&] { return fmt::format("nodes[{}].skin", n); });
        if (!result.ofSkin.contains(node.skin)) {
            result.ofSkin[node.skin] = collectSkin(document, scene, node.skin, lists, collector);
        }
    }
    const std::vector<uint32_t> newIndex = collector.sortByJoint();
    for (auto& [node, bind] : result.ofNode) bind = newIndex[bind];
    for (auto& [skin, binds] : result.ofSkin) {
        for (uint32_t& bind : binds) bind = newIndex[bind];
        const std::string& name = gltf.skins[static_cast<size_t>(skin)].name;
        result.skins.push_back(
            {.name = name.empty() ? fmt::format("skin {}", skin) : name, .binds = binds});
    }
    result.binds = collector.take();
    return result;
}

}  // namespace sinew::gltf
