// A model's mesh on the GPU: vertices by influence count, influences, morph targets, indices.
#pragma once

#include <memory>
#include <optional>
#include <utility>

#include "renderer/passes/batch.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "skinning/cpu/skin.h"
#include "skinning/lod/levels.h"
#include "skinning/model.h"
#include "skinning/packing/influences.h"

namespace sinew {

/// Data that all instances of a model share, except materials. Move-only.
struct GpuMesh {
    struct Description {
        std::vector<uint32_t> order;     // GPU vertex -> model vertex: orderByInfluences()
        SkinSettings settings;           // formats of influences and mesh
        std::optional<uint32_t> joint;   // FrameSettings::joint
        const Levels* levels = nullptr;  // null: full detail only
    };
    /// Uploads the mesh and waits. Throws std::runtime_error if a buffer exceeds a device limit.
    static GpuMesh create(const Device& device, const Model& model, Description description);

    void bindForSkinning(std::span<Descriptor> buffers) const {
        buffers[0] = vertices;
        buffers[1] = influences;
        buffers[2] = morphOffsets;
        buffers[3] = morphDeltas;
        buffers[8] = influenceOffsets;
    }

    // Data per vertex is in GPU vertex order. A buffer is empty if the model has no such data.
    Buffer vertices;          // gpu::PackedVertex or gpu::CompactVertex, bind space
    Buffer influenceOffsets;  // first word in `influences` per vertex, and the end
    Buffer influences;
    Buffer binds;  // gpu::BindEntry
    Buffer morphOffsets;
    Buffer morphDeltas;  // gpu::MorphEntry
    Buffer uvs;
    Buffer colors;
    Buffer vertexMarks;   // 4 x unorm8: colour of the joints; 1 if w of the tangent is positive
    Buffer parents;       // the joints' parents
    Buffer levelEntries;  // gpu::LevelEntry
    Buffer indices;
    std::vector<uint32_t> order;  // GPU vertex -> model vertex
    std::vector<InfluenceBucket> buckets;
    std::vector<Draw> draws;                 // one per primitive, full detail
    std::vector<gpu::LevelEntry> levels;     // full detail first
    std::vector<std::vector<Draw>> coarser;  // draws of each coarser level
    /// Fields that depend on a crowd or an influence bucket are not set.
    gpu::SkinConstants constants{};
};

/// The mesh that crowds of a model share if their formats of mesh and influences are equal.
struct CrowdMesh {
    /// Reads only influences, mesh and influenceLimit of `settings`. GpuMesh::Description describes
    /// `joint` and `levels`.
    static std::shared_ptr<CrowdMesh> create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             const SkinSettings& settings,
                                             std::optional<uint32_t> joint,
                                             const Levels* levels = nullptr);
    CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh);

    std::shared_ptr<const Model> model;  // after the influence limit and the mesh format
    float droppedWeight = 0;             // the largest weight that the limit removed
    GpuMesh mesh;
    CpuSkinner cpuSkinner;
};

}  // namespace sinew
