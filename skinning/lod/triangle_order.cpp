// Orders the triangles of each primitive with meshoptimizer.
#include "skinning/lod/triangle_order.h"

#include <meshoptimizer.h>

#include <span>

namespace sinew {
namespace {

/// Maximum growth of the vertex cache misses that is accepted for less overdraw.
constexpr float kOverdrawThreshold = 1.05f;

void order(const Model& model, const Primitive& primitive, std::span<uint32_t> own) {
    const Material::Alpha alpha = model.materials[primitive.material].alpha;
    if (alpha == Material::Alpha::blend || own.empty()) return;
    // Indices start at 0 here, so meshoptimizer processes only the primitive's vertices.
    for (uint32_t& index : own) index -= primitive.firstVertex;
    meshopt_optimizeVertexCache(own.data(), own.data(), own.size(), primitive.vertexCount);
    if (alpha == Material::Alpha::opaque) {
        const glm::vec3& first = model.geometry.positions[primitive.firstVertex];
        meshopt_optimizeOverdraw(own.data(), own.data(), own.size(), &first.x,
                                 primitive.vertexCount, sizeof(glm::vec3), kOverdrawThreshold);
    }
    for (uint32_t& index : own) index += primitive.firstVertex;
}

}  // namespace

std::vector<uint32_t> trianglesInOrder(const Model& model) {
    std::vector<uint32_t> indices = model.geometry.indices;
    for (const Primitive& primitive : model.primitives) {
        order(model, primitive,
              std::span(indices).subspan(primitive.firstIndex, primitive.indexCount));
    }
    return indices;
}

std::vector<uint32_t> trianglesInOrder(const Model& model, const Level& level) {
    std::vector<uint32_t> indices = level.indices;
    size_t first = 0;
    for (size_t p = 0; p < model.primitives.size(); ++p) {
        order(model, model.primitives[p], std::span(indices).subspan(first, level.indexCount[p]));
        first += level.indexCount[p];
    }
    return indices;
}

}  // namespace sinew
