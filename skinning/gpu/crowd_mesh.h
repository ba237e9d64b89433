// What the crowds of a model that agree in influence format and limit share.
#pragma once

#include <memory>
#include <optional>

#include "skinning/cpu/skin.h"
#include "skinning/gpu/gpu_mesh.h"

namespace sinew {

struct CrowdMesh {
    static std::shared_ptr<CrowdMesh> create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             InfluenceFormat format, uint32_t influenceLimit,
                                             std::optional<uint32_t> joint);
    CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh);

    std::shared_ptr<const Model> model;  // with the limit
    float droppedWeight = 0;             // the heaviest influence that fell to the limit
    GpuMesh mesh;
    CpuSkinner cpuSkinner;
};

}  // namespace sinew
