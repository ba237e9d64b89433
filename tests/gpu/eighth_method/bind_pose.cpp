// A toy method: all vertices stay in bind pose. To add a method, this file and a row in methods.inc
// are enough.
#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/skin/cpu_input.h"
#include "skinning/gpu/skin/method_cost.h"
#include "skinning/gpu/skin/methods.h"

namespace sinew {
namespace {

class BindPose final : public SkinningMethod {
public:
    BindPose()
        : SkinningMethod({.summary = "every vertex where the file has it",
                          .supports = {.blend = false, .influences = false, .palette = false}}) {}

    BufferList buffers(const SkinPlan& plan) const override {
        return {skinnedVerticesRow(plan, WrittenBy::cpuMethod)};
    }

    void update(const CpuInput& input) const override {
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

    void cost(const CostInput& input, CostCard& card) const override {
        passesReadVertices(input, card);
    }

    std::vector<std::string> cannot(const CostInput&, const CostCard&) const override {
        return {"Cannot move."};
    }
};

}  // namespace

const SkinningMethod& methods::bindPose() {
    static const BindPose method;
    return method;
}

}  // namespace sinew
