// The input of the CPU methods: poses of many instances of one model.
#pragma once

#include <span>

#include "shaders/shared/types.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/listed.h"
#include "skinning/bounds/bounds.h"
#include "skinning/settings.h"

namespace sinew {

/// The data of `count` instances, contiguous in each span. The output has the vertices of instance
/// 0, then of instance 1, and so on: gpu::PackedVertex, or gpu::CompactVertex for Output::compact.
struct CpuCrowd {
    uint32_t count = 0;
    std::span<const gpu::Affine> objectFromJoint;  // count x joints, 16-byte aligned
    std::span<const float> morphWeights;           // count x weights
    std::span<const Box> boxes;                    // count, object space; Output::compact only
    /// The instances that CpuSkinner skins. It does not write other instances. Null: all.
    const Listed* listed = nullptr;

    Listed instances() const { return listed ? *listed : Listed{count}; }
};

/// Returns the bytes of a skinned vertex.
constexpr uint32_t skinnedVertexBytes(Output output) {
    return output == Output::full ? sizeof(gpu::PackedVertex) : sizeof(gpu::CompactVertex);
}

/// Returns 1 / side lengths of the box of compact positions. A side counts as at least 1e-30.
inline glm::vec3 boxFromObjectScale(const Box& box) {
    return 1.0f / glm::max(box.high - box.low, glm::vec3(1e-30f));
}

}  // namespace sinew
