// The cpu-reference method. It morphs, blends, transforms and stores one vertex after the other.
#include "skinning/cpu/naive.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/palette.h"
#include "skinning/cpu/take_apart.h"

namespace sinew {
namespace {

struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec4 tangent;  // bitangent = cross(normal, tangent) * w
};

struct Motion {
    glm::mat3 linear{0.0f};   // with dual quaternions: the shear
    glm::mat3 normals{0.0f};  // Normals::inverseTranspose only
    glm::vec3 translation{0.0f};
    glm::quat real{0, 0, 0, 0};  // dual quaternions only
    glm::quat dual{0, 0, 0, 0};
};

std::vector<Motion> motionsOf(std::span<const gpu::Affine> palette, const SkinSettings& settings) {
    std::vector<Motion> motions;
    for (const gpu::Affine& matrix : palette) {
        Motion& motion = motions.emplace_back();
        motion.linear = linearPart(matrix);
        motion.translation = {matrix[0].w, matrix[1].w, matrix[2].w};
        if (settings.blend == Blend::dualQuaternion) {
            const RigidAndShear parts = takeApart(matrix);
            motion.linear = parts.shear;
            motion.real = parts.real;
            motion.dual = parts.dual;
        }
        if (settings.normals == Normals::inverseTranspose) {
            motion.normals = jointNormalMatrix(motion.linear);
        }
    }
    return motions;
}

Vertex morphed(const Geometry& geometry, uint32_t v, std::span<const float> weights) {
    Vertex vertex{.position = geometry.positions[v],
                  .normal = geometry.normals[v],
                  .tangent = geometry.tangents[v]};
    if (geometry.morphOffsets.empty()) return vertex;
    for (uint32_t d = geometry.morphOffsets[v]; d < geometry.morphOffsets[v + 1]; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        vertex.position += delta.position * weights[delta.weight];
        vertex.normal += delta.normal * weights[delta.weight];
        vertex.tangent += glm::vec4(delta.tangent * weights[delta.weight], 0.0f);
    }
    return vertex;
}

Motion blended(std::span<const Motion> motions, std::span<const Influence> influences,
               const SkinSettings& settings) {
    float weightSum = 0;
    for (const Influence& influence : influences) weightSum += influence.weight;
    const glm::quat& first = motions[influences[0].bind].real;
    Motion sum;
    for (const Influence& influence : influences) {
        const Motion& motion = motions[influence.bind];
        const float weight = influence.weight / weightSum;
        sum.linear += motion.linear * weight;
        if (settings.normals == Normals::inverseTranspose) sum.normals += motion.normals * weight;
        if (settings.blend == Blend::linear) {
            sum.translation += motion.translation * weight;
        } else {
            // q and -q are the same rotation. The sum takes the one nearer to the first bind's q.
            const float side = glm::dot(first, motion.real) < 0 ? -weight : weight;
            sum.real = sum.real + motion.real * side;
            sum.dual = sum.dual + motion.dual * side;
        }
    }
    return sum;
}

Vertex transformed(const Vertex& vertex, const Motion& m, const SkinSettings& settings) {
    const glm::mat3 cofactors = cofactorMatrix(m.linear);
    const float handedness = glm::dot(m.linear[0], cofactors[0]) < 0 ? -1.0f : 1.0f;
    glm::mat3 forNormals = m.linear;
    if (settings.normals == Normals::inverseTranspose) forNormals = m.normals;
    if (settings.normals == Normals::cofactor) forNormals = cofactors * handedness;
    const glm::vec3 tangent = m.linear * glm::vec3(vertex.tangent);
    const Vertex moved{.position = m.linear * vertex.position,
                       .normal = forNormals * vertex.normal,
                       .tangent = {tangent, vertex.tangent.w * handedness}};
    if (settings.blend == Blend::linear) {
        return {moved.position + m.translation, moved.normal, moved.tangent};
    }
    const float length = glm::length(m.real);
    const glm::quat rotation = m.real / length;
    const glm::quat half = (m.dual / length) * glm::conjugate(rotation);
    return {.position = rotation * moved.position + 2.0f * glm::vec3(half.x, half.y, half.z),
            .normal = rotation * moved.normal,
            .tangent = {rotation * tangent, moved.tangent.w}};
}

void write(const Vertex& vertex, const Box* box, std::byte* to) {
    const glm::vec3 tangent(vertex.tangent);
    if (box != nullptr) {
        const glm::vec3 inBox = (vertex.position - box->low) * boxFromObjectScale(*box);
        const gpu::CompactVertex packed =
            gpu::packCompact(inBox, vertex.normal, tangent, vertex.tangent.w);
        std::memcpy(to, &packed, sizeof(packed));
        return;
    }
    const gpu::PackedVertex packed{.x = vertex.position.x,
                                   .y = vertex.position.y,
                                   .z = vertex.position.z,
                                   .normal = gpu::packUnit(vertex.normal),
                                   .tangent = gpu::packTangent(tangent, vertex.tangent.w)};
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
        const std::vector<Motion> motions = motionsOf(palette, settings);
        const auto morphWeights = crowd.morphWeights.subspan(instance * weights, weights);
        const Box* box = settings.output == Output::compact ? &crowd.boxes[instance] : nullptr;
        for (uint32_t i = 0; i < geometry.vertexCount(); ++i) {
            const uint32_t v = vertexOrder.empty() ? i : vertexOrder[i];
            const uint32_t first = geometry.influenceOffsets[v];
            uint32_t count = geometry.influenceOffsets[v + 1] - first;
            if (settings.influenceLimit > 0) count = std::min(count, settings.influenceLimit);
            const auto influences = std::span(geometry.influences).subspan(first, count);
            Vertex vertex = transformed(morphed(geometry, v, morphWeights),
                                        blended(motions, influences, settings), settings);
            if (settings.normals == Normals::none) {
                vertex = {vertex.position, {0, 0, 1}, {1, 0, 0, vertex.tangent.w}};
            }
            write(vertex, box, to);
            to += skinnedVertexBytes(settings.output);
        }
    }
}

}  // namespace sinew
