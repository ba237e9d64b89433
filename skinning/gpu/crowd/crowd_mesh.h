// The mesh that crowds of a model share if their formats of mesh and influences are equal.
#pragma once

#include <memory>
#include <optional>

#include "skinning/cpu/skin.h"
#include "skinning/gpu/crowd/gpu_mesh.h"

namespace sinew {

struct CrowdMesh {
    /// Reads only influences, mesh and influenceLimit of `settings`. `joint` and `levels` are those
    /// of GpuMesh::Description.
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
