// Packs vertices and influences for the kernel shaders/skin/skin_plain.comp.glsl.
#include "skinning/model/plain_mesh.h"

#include <algorithm>
#include <bit>

#include "shaders/shared/packing.h"

namespace sinew {

PlainMesh packPlainMesh(const Model& model) {
    const Geometry& geometry = model.geometry;
    PlainMesh mesh;
    mesh.bindBits =
        static_cast<uint32_t>(std::bit_width(std::max<size_t>(model.binds.size(), 2) - 1));
    const uint32_t one = ~0u >> mesh.bindBits;
    mesh.vertices.reserve(geometry.vertexCount());
    mesh.influences.reserve(geometry.influences.size());
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const glm::vec3& p = geometry.positions[v];
        const glm::vec4& t = geometry.tangents[v];
        mesh.vertices.push_back({p.x, p.y, p.z, gpu::packUnit(geometry.normals[v]),
                                 gpu::packTangent(glm::vec3(t), t.w)});

        const uint32_t first = geometry.influenceOffsets[v];
        uint32_t left = one;
        for (uint32_t i = first; i < geometry.influenceOffsets[v + 1]; ++i) {
            const Influence& influence = geometry.influences[i];
            const double exact = static_cast<double>(influence.weight) * one;
            const uint32_t weight =
                i == first ? 0 : std::min(left, static_cast<uint32_t>(exact + 0.5));
            mesh.influences.push_back(influence.bind | (weight << mesh.bindBits));
            left -= weight;
        }
        mesh.influences[first] |= left << mesh.bindBits;  // the heaviest gets the remainder
    }
    return mesh;
}

}  // namespace sinew
