// A Model's vertices on the GPU: in bucket order, with influences in one format, and morphs.
#pragma once

#include <optional>
#include <utility>

#include "renderer/batch.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "skinning/gpu/influences.h"
#include "skinning/levels.h"
#include "skinning/model.h"

namespace sinew {

/// Everything but materials that all instances of a model share. Move-only.
struct GpuMesh {
    struct Description {
        std::vector<uint32_t> order;     // as packInfluences takes it
        SkinSettings settings;           // the formats of influences and of the mesh
        std::optional<uint32_t> joint;   // as FrameSettings has it
        const Levels* levels = nullptr;  // null: the full one alone
    };
    /// Uploads and waits. Throws std::runtime_error naming what the device cannot hold.
    static GpuMesh create(const Device& device, const Model& model, Description description);

    /// Fills in bindings 0 to 3 and 8 of a vertex stage that skins.
    void bindForSkinning(std::span<Descriptor> buffers) const {
        buffers[0] = vertices;
        buffers[1] = influences;
        buffers[2] = morphOffsets;
        buffers[3] = morphDeltas;
        buffers[8] = influenceOffsets;
    }

    // In GPU vertex order. A buffer is empty if the model has no such data.
    Buffer vertices;          // gpu::PackedVertex or gpu::CompactVertex, bind space
    Buffer influenceOffsets;  // a word a vertex into `influences`, and the end
    Buffer influences;
    Buffer binds;  // gpu::BindEntry
    Buffer morphOffsets;
    Buffer morphDeltas;  // gpu::MorphEntry
    Buffer uvs;
    Buffer colors;
    Buffer jointColors;
    Buffer parents;       // of joints
    Buffer levelEntries;  // gpu::LevelEntry
    Buffer indices;
    std::vector<uint32_t> order;  // GPU vertex -> model vertex
    std::vector<InfluenceBucket> buckets;
    std::vector<Draw> draws;                 // of primitives, in full detail
    std::vector<gpu::LevelEntry> levels;     // the full one first
    std::vector<std::vector<Draw>> coarser;  // draws of each other level
    /// Without the fields of a crowd and of a bucket.
    gpu::SkinConstants constants{};
};

}  // namespace sinew
