// What the methods on the CPU skin: the poses of many instances of one model.
#pragma once

#include <span>

#include "shaders/shared/types.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/listed.h"

namespace sinew {

enum class Output : uint8_t;

/// `count` instances, one after the other in each span. What is skinned from it holds count x
/// vertexCount vertices, instance-major: gpu::PackedVertex or, compact, gpu::CompactVertex.
struct CpuCrowd {
    uint32_t count = 0;
    std::span<const gpu::Affine> objectFromJoint;  // count x joints, 16-byte aligned as in vectors
    std::span<const float> morphWeights;           // count x weights
    std::span<const Box> boxes;                    // Output::compact only: count, object space
    /// Those that CpuSkinner skins; the vertices of others stay as they are. Null: all.
    const Listed* listed = nullptr;

    Listed instances() const { return listed ? *listed : Listed{count}; }
};

/// Bytes of one vertex in `output`.
size_t vertexBytes(Output output);

/// 1 / the sides of the box in which compact positions are stored; 0 for a side of length 0.
inline glm::vec3 boxFromObjectScale(const Box& box) {
    return 1.0f / glm::max(box.high - box.low, glm::vec3(1e-30f));
}

}  // namespace sinew
