// The cpu method: linear blend skinning of many instances on all cores.
#pragma once

#include <memory>
#include <span>

#include "shaders/shared/layout.h"
#include "skinning/model.h"

namespace sinew {

/// Skins `count` instances from their poses into `out` (count x vertexCount, instance-major, in the
/// order `vertexOrder` gives: out[i] is vertex vertexOrder[i]; empty = file order). Morph targets
/// are added first. `out` may be write-combined upload memory: written once, never read.
class CpuSkinner {
public:
    explicit CpuSkinner(const Model& model);  // the model outlives the skinner
    ~CpuSkinner();
    CpuSkinner(CpuSkinner&&) noexcept;
    CpuSkinner& operator=(CpuSkinner&&) noexcept;

    void skin(uint32_t count, std::span<const gpu::Affine> objectFromJoint,
              std::span<const float> morphWeights, std::span<const uint32_t> vertexOrder,
              std::span<gpu::SkinnedVertex> out);

private:
    struct Scratch;
    const Model* model_;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace sinew
