// Methods cpu-reference and cpu: the CPU skins, and the GPU reads skinned vertices only.
#include "shaders/shared/palette.h"
#include "skinning/cpu/naive.h"
#include "skinning/cpu/skin.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/gpu/skin/cpu_input.h"
#include "skinning/gpu/skin/method_cost.h"
#include "skinning/gpu/skin/methods.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

/// Computes skinned vertices from joint matrices and morph weights, in the frame's upload memory.
class CpuSkinning : public SkinningMethod {
public:
    CpuSkinning()
        : CpuSkinning(
              {.summary = "palette and skin on all CPU cores, SIMD, into the frame's upload memory",
               .supports = {.influences = false, .palette = false, .output = true, .cull = true},
               .posesOnCpu = true}) {}

    BufferList buffers(const SkinPlan& plan) const override {
        return {skinnedVerticesRow(plan, WrittenBy::cpuMethod)};
    }

    void update(const CpuInput& input) const override {
        const Stopwatch stopwatch;
        const CpuCrowd crowd{.count = input.instanceCount,
                             .objectFromJoint = input.objectFromJoint,
                             .morphWeights = input.morphWeights,
                             .boxes = input.boxes,
                             .listed = &input.listed};
        const uint64_t bytes = input.instanceCount * input.plan.skinnedBytes();
        skin(input, crowd,
             input.buffers.at(CrowdBuffer::skinned, input.phase).mapped<std::byte>(0, bytes));
        injected::slow(nameOf(Step::skin));
        input.statistics[Step::skin].addCpu(stopwatch.ms());
    }

    void cost(const CostInput& input, CostCard& card) const override {
        passesReadVertices(input, card);
        const Model& model = *input.plan.model;
        const PaletteLayout& palette = input.plan.palette;
        const uint64_t entryBytes = palette.bytesAnEntry();
        const uint64_t entries = model.binds.size();
        card.cpu = {
            .read = bytesToSkin(input, {.entryBytes = entryBytes, .findsInfluences = false}) +
                    entries * (sizeof(gpu::Affine) + sizeof(gpu::BindEntry)),
            .written = entries * entryBytes + model.skeleton.size() * sizeof(gpu::Affine)};
    }

    std::vector<std::string> cannot(const CostInput&, const CostCard& card) const override {
        return {kUploads, cannotShareVertices(card)};
    }

protected:
    explicit CpuSkinning(const MethodFacts& ofMethod) : SkinningMethod(ofMethod) {}
    virtual void skin(const CpuInput& input, const CpuCrowd& crowd,
                      std::span<std::byte> out) const {
        input.statistics.cpuWorkersMs +=
            input.mesh.cpuSkinner.skin(crowd, input.plan.settings(), out);
    }

    static constexpr const char* kUploads =
        "Cannot keep vertices on the GPU: all skinned vertices are uploaded in every frame.";
};

class ReferenceSkinning final : public CpuSkinning {
public:
    ReferenceSkinning()
        : CpuSkinning({.summary = "palette and skin on one CPU thread, scalar: the reference",
                       .supports = {.influences = false, .palette = false, .output = true},
                       .posesOnCpu = true}) {}

    std::vector<std::string> cannot(const CostInput&, const CostCard& card) const override {
        return {kUploads, "Cannot use more than one core or SIMD, because it is the reference.",
                cannotShareVertices(card)};
    }

private:
    void skin(const CpuInput& input, const CpuCrowd& crowd,
              std::span<std::byte> out) const override {
        skinNaively(*input.mesh.model, input.mesh.mesh.order, crowd, input.plan.settings(), out);
    }
};

}  // namespace

const SkinningMethod& methods::cpu() {
    static const CpuSkinning method;
    return method;
}

const SkinningMethod& methods::cpuReference() {
    static const ReferenceSkinning method;
    return method;
}

}  // namespace sinew
