// Limiting influences and uploading what is left.
#include "skinning/gpu/crowd_mesh.h"

#include "skinning/gltf/import.h"

namespace sinew {

CrowdMesh::CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh)
    : model(std::move(limited)), mesh(std::move(gpuMesh)), cpuSkinner(*model, mesh.order) {}

std::shared_ptr<CrowdMesh> CrowdMesh::create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             InfluenceFormat format, uint32_t influenceLimit,
                                             std::optional<uint32_t> joint) {
    float dropped = 0;
    std::vector<uint32_t> order = orderByInfluences(authored->geometry);
    if (influenceLimit > 0) {
        auto limited = std::make_shared<Model>(*authored);
        dropped = capInfluences(*limited, influenceLimit);
        authored = std::move(limited);
    }
    GpuMesh mesh = GpuMesh::create(device, *authored, std::move(order), format, joint);
    auto result = std::make_shared<CrowdMesh>(std::move(authored), std::move(mesh));
    result->droppedWeight = dropped;
    return result;
}

}  // namespace sinew
