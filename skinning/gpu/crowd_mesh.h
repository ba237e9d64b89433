// What the crowds of a model that agree in the formats of mesh and influences share.
#pragma once

#include <memory>
#include <optional>

#include "skinning/cpu/skin.h"
#include "skinning/gpu/gpu_mesh.h"

namespace sinew {

struct CrowdMesh {
    /// By settings.influences, mesh and influenceLimit. `joint` and `levels` as GpuMesh takes them.
    static std::shared_ptr<CrowdMesh> create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             const SkinSettings& settings,
                                             std::optional<uint32_t> joint,
                                             const Levels* levels = nullptr);
    CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh);

    std::shared_ptr<const Model> model;  // with the limit, and its mesh as it is stored
    float droppedWeight = 0;             // the heaviest influence that fell to the limit
    GpuMesh mesh;
    CpuSkinner cpuSkinner;
};

}  // namespace sinew
