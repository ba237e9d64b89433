// Influences: as many sets as the file has, in the form that every skinner wants.
#include "skinning/gltf/influence.h"

#include <algorithm>

#include "skinning/gltf/accessor.h"
#include "skinning/gltf/fault.h"

namespace sinew::gltf {

namespace {

struct InfluenceSet {
    std::vector<uint32_t> joints;  // 4 a vertex
    std::vector<float> weights;
    std::string jointsPath;
    std::string weightsPath;
};

InfluenceSet readSet(const Document& document, const std::string& path, int joints, int weights,
                     size_t set, size_t vertexCount) {
    InfluenceSet result{.joints = {},
                        .weights = {},
                        .jointsPath = fmt::format("{}.attributes.JOINTS_{}", path, set),
                        .weightsPath = fmt::format("{}.attributes.WEIGHTS_{}", path, set)};
    const tinygltf::Accessor& accessor = accessorAt(document, weights, result.weightsPath);
    const bool unsignedInteger = accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_BYTE ||
                                 accessor.componentType == TINYGLTF_COMPONENT_TYPE_UNSIGNED_SHORT;
    if (accessor.componentType != TINYGLTF_COMPONENT_TYPE_FLOAT &&
        !(unsignedInteger && accessor.normalized)) {
        fault("weights are neither floats nor normalised u8 or u16", result.weightsPath, kValidate);
    }
    result.joints = readIntegers(document, joints, 4, result.jointsPath);
    result.weights = readFloats(document, weights, 4, result.weightsPath);
    if (result.joints.size() != 4 * vertexCount || result.weights.size() != 4 * vertexCount) {
        fault(fmt::format("joints for {} and weights for {} vertices of {}",
                          result.joints.size() / 4, result.weights.size() / 4, vertexCount),
              result.jointsPath, kValidate);
    }
    return result;
}

std::vector<InfluenceSet> readSets(const Document& document, const tinygltf::Primitive& primitive,
                                   const std::string& path, size_t vertexCount) {
    std::vector<InfluenceSet> sets;
    const auto& attributes = primitive.attributes;
    for (size_t set = 0;; ++set) {
        const auto joints = attributes.find(fmt::format("JOINTS_{}", set));
        const auto weights = attributes.find(fmt::format("WEIGHTS_{}", set));
        if (joints == attributes.end() && weights == attributes.end()) break;
        if (joints == attributes.end() || weights == attributes.end()) {
            fault(fmt::format("JOINTS_{0} and WEIGHTS_{0} come in pairs; one is missing", set),
                  path + ".attributes", kValidate);
        }
        sets.push_back(readSet(document, path, joints->second, weights->second, set, vertexCount));
    }
    if (sets.empty()) {
        fault("the node has a skin, but this primitive has no JOINTS_0 and WEIGHTS_0",
              path + ".attributes", "bind the mesh to its armature and export again");
    }
    return sets;
}

// The influences of one vertex, merged and unsorted, into `list`.
void gather(const std::vector<InfluenceSet>& sets, size_t vertex,
            std::span<const uint32_t> bindOfJoint, std::vector<Influence>& list) {
    list.clear();
    for (const InfluenceSet& set : sets) {
        for (size_t i = 4 * vertex; i < 4 * vertex + 4; ++i) {
            const float weight = set.weights[i];
            const uint32_t joint = set.joints[i];
            if (weight < 0) {
                fault(fmt::format("vertex {} has the negative weight {}", vertex, weight),
                      set.weightsPath, kValidate);
            }
            if (weight == 0) continue;  // its joint means nothing, whatever it says
            if (joint >= bindOfJoint.size()) {
                fault(fmt::format("vertex {} refers to joint {}; the skin has {} joints", vertex,
                                  joint, bindOfJoint.size()),
                      set.jointsPath, kValidate);
            }
            const uint32_t bind = bindOfJoint[joint];
            const auto same = std::find_if(list.begin(), list.end(), [&](const Influence& other) {
                return other.bind == bind;
            });
            if (same != list.end()) {
                same->weight += weight;
            } else {
                list.push_back({.bind = bind, .weight = weight});
            }
        }
    }
}

}  // namespace

void appendInfluences(const Document& document, const tinygltf::Primitive& primitive,
                      const std::string& path, size_t vertexCount,
                      std::span<const uint32_t> bindOfJoint, Geometry& geometry) {
    const std::vector<InfluenceSet> sets = readSets(document, primitive, path, vertexCount);
    std::vector<Influence> list;
    geometry.influences.reserve(geometry.influences.size() + 4 * vertexCount);
    for (size_t vertex = 0; vertex < vertexCount; ++vertex) {
        gather(sets, vertex, bindOfJoint, list);
        double sum = 0;
        for (const Influence& influence : list) sum += influence.weight;
        if (!(sum > 0)) {
            fault(fmt::format("all weights of vertex {} are zero", vertex), sets[0].weightsPath,
                  "give the vertex a weight in the tool that made the file");
        }
        for (Influence& influence : list) {
            influence.weight = static_cast<float>(influence.weight / sum);
        }
        // A weight too small for its sum may round to zero.
        std::erase_if(list, [](const Influence& influence) { return influence.weight == 0; });
        std::stable_sort(list.begin(), list.end(), [](const Influence& a, const Influence& b) {
            return a.weight > b.weight;
        });
        geometry.influences.insert(geometry.influences.end(), list.begin(), list.end());
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
    }
}

}  // namespace sinew::gltf
