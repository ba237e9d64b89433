// The vertices of one instance that a capture reads back.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "shaders/shared/vertex.h"

namespace sinew {

/// Skinned vertices as a pass's vertex stage gets them: model vertex order, object space.
struct CapturedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
    bool handednessOfMesh = false;  // the kernel copies the w of the mesh's tangents
};

/// Unpacks vertices into model vertex order. `packed` is in GPU vertex order; `order` is
/// GpuMesh::order.
CapturedVertices unpacked(std::span<const gpu::PackedVertex> packed,
                          std::span<const uint32_t> order);

}  // namespace sinew
