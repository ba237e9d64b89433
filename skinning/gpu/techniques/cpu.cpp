// Techniques cpu-reference and cpu: the CPU skins, and vertices are all that the GPU gets.
#include "shaders/shared/palette.h"
#include "skinning/cpu/naive.h"
#include "skinning/cpu/skin.h"
#include "skinning/gpu/cost.h"
#include "skinning/gpu/crowd_mesh.h"
#include "skinning/gpu/stopwatch.h"
#include "skinning/gpu/techniques/cpu_input.h"
#include "skinning/gpu/techniques/rooms.h"
#include "skinning/injected_fault.h"

namespace sinew::techniques {
namespace {

BufferList buffers(const SkinPlan& plan) {
    return {poses(plan, false), boxes(plan), vertices(plan, WrittenBy::technique)};
}

/// Skins into the frame's upload memory.
template <typename Skin>
void skinInstances(const CpuInput& input, Skin&& skin) {
    const Stopwatch stopwatch;
    const CpuCrowd crowd{.count = input.instanceCount,
                         .objectFromJoint = input.objectFromJoint,
                         .morphWeights = input.morphWeights,
                         .boxes = input.boxes,
                         .listed = &input.listed};
    const uint64_t bytes = input.instanceCount * input.plan.skinnedBytes();
    skin(crowd, input.buffers.at(CrowdBuffer::skinned, input.phase).mapped<std::byte>(0, bytes));
    injected::slow(nameOf(Step::skin));
    input.statistics[Step::skin].addCpu(stopwatch.ms());
}

void skinWithReference(const CpuInput& input) {
    skinInstances(input, [&](const CpuCrowd& crowd, std::span<std::byte> out) {
        skinNaively(*input.mesh.model, input.mesh.mesh.order, crowd, input.plan.settings(), out);
    });
}

void skinOnAllCores(const CpuInput& input) {
    skinInstances(input, [&](const CpuCrowd& crowd, std::span<std::byte> out) {
        input.statistics.cpuWorkersMs +=
            input.mesh.cpuSkinner.skin(crowd, input.plan.settings(), out);
    });
}

void cost(const CostInput& input, CostCard& card) {
    cullCost(input.plan, card);
    passesReadVertices(input, card);
    const Model& model = *input.plan.model;
    const PaletteLayout& palette = input.plan.palette;
    const uint64_t entryBytes = palette.entryBytes + palette.normalBytes;
    const uint64_t entries = model.binds.size();
    card.cpu = {.read = bytesToSkin(input, {.entryBytes = entryBytes, .findsInfluences = false}) +
                        entries * (sizeof(gpu::Affine) + sizeof(gpu::BindEntry)),
                .written = entries * entryBytes + model.skeleton.size() * sizeof(gpu::Affine)};
}

constexpr const char* kSentAgain =
    "Cannot keep vertices on the GPU: all skinned vertices are uploaded in every frame.";

std::vector<std::string> cannot(const CostInput&, const CostCard& card) {
    return {kSentAgain, cannotShareVertices(card)};
}

std::vector<std::string> referenceCannot(const CostInput&, const CostCard& card) {
    return {kSentAgain, "Cannot use more than one core or SIMD, because it is the reference.",
            cannotShareVertices(card)};
}

constexpr Technique::Heeds kHeeds{.influences = false, .palette = false, .output = true};
constexpr Technique::Heeds kCullingHeeds{
    .influences = false, .palette = false, .output = true, .cull = true};

}  // namespace

const Technique cpuReference{
    .summary = "palette and skin on one CPU thread, scalar: the reference",
    .heeds = kHeeds,
    .posesOnCpu = true,
    .buffers = buffers,
    .passStage = readsVertices,
    .animate = skinWithReference,
    .cost = cost,
    .cannot = referenceCannot,
};

const Technique cpu{
    .summary = "palette and skin on all CPU cores, SIMD, into the frame's upload memory",
    .heeds = kCullingHeeds,
    .posesOnCpu = true,
    .buffers = buffers,
    .passStage = readsVertices,
    .animate = skinOnAllCores,
    .cost = cost,
    .cannot = cannot,
};

}  // namespace sinew::techniques
