// Reading morph targets and turning them from target-major to vertex-major.
#include "skinning/gltf/morph.h"

#include <cmath>

#include "skinning/gltf/accessor.h"
#include "skinning/gltf/fault.h"

namespace sinew::gltf {

namespace {

// 40 bytes each: 1.3 GB, past which a model wants splitting and a hostile file wants stopping.
constexpr size_t kMaxMorphDeltas = size_t{1} << 25;

struct VertexDelta {
    uint32_t vertex = 0;
    MorphDelta delta;
};

std::vector<float> readDeltas(const Document& document, const std::map<std::string, int>& target,
                              const char* attribute, const std::string& path, size_t vertexCount) {
    const auto found = target.find(attribute);
    if (found == target.end()) return {};
    const std::string where = fmt::format("{}.{}", path, attribute);
    std::vector<float> deltas = readFloats(document, found->second, 3, where);
    if (deltas.size() != 3 * vertexCount) {
        fault(fmt::format("{} deltas for {} vertices", deltas.size() / 3, vertexCount), where,
              kValidate);
    }
    return deltas;
}

void collectTarget(const Document& document, const std::map<std::string, int>& target,
                   const std::string& path, uint32_t weight, const MorphBase& base,
                   std::vector<VertexDelta>& out) {
    const auto positions = readDeltas(document, target, "POSITION", path, base.vertexCount);
    std::vector<float> normals, tangents;
    if (!base.normalScales.empty()) {
        normals = readDeltas(document, target, "NORMAL", path, base.vertexCount);
    }
    if (!base.tangentScales.empty()) {
        tangents = readDeltas(document, target, "TANGENT", path, base.vertexCount);
    }
    const auto at = [](const std::vector<float>& values, size_t v) {
        return values.empty() ? glm::vec3(0)
                              : glm::vec3(values[3 * v], values[3 * v + 1], values[3 * v + 2]);
    };
    const glm::vec3 zero(0);
    for (size_t v = 0; v < base.vertexCount; ++v) {
        VertexDelta entry{.vertex = static_cast<uint32_t>(v),
                          .delta = {.weight = weight,
                                    .position = at(positions, v),
                                    .normal = at(normals, v),
                                    .tangent = at(tangents, v)}};
        if (entry.delta.position == zero && entry.delta.normal == zero &&
            entry.delta.tangent == zero) {
            continue;
        }
        if (!normals.empty()) entry.delta.normal *= base.normalScales[v];
        if (!tangents.empty()) entry.delta.tangent *= base.tangentScales[v];
        out.push_back(entry);
    }
}

}  // namespace

void appendMorphs(const Document& document, const tinygltf::Primitive& primitive,
                  const std::string& path, MorphRange range, const MorphBase& base,
                  Geometry& geometry) {
    std::vector<VertexDelta> deltas;
    for (size_t t = 0; t < primitive.targets.size(); ++t) {
        collectTarget(document, primitive.targets[t], fmt::format("{}.targets[{}]", path, t),
                      range.first + static_cast<uint32_t>(t), base, deltas);
        if (geometry.morphDeltas.size() + deltas.size() > kMaxMorphDeltas) {
            fault(fmt::format("more than {} morph deltas that are not zero", kMaxMorphDeltas),
                  path + ".targets", "split the model or drop targets");
        }
    }
    // A counting sort by vertex; within a vertex the order of targets stays.
    const size_t first = geometry.morphDeltas.size();
    std::vector<uint32_t> next(base.vertexCount + 1, 0);
    for (const VertexDelta& delta : deltas) ++next[delta.vertex + 1];
    for (size_t v = 0; v < base.vertexCount; ++v) {
        next[v + 1] += next[v];
        geometry.morphOffsets.push_back(static_cast<uint32_t>(first + next[v + 1]));
    }
    geometry.morphDeltas.resize(first + deltas.size());
    for (const VertexDelta& delta : deltas) {
        geometry.morphDeltas[first + next[delta.vertex]++] = delta.delta;
    }
}

std::vector<float> restWeights(const Document& document, size_t node, size_t targetCount) {
    const tinygltf::Node& source = document.gltf.nodes[node];
    const auto& meshWeights = document.gltf.meshes[static_cast<size_t>(source.mesh)].weights;
    const bool ofNode = !source.weights.empty();
    const std::vector<double>& weights = ofNode ? source.weights : meshWeights;
    if (weights.empty()) return std::vector<float>(targetCount, 0.0f);
    const std::string where = ofNode ? fmt::format("nodes[{}].weights", node)
                                     : fmt::format("meshes[{}].weights", source.mesh);
    if (weights.size() != targetCount) {
        fault(fmt::format("{} weights for {} morph targets", weights.size(), targetCount), where,
              kValidate);
    }
    std::vector<float> out(weights.begin(), weights.end());
    for (const float weight : out) {
        if (!std::isfinite(weight)) fault("a weight that does not fit a float", where, kValidate);
    }
    return out;
}

}  // namespace sinew::gltf
