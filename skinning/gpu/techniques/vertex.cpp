// Techniques vertex and vertex-uniform: palettes in compute, skinning in the vertex stage of every
// pass. The palettes of the second lie in a uniform buffer, which holds only so many joints.
#include <fmt/format.h>

#include <algorithm>

#include "skinning/gpu/cost.h"
#include "skinning/gpu/techniques/rooms.h"

namespace sinew::techniques {
namespace {

PassStage fromStorage(const SkinPlan& plan) {
    return skinsFromPalettes(plan, "palette");
}

PassStage fromUniform(const SkinPlan& plan) {
    return skinsFromPalettes(plan, "uniform");
}

void cost(const CostInput& input, CostCard& card) {
    const PaletteLayout& palette = input.plan.palette;
    cullCost(input.plan, card);
    paletteCost(input, card);
    passesSkin(input, bytesToSkin(input, {.entryBytes = palette.entryBytes + palette.normalBytes}),
               bytesToSkin(input, {.entryBytes = palette.entryBytes, .directions = false}), card);
}

std::vector<std::string> cannot(const CostInput&, const CostCard& card) {
    return {cannotHandVerticesOn(card)};
}

/// An instance's palette begins where a uniform range may begin, and a range holds whole instances.
void layInRanges(SkinPlan& plan) {
    const DeviceLimits::Uniform& uniform = plan.limits.uniform;
    PaletteLayout& layout = plan.palette;
    while (layout.stride * layout.entryBytes % uniform.alignment != 0) ++layout.stride;
    const uint32_t instanceBytes = layout.stride * layout.entryBytes;
    layout.runInstances = std::max(uniform.usableBytes() / instanceBytes, 1u);
    layout.rangeBytes = layout.runInstances * instanceBytes;
}

BufferList uniformBuffers(const SkinPlan& plan) {
    BufferList list = paletteBuffers(plan);
    for (BufferRow& row : list) {
        const bool palettes = row.buffer == CrowdBuffer::palettes;
        if (!palettes && row.buffer != CrowdBuffer::normalPalettes) continue;
        row.runInstances = plan.palette.runInstances;
        if (palettes) row.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
    }
    return list;
}

JointLimit uniformLimit(const SkinPlan& plan) {
    const DeviceLimits::Uniform& uniform = plan.limits.uniform;
    JointLimit limit = influenceLimit(plan);
    const auto lower = [&](uint64_t entries, std::string because) {
        if (limit.entries == 0 || entries < limit.entries) limit = {entries, std::move(because)};
    };
    lower(uniform.usableBytes() / plan.palette.entryBytes,
          fmt::format("uniform range of {} bytes, {} per entry", uniform.rangeBytes,
                      plan.palette.entryBytes));
    if (plan.settings().jointLimit > 0)
        lower(plan.settings().jointLimit, "setting of the joint limit");
    return limit;
}

/// A model with more joints than a uniform range holds is skinned by the CPU.
std::optional<Resolution> standIn(const SkinPlan& plan) {
    const uint32_t fits = plan.limits.uniform.usableBytes() / plan.palette.entryBytes;
    const uint32_t byHand = plan.settings().jointLimit;
    const uint32_t limit = byHand > 0 ? std::min(byHand, fits) : fits;
    if (plan.model->binds.size() <= limit) return std::nullopt;
    return Resolution{
        {Method::cpu, {}},
        fmt::format("{} has {} palette entries and {} allows {}: skinned by {} instead",
                    plan.model->name, plan.model->binds.size(),
                    limit < fits ? "the joint limit setting"
                                 : fmt::format("the device's uniform range of {} bytes",
                                               plan.limits.uniform.rangeBytes),
                    limit, methodName(Method::cpu))};
}

std::vector<std::string> uniformCannot(const CostInput& input, const CostCard& card) {
    return {cannotHandVerticesOn(card),
            fmt::format("Cannot draw a crowd in one draw: one draw for {} instances.",
                        input.plan.palette.runInstances)};
}

}  // namespace

const Technique vertex{
    .summary = "palette in compute, skin in the vertex stage of every pass",
    .heeds = {.poses = true, .cull = true, .lod = true, .rate = true},
    .posesOnGpu = true,
    .passesSkin = true,
    .jointLimit = influenceLimit,
    .buffers = paletteBuffers,
    .passStage = fromStorage,
    .palette = &kPalette,
    .cost = cost,
    .cannot = cannot,
};

const Technique vertexUniform{
    .summary =
        "palette in compute, skin in the vertex stage from a uniform buffer with a joint limit",
    .heeds = {.poses = true, .jointLimit = true},
    .posesOnGpu = true,
    .passesSkin = true,
    .standIn = standIn,
    .jointLimit = uniformLimit,
    .layPalettes = layInRanges,
    .buffers = uniformBuffers,
    .passStage = fromUniform,
    .palette = &kPalette,
    .cost = cost,
    .cannot = uniformCannot,
};

}  // namespace sinew::techniques
