// Morph, blend, transform, write: vertex by vertex.
#include "skinning/cpu/naive.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "shaders/shared/packing.h"
#include "skinning/animation/palette.h"
#include "skinning/cpu/take_apart.h"

namespace sinew {
namespace {

struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec3 tangent;
};

/// What blending reads of one palette entry.
struct Entry {
    glm::mat3 linear;       // of the whole matrix or, under dual quaternions, of its shear
    glm::mat3 normals;      // inverse transpose of `linear`
    glm::vec3 translation;  // linear blending
    glm::quat real, dual;   // dual quaternion blending
};

/// The weighted sum of entries.
struct Blended {
    glm::mat3 linear{0.0f};
    glm::mat3 normals{0.0f};
    glm::vec3 translation{0.0f};
    glm::quat rotation{1, 0, 0, 0};
};

std::vector<Entry> entriesOf(std::span<const gpu::Affine> palette, Blend blend) {
    std::vector<Entry> entries;
    for (const gpu::Affine& matrix : palette) {
        const RigidAndShear parts = takeApart(matrix);
        const glm::mat3 linear = blend == Blend::linear ? linearPart(matrix) : parts.shear;
        entries.push_back({.linear = linear,
                           .normals = jointNormalMatrix(linear),
                           .translation = {matrix[0].w, matrix[1].w, matrix[2].w},
                           .real = parts.real,
                           .dual = parts.dual});
    }
    return entries;
}

Vertex morphed(const Geometry& geometry, uint32_t v, std::span<const float> weights) {
    Vertex vertex{.position = geometry.positions[v],
                  .normal = geometry.normals[v],
                  .tangent = glm::vec3(geometry.tangents[v])};
    if (geometry.morphOffsets.empty()) return vertex;
    for (uint32_t d = geometry.morphOffsets[v]; d < geometry.morphOffsets[v + 1]; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        vertex.position += delta.position * weights[delta.weight];
        vertex.normal += delta.normal * weights[delta.weight];
        vertex.tangent += delta.tangent * weights[delta.weight];
    }
    return vertex;
}

Blended blended(std::span<const Entry> entries, std::span<const Influence> influences,
                Blend blend) {
    float weightSum = 0;
    for (const Influence& influence : influences) weightSum += influence.weight;
    Blended sum;
    glm::quat real(0, 0, 0, 0), dual(0, 0, 0, 0);
    for (const Influence& influence : influences) {
        const Entry& entry = entries[influence.bind];
        const float weight = influence.weight / weightSum;
        sum.linear += entry.linear * weight;
        sum.normals += entry.normals * weight;
        sum.translation += entry.translation * weight;
        // q and -q are the same rotation: each is added on the first one's side.
        const bool far = glm::dot(entries[influences[0].bind].real, entry.real) < 0;
        real = real + entry.real * (far ? -weight : weight);
        dual = dual + entry.dual * (far ? -weight : weight);
    }
    if (blend == Blend::linear) return sum;
    const float length = glm::length(real);
    sum.rotation = real / length;
    const glm::quat moved = (dual / length) * glm::conjugate(sum.rotation);
    sum.translation = 2.0f * glm::vec3(moved.x, moved.y, moved.z);
    return sum;
}

Vertex transformed(const Vertex& vertex, const Blended& m, Normals normals) {
    glm::mat3 forNormals = m.linear;
    if (normals == Normals::inverseTranspose) forNormals = m.normals;
    if (normals == Normals::cofactor) {
        forNormals = cofactorMatrix(m.linear);
        if (glm::dot(m.linear[0], forNormals[0]) < 0) forNormals = -forNormals;
    }
    return {.position = m.rotation * (m.linear * vertex.position) + m.translation,
            .normal = m.rotation * (forNormals * vertex.normal),
            .tangent = m.rotation * (m.linear * vertex.tangent)};
}

void write(const Vertex& vertex, float tangentSign, const Box* box, std::byte* to) {
    if (box != nullptr) {
        const glm::vec3 inBox = (vertex.position - box->low) * boxFromObjectScale(*box);
        const gpu::CompactVertex packed =
            gpu::packCompact(inBox, vertex.normal, vertex.tangent, tangentSign);
        std::memcpy(to, &packed, sizeof(packed));
        return;
    }
    const gpu::SkinnedVertex packed{.x = vertex.position.x,
                                    .y = vertex.position.y,
                                    .z = vertex.position.z,
                                    .normal = gpu::packUnit(vertex.normal),
                                    .tangent = gpu::packTangent(vertex.tangent, tangentSign)};
    std::memcpy(to, &packed, sizeof(packed));
}

}  // namespace

void skinNaively(const Model& model, std::span<const uint32_t> vertexOrder, const CpuCrowd& crowd,
                 const SkinSettings& settings, std::span<std::byte> out) {
    const Geometry& geometry = model.geometry;
    const size_t joints = model.skeleton.size(), weights = model.restMorphWeights.size();
    std::vector<gpu::Affine> palette(model.binds.size());
    std::byte* to = out.data();
    for (size_t instance = 0; instance < crowd.count; ++instance) {
        computePalette(model.binds, crowd.objectFromJoint.subspan(instance * joints, joints),
                       palette);
        const std::vector<Entry> entries = entriesOf(palette, settings.blend);
        const auto morphWeights = crowd.morphWeights.subspan(instance * weights, weights);
        const Box* box = settings.output == Output::compact ? &crowd.boxes[instance] : nullptr;
        for (uint32_t i = 0; i < geometry.vertexCount(); ++i) {
            const uint32_t v = vertexOrder.empty() ? i : vertexOrder[i];
            const uint32_t first = geometry.influenceOffsets[v];
            uint32_t count = geometry.influenceOffsets[v + 1] - first;
            if (settings.influenceLimit > 0) count = std::min(count, settings.influenceLimit);
            const auto influences = std::span(geometry.influences).subspan(first, count);
            const Vertex vertex =
                transformed(morphed(geometry, v, morphWeights),
                            blended(entries, influences, settings.blend), settings.normals);
            write(vertex, geometry.tangents[v].w, box, to);
            to += vertexBytes(settings.output);
        }
    }
}

}  // namespace sinew
