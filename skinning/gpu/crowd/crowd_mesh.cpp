// Applies the influence limit and uploads the mesh.
#include "skinning/gpu/crowd/crowd_mesh.h"

#include "skinning/gltf/import.h"
#include "skinning/packing/quantized_mesh.h"

namespace sinew {

CrowdMesh::CrowdMesh(std::shared_ptr<const Model> limited, GpuMesh gpuMesh)
    : model(std::move(limited)), mesh(std::move(gpuMesh)), cpuSkinner(*model, mesh.order) {}

std::shared_ptr<CrowdMesh> CrowdMesh::create(const Device& device,
                                             std::shared_ptr<const Model> authored,
                                             const SkinSettings& settings,
                                             std::optional<uint32_t> joint, const Levels* levels) {
    float dropped = 0;
    std::vector<uint32_t> order = orderByInfluences(
        authored->geometry, levels ? std::span(levels->lastOf) : std::span<const uint8_t>{});
    if (settings.influenceLimit > 0) {
        auto limited = std::make_shared<Model>(*authored);
        dropped = capInfluences(*limited, settings.influenceLimit);
        authored = std::move(limited);
    }
    GpuMesh mesh = GpuMesh::create(
        device, *authored,
        {.order = std::move(order), .settings = settings, .joint = joint, .levels = levels});
    if (settings.mesh == MeshFormat::quantized) {
        authored = std::make_shared<const Model>(asQuantized(*authored));
    }
    auto result = std::make_shared<CrowdMesh>(std::move(authored), std::move(mesh));
    result->droppedWeight = dropped;
    return result;
}

}  // namespace sinew
