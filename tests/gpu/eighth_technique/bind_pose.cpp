// A toy technique: nobody moves. This file and a row in methods.inc are all that a technique needs.
#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/gpu/cost.h"
#include "skinning/gpu/crowd_mesh.h"
#include "skinning/gpu/techniques/cpu_input.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

BufferList buffers(const SkinPlan& plan) {
    return {poses(plan, false), boxes(plan), vertices(plan, WrittenBy::technique)};
}

void standStill(const CpuInput& input) {
    const Geometry& geometry = input.mesh.model->geometry;
    const std::vector<uint32_t>& order = input.mesh.mesh.order;
    const auto out = input.buffers.at(CrowdBuffer::skinned, input.phase)
                         .mapped<gpu::PackedVertex>(0, input.instanceCount * order.size());
    for (size_t i = 0; i < out.size(); ++i) {
        const uint32_t v = order[i % order.size()];
        const glm::vec3& p = geometry.positions[v];
        const glm::vec4& tangent = geometry.tangents[v];
        out[i] = {p.x, p.y, p.z, gpu::packUnit(geometry.normals[v]),
                  gpu::packTangent(glm::vec3(tangent), tangent.w)};
    }
}

std::vector<std::string> cannot(const CostInput&, const CostCard&) {
    return {"Cannot move."};
}

}  // namespace

const Technique bindPose{
    .summary = "every vertex where the file has it",
    .heeds = {.blend = false, .influences = false, .palette = false},
    .buffers = buffers,
    .passStage = readsVertices,
    .animate = standStill,
    .cost = passesReadVertices,
    .cannot = cannot,
};

}  // namespace sinew::techniques
