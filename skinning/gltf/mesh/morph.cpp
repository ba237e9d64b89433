// Reads morph targets and sorts their deltas by vertex.
#include "skinning/gltf/mesh/morph.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/file/fault.h"
#include "skinning/plain_text.h"

namespace sinew::gltf {

namespace {

struct VertexDelta {
    uint32_t vertex = 0;
    MorphDelta delta;
};

// Reads the deltas of one attribute. If the morph target does not have the attribute, read() leaves
// the zeros in `out` unchanged.
class DeltaReader {
public:
    DeltaReader(const Document& document, const std::map<std::string, int>& target,
                const char* attribute, const std::string& path, size_t vertexCount) {
        const auto found = target.find(attribute);
        if (found == target.end()) return;
        accessor_.emplace(document, found->second, 3, fmt::format("{}.{}", path, attribute));
        accessor_->requireCount(vertexCount);
    }

    void read(const NamedVertices& vertices, size_t first, std::span<glm::vec3> out) const {
        if (!accessor_) return;
        vertices.each(first, out.size(), [&](size_t element, size_t vertex, size_t count) {
            accessor_->read(element, {&out[vertex - first].x, 3 * count});
        });
    }

    size_t storedCount() const { return accessor_ ? accessor_->storedCount() : 0; }

private:
    std::optional<Accessor> accessor_;
};

bool isFinite(const glm::vec3& v) {
    return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

void collectTarget(const Document& document, const std::map<std::string, int>& target,
                   const std::string& path, size_t elementCount, const NamedVertices& vertices,
                   uint32_t weight, const MorphBase& base, std::vector<VertexDelta>& out) {
    const std::map<std::string, int> none;
    const size_t count = vertices.count();
    const DeltaReader positions(document, target, "POSITION", path, elementCount);
    const bool hasNormals = !base.normalScales.empty(), hasTangents = !base.tangentScales.empty();
    const DeltaReader normals(document, hasNormals ? target : none, "NORMAL", path, elementCount);
    const DeltaReader tangents(document, hasTangents ? target : none, "TANGENT", path,
                               elementCount);
    constexpr size_t kBlock = 512;
    glm::vec3 p[kBlock] = {}, n[kBlock] = {}, t[kBlock] = {};
    const glm::vec3 zero(0);
    for (size_t first = 0; first < count; first += kBlock) {
        const size_t size = std::min(kBlock, count - first);
        positions.read(vertices, first, std::span(p).first(size));
        normals.read(vertices, first, std::span(n).first(size));
        tangents.read(vertices, first, std::span(t).first(size));
        for (size_t i = 0; i < size; ++i) {
            if (p[i] == zero && n[i] == zero && t[i] == zero) continue;
            const size_t v = first + i;
            const glm::vec3 normal = n[i] * (hasNormals ? base.normalScales[v] : 0.0f);
            const glm::vec3 tangent = t[i] * (hasTangents ? base.tangentScales[v] : 0.0f);
            if (!isFinite(normal) || !isFinite(tangent)) {
                fault(fmt::format("the deltas of vertex {} are too large for its normal or tangent",
                                  v),
                      path, kValidate);
            }
            out.push_back(
                {.vertex = static_cast<uint32_t>(v),
                 .delta = {
                     .weight = weight, .position = p[i], .normal = normal, .tangent = tangent}});
        }
    }
}

}  // namespace

uint64_t mostMorphDeltas(const Document& document, const tinygltf::Primitive& primitive,
                         const std::string& path, size_t vertexCount) {
    uint64_t most = 0;
    for (size_t t = 0; t < primitive.targets.size(); ++t) {
        const std::string where = fmt::format("{}.targets[{}]", path, t);
        size_t ofTarget = 0;
        for (const char* attribute : {"POSITION", "NORMAL", "TANGENT"}) {
            ofTarget += DeltaReader(document, primitive.targets[t], attribute, where, vertexCount)
                            .storedCount();
        }
        most += std::min(ofTarget, vertexCount);
    }
    return most;
}

void readMorphs(const Document& document, const tinygltf::Primitive& primitive,
                const std::string& path, size_t elementCount, const NamedVertices& vertices,
                MorphRange range, const MorphBase& base, std::span<uint32_t> counts,
                std::vector<MorphDelta>& deltas) {
    std::vector<VertexDelta> found;
    for (size_t t = 0; t < primitive.targets.size(); ++t) {
        collectTarget(document, primitive.targets[t], fmt::format("{}.targets[{}]", path, t),
                      elementCount, vertices, range.first + static_cast<uint32_t>(t), base, found);
        if (found.size() > kMaxMorphDeltas) {
            fault(fmt::format("the model has more than {} morph deltas that are not zero",
                              kMaxMorphDeltas),
                  path + ".targets", "split the model or drop targets");
        }
    }
    // A counting sort by vertex. It is stable, so deltas of a vertex stay in the order of targets.
    std::vector<uint32_t> next(vertices.count() + 1, 0);
    for (const VertexDelta& delta : found) ++next[delta.vertex + 1];
    for (size_t v = 0; v < vertices.count(); ++v) {
        counts[v] = next[v + 1];
        next[v + 1] += next[v];
    }
    const size_t first = deltas.size();
    deltas.resize(first + found.size());
    for (const VertexDelta& delta : found) deltas[first + next[delta.vertex]++] = delta.delta;
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
        fault(fmt::format("{} weights, but the mesh has {} morph targets", weights.size(),
                          targetCount),
              where, kValidate);
    }
    std::vector<float> out(weights.begin(), weights.end());
    for (const float weight : out) {
        if (!std::isfinite(weight)) fault("a weight does not fit a float", where, kValidate);
    }
    return out;
}

std::vector<std::string> targetNames(const Document& document, size_t mesh, size_t targetCount) {
    // keepTargetNames() removed all extras whose targetNames is not a list of strings.
    const tinygltf::Value& extras = document.gltf.meshes[mesh].extras;
    const bool isListed = extras.IsObject() && extras.Has("targetNames");
    const size_t listed = isListed ? extras.Get("targetNames").ArrayLen() : 0;
    std::vector<std::string> names;
    for (size_t t = 0; t < targetCount; ++t) {
        const std::string name =
            t < listed ? extras.Get("targetNames").Get(static_cast<int>(t)).Get<std::string>()
                       : std::string();
        names.push_back(name.empty() ? fmt::format("target {}", t) : plainText(name));
    }
    return names;
}

}  // namespace sinew::gltf
