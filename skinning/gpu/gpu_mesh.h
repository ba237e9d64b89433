// A Model's vertices on the GPU: in bucket order, with influences in one format, and morphs.
#pragma once

#include <optional>
#include <utility>

#include "renderer/batch.h"
#include "skinning/gpu/influences.h"
#include "skinning/model.h"

namespace sinew {

/// Everything but materials that all instances of a model share. Move-only.
struct GpuMesh {
    /// Uploads and waits. `order` as packInfluences takes it; `joint` as FrameSettings has it.
    /// Throws std::runtime_error naming what the device cannot hold.
    static GpuMesh create(const Device& device, const Model& model, std::vector<uint32_t> order,
                          InfluenceFormat format, std::optional<uint32_t> joint = {});

    /// Null where the model has nothing of the kind.
    const Buffer* find(uint32_t binding) const;

    std::vector<std::pair<uint32_t, Buffer>> streams;  // by SINEW_BINDING_*
    Buffer indices;
    std::vector<uint32_t> order;  // GPU vertex -> model vertex
    std::vector<InfluenceBucket> buckets;
    std::vector<Draw> draws;
    /// Filled but for the fields of one page and one bucket.
    gpu::SkinConstants constants{};
};

}  // namespace sinew
