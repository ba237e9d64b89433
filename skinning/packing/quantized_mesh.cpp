// Packs vertices relative to the bounding box of their mesh.
#include "skinning/packing/quantized_mesh.h"

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

std::vector<gpu::CompactVertex> quantizedVertices(const Geometry& geometry) {
    const Box box = meshBox(geometry);
    const glm::dvec3 low(box.low), size = glm::max(glm::dvec3(box.high) - low, glm::dvec3(1e-30));
    std::vector<gpu::CompactVertex> vertices;
    vertices.reserve(geometry.vertexCount());
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const glm::vec3 inBox((glm::dvec3(geometry.positions[v]) - low) / size);
        const glm::vec4& tangent = geometry.tangents[v];
        vertices.push_back(
            gpu::packCompact(inBox, geometry.normals[v], glm::vec3(tangent), tangent.w));
    }
    return vertices;
}

Model asQuantized(const Model& model) {
    Model stored = model;
    Geometry& geometry = stored.geometry;
    const Box box = meshBox(geometry);
    const glm::dvec3 low(box.low), size = glm::dvec3(box.high) - low;
    const std::vector<gpu::CompactVertex> vertices = quantizedVertices(geometry);
    for (size_t v = 0; v < vertices.size(); ++v) {
        const glm::dvec3 inBox(gpu::unpackCompactPosition(vertices[v]));
        geometry.positions[v] = glm::vec3(low + inBox * size);
        geometry.normals[v] = gpu::unpackCompactNormal(vertices[v]);
        geometry.tangents[v] = gpu::unpackCompactTangent(vertices[v]);
    }
    return stored;
}

}  // namespace sinew
