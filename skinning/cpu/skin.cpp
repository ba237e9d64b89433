// Linear blend skinning in float, spread over all cores by (instance, vertex range).
#include "skinning/cpu/skin.h"

#include <tbb/blocked_range2d.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "shaders/shared/packing.h"
#include "skinning/animation/palette.h"

namespace sinew {

namespace {

// Tasks of about this many vertices: 50 microseconds of work each.
constexpr uint32_t kVertexGrain = 1024;

// g++ and clang turn these into the registers of the machine at hand.
using Lanes = float __attribute__((vector_size(16)));

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

// A palette entry by columns: images of the axes and of the origin. Blending and transforming are
// then sums of scaled columns, four lanes at a time, with nothing to transpose for each vertex.
struct Columns {
    Lanes x, y, z, origin;
};

Columns columnsOf(const gpu::Affine& rows) {
    const auto column = [&](int c) { return Lanes{rows[0][c], rows[1][c], rows[2][c], 0.0f}; };
    return {column(0), column(1), column(2), column(3)};
}

Columns blended(const Geometry& geometry, uint32_t v, const Columns* palette) {
    const uint32_t first = geometry.influenceOffsets[v], end = geometry.influenceOffsets[v + 1];
    const Influence* influences = geometry.influences.data();
    Columns sum = palette[influences[first].bind];
    if (end - first == 1) return sum;  // its weight is 1
    const float heaviest = influences[first].weight;
    sum = {sum.x * heaviest, sum.y * heaviest, sum.z * heaviest, sum.origin * heaviest};
    for (uint32_t i = first + 1; i < end; ++i) {
        const Columns& matrix = palette[influences[i].bind];
        const float weight = influences[i].weight;
        sum.x += matrix.x * weight;
        sum.y += matrix.y * weight;
        sum.z += matrix.z * weight;
        sum.origin += matrix.origin * weight;
    }
    return sum;
}

Lanes cross(Lanes a, Lanes b) {
    const Lanes turned = a * __builtin_shufflevector(b, b, 1, 2, 0, 3) -
                         b * __builtin_shufflevector(a, a, 1, 2, 0, 3);
    return __builtin_shufflevector(turned, turned, 1, 2, 0, 3);
}

glm::vec3 vectorOf(Lanes lanes) {
    return {lanes[0], lanes[1], lanes[2]};
}

gpu::SkinnedVertex skinned(const Vertex& vertex, const Columns& m, float tangentSign) {
    const glm::vec3& n = vertex.normal;
    const glm::vec3& t = vertex.tangent;
    const glm::vec3& p = vertex.position;
    const Lanes position = m.x * p.x + m.y * p.y + m.z * p.z + m.origin;
    const Lanes tangent = m.x * t.x + m.y * t.y + m.z * t.z;
    // The columns of the cofactor matrix are the cross products of the columns; it is the inverse
    // transpose times the determinant, so that its sign has to be taken out again.
    const Lanes yz = cross(m.y, m.z), zx = cross(m.z, m.x), xy = cross(m.x, m.y);
    const Lanes volume = m.x * yz;
    const float determinant = volume[0] + volume[1] + volume[2];
    const Lanes normal = (yz * n.x + zx * n.y + xy * n.z) * std::copysign(1.0f, determinant);
    return {.x = position[0],
            .y = position[1],
            .z = position[2],
            .normal = gpu::packUnit(vectorOf(normal)),
            .tangent = gpu::packTangent(vectorOf(tangent), tangentSign)};
}

}  // namespace

struct CpuSkinner::Scratch {
    // Instance-major; they grow to the largest count seen.
    std::vector<gpu::Affine> palettes;
    std::vector<Columns> columns;
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
    std::vector<Columns>& columns = scratch_->columns;
    if (palettes.size() < count * binds) {
        palettes.resize(count * binds);
        columns.resize(count * binds);
    }
    tbb::parallel_for(uint32_t{0}, count, [&](uint32_t i) {
        const std::span<gpu::Affine> palette = std::span(palettes).subspan(i * binds, binds);
        computePalette(model_->binds, objectFromJoint.subspan(i * joints, joints), palette);
        std::transform(palette.begin(), palette.end(),
                       columns.begin() + static_cast<ptrdiff_t>(i * binds), columnsOf);
    });
    const auto skinRange = [&](const tbb::blocked_range2d<uint32_t>& range) {
        for (uint32_t i = range.rows().begin(); i < range.rows().end(); ++i) {
            const Columns* palette = columns.data() + i * binds;
            const float* instanceWeights = morphWeights.data() + i * weights;
            gpu::SkinnedVertex* to = out.data() + size_t{i} * vertices;
            for (uint32_t o = range.cols().begin(); o < range.cols().end(); ++o) {
                const uint32_t v = vertexOrder.empty() ? o : vertexOrder[o];
                to[o] = skinned(morphed(geometry, v, instanceWeights),
                                blended(geometry, v, palette), geometry.tangents[v].w);
            }
        }
    };
    tbb::parallel_for(tbb::blocked_range2d<uint32_t>(0, count, 1, 0, vertices, kVertexGrain),
                      skinRange);
}

}  // namespace sinew
