// Linear blend skinning in float, spread over all cores by (instance, vertex range).
#include "skinning/cpu/skin.h"

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <cmath>
#include <vector>

#include "shaders/shared/packing.h"
#include "skinning/animation/palette.h"

namespace sinew {

namespace {

// Tasks of about this many vertices: 50 microseconds of work each.
constexpr uint32_t kVertexGrain = 1024;

struct Vertex {
    glm::vec3 position;
    glm::vec3 normal;
    glm::vec3 tangent;
};

Vertex morphed(const Geometry& geometry, uint32_t v, const float* weights) {
    Vertex vertex{.position = geometry.positions[v],
                  .normal = geometry.normals[v],
                  .tangent = glm::vec3(geometry.tangents[v])};
    if (geometry.morphOffsets.empty()) return vertex;
    for (uint32_t d = geometry.morphOffsets[v]; d < geometry.morphOffsets[v + 1]; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        const float weight = weights[delta.weight];
        if (weight == 0) continue;
        vertex.position += delta.position * weight;
        vertex.normal += delta.normal * weight;
        vertex.tangent += delta.tangent * weight;
    }
    return vertex;
}

gpu::Affine blended(const Geometry& geometry, uint32_t v, const gpu::Affine* palette) {
    const uint32_t first = geometry.influenceOffsets[v], end = geometry.influenceOffsets[v + 1];
    const Influence* influences = geometry.influences.data();
    gpu::Affine sum = palette[influences[first].bind];
    if (end - first == 1) return sum;  // its weight is 1
    sum *= influences[first].weight;
    for (uint32_t i = first + 1; i < end; ++i) {
        const gpu::Affine& matrix = palette[influences[i].bind];
        const float weight = influences[i].weight;
        for (int r = 0; r < 3; ++r) sum[r] += matrix[r] * weight;
    }
    return sum;
}

gpu::SkinnedVertex skinned(const Vertex& vertex, const gpu::Affine& m, float tangentSign) {
    const glm::vec3 x(m[0]), y(m[1]), z(m[2]);  // rows of the 3x3
    const glm::vec3& n = vertex.normal;
    const glm::vec3& t = vertex.tangent;
    // The rows of the cofactor matrix are the cross products of the rows; it is the inverse
    // transpose times the determinant, so that its sign has to be taken out again.
    const glm::vec3 c0 = glm::cross(y, z), c1 = glm::cross(z, x), c2 = glm::cross(x, y);
    const float sign = glm::dot(x, c0) < 0 ? -1.0f : 1.0f;
    const glm::vec3 normal = glm::vec3(glm::dot(c0, n), glm::dot(c1, n), glm::dot(c2, n)) * sign;
    const glm::vec3 tangent(glm::dot(x, t), glm::dot(y, t), glm::dot(z, t));
    const glm::vec3& p = vertex.position;
    return {.x = glm::dot(x, p) + m[0].w,
            .y = glm::dot(y, p) + m[1].w,
            .z = glm::dot(z, p) + m[2].w,
            .normal = gpu::packUnit(normal),
            .tangent = gpu::packTangent(tangent, tangentSign)};
}

}  // namespace

struct CpuSkinner::Scratch {
    std::vector<gpu::Affine> palettes;  // instance-major; grows to the largest count seen
};

CpuSkinner::CpuSkinner(const Model& model)
    : model_(&model), scratch_(std::make_unique<Scratch>()) {}
CpuSkinner::~CpuSkinner() = default;
CpuSkinner::CpuSkinner(CpuSkinner&&) noexcept = default;
CpuSkinner& CpuSkinner::operator=(CpuSkinner&&) noexcept = default;

void CpuSkinner::skin(uint32_t count, std::span<const gpu::Affine> objectFromJoint,
                      std::span<const float> morphWeights, std::span<const uint32_t> vertexOrder,
                      std::span<gpu::SkinnedVertex> out) {
    const Geometry& geometry = model_->geometry;
    const uint32_t vertices = geometry.vertexCount();
    const size_t joints = model_->skeleton.size(), binds = model_->binds.size();
    const size_t weights = model_->restMorphWeights.size();
    std::vector<gpu::Affine>& palettes = scratch_->palettes;
    if (palettes.size() < count * binds) palettes.resize(count * binds);
    tbb::parallel_for(uint32_t{0}, count, [&](uint32_t i) {
        computePalette(model_->binds, objectFromJoint.subspan(i * joints, joints),
                       std::span(palettes).subspan(i * binds, binds));
    });
    const auto skinRange = [&](const tbb::blocked_range2d<uint32_t>& range) {
        for (uint32_t i = range.rows().begin(); i < range.rows().end(); ++i) {
            const gpu::Affine* palette = palettes.data() + i * binds;
            const float* instanceWeights = morphWeights.data() + i * weights;
            gpu::SkinnedVertex* to = out.data() + size_t{i} * vertices;
            for (uint32_t o = range.cols().begin(); o < range.cols().end(); ++o) {
                const uint32_t v = vertexOrder.empty() ? o : vertexOrder[o];
                to[o] = skinned(morphed(geometry, v, instanceWeights),
                                blended(geometry, v, palette), geometry.tangents[v].w);
            }
        }
    };
    tbb::parallel_for(
        tbb::blocked_range2d<uint32_t>(0, count, 1, 0, vertices, kVertexGrain), skinRange);
}

}  // namespace sinew
