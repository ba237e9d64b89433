// Methods vertex and vertex-uniform: palettes in compute, skinning in the vertex stage of every
// pass. vertex-uniform reads palettes from a uniform buffer, whose range limits the number of
// joints.
#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/passes.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/skin/method_cost.h"
#include "skinning/gpu/skin/methods.h"
#include "skinning/gpu/skin/palette_skinning.h"

namespace sinew {
namespace {

class VertexSkinning : public PaletteSkinning {
public:
    VertexSkinning()
        : VertexSkinning({.summary = "palette in compute, skin in the vertex stage of every pass",
                          .supports = {.poses = true, .cull = true, .lod = true, .rate = true},
                          .palettesOnGpu = true,
                          .passesSkin = true}) {}

    VertexStage passStage(const SkinPlan& plan) const override {
        return {"palette", plan.variant().constants()};
    }

    void bindPasses(const SkinnedCrowd& crowd, Moment moment,
                    std::span<Descriptor> buffers) const override {
        const FrameBuffers now = crowd.buffers(moment.phase),
                           before = crowd.previousBuffers(moment);
        // With uniform ranges, the descriptor covers one range, and each draw adds an offset.
        const uint32_t rangeBytes = crowd.plan().palette.rangeBytes;
        const auto palettes = [&](const FrameBuffers& of) {
            return rangeBytes > 0 ? Descriptor(of.palettes, 0, rangeBytes)
                                  : Descriptor(of.palettes);
        };
        crowd.mesh().mesh.bindForSkinning(buffers);
        buffers[4] = now.morphWeights;
        buffers[5] = now.normalPalettes;
        buffers[6] = palettes(now);
        buffers[7] = now.palettes;  // as texels
        buffers[SINEW_PASS_PREVIOUS] = before.morphWeights;
        buffers[SINEW_PASS_PREVIOUS + 1] = palettes(before);
        buffers[SINEW_PASS_PREVIOUS + 2] = before.palettes;
    }

    void cost(const CostInput& input, CostCard& card) const override {
        const PaletteLayout& palette = input.plan.palette;
        paletteCost(input, card);
        passesSkin(input,
                   bytesToSkin(input, {.entryBytes = palette.bytesAnEntry(),
                                       .directions = hasNormals(*input.plan.model)}),
                   bytesToSkin(input, {.entryBytes = palette.entryBytes, .directions = false}),
                   card);
    }

    std::vector<std::string> cannot(const CostInput&, const CostCard& card) const override {
        return {cannotHandVerticesOn(card)};
    }

protected:
    explicit VertexSkinning(const MethodFacts& ofMethod) : PaletteSkinning(ofMethod) {}
};

class UniformVertexSkinning final : public VertexSkinning {
public:
    UniformVertexSkinning()
        : VertexSkinning({.summary = "palette in compute, skin in the vertex stage from a uniform "
                                     "buffer with a joint limit",
                          .supports = {.poses = true, .paletteLimit = true},
                          .palettesOnGpu = true,
                          .passesSkin = true}) {}

    /// A model with more palette entries than a uniform range holds is skinned by the CPU.
    std::optional<Resolution> fallback(const SkinPlan& plan) const override {
        const uint32_t fits = plan.limits.uniform.usableBytes() / plan.palette.entryBytes;
        const uint32_t byHand = plan.settings().paletteLimit;
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

    PaletteLimit paletteLimit(const SkinPlan& plan) const override {
        const DeviceLimits::Uniform& uniform = plan.limits.uniform;
        PaletteLimit limit = indexLimit(plan);
        const auto lower = [&](uint64_t entries, std::string because) {
            if (limit.entries == 0 || entries < limit.entries)
                limit = {entries, std::move(because)};
        };
        lower(uniform.usableBytes() / plan.palette.entryBytes,
              fmt::format("uniform range of {} bytes, {} per entry", uniform.rangeBytes,
                          plan.palette.entryBytes));
        if (plan.settings().paletteLimit > 0) {
            lower(plan.settings().paletteLimit, "setting of the joint limit");
        }
        return limit;
    }

    /// Aligns each instance's palette so that a uniform range can begin at it. A range holds entire
    /// instances. If only one palette fits, its padding may be outside of the range.
    void layPalettes(SkinPlan& plan) const override {
        const DeviceLimits::Uniform& uniform = plan.limits.uniform;
        PaletteLayout& layout = plan.palette;
        while (layout.stride * layout.entryBytes % uniform.alignment != 0) ++layout.stride;
        const uint32_t instanceBytes = layout.stride * layout.entryBytes;
        layout.instancesPerRange = std::max(uniform.usableBytes() / instanceBytes, 1u);
        layout.rangeBytes =
            std::min(layout.instancesPerRange * instanceBytes, uniform.usableBytes());
    }

    BufferList buffers(const SkinPlan& plan) const override {
        BufferList rows = paletteRows(plan);
        for (BufferRow& row : rows) {
            const bool palettes = row.buffer == CrowdBuffer::palettes;
            if (!palettes && row.buffer != CrowdBuffer::normalPalettes) continue;
            row.instanceMultiple = plan.palette.instancesPerRange;
            if (palettes) row.usage = VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT;
        }
        return rows;
    }

    VertexStage passStage(const SkinPlan& plan) const override {
        SkinVariant variant = plan.variant();
        variant.uniformWords = plan.palette.rangeBytes / 16;
        return {"uniform", variant.constants()};
    }

    std::vector<std::string> cannot(const CostInput& input, const CostCard& card) const override {
        return {cannotHandVerticesOn(card),
                fmt::format("Cannot draw a crowd in one draw: one draw for {} instances.",
                            input.plan.palette.instancesPerRange)};
    }
};

}  // namespace

const SkinningMethod& methods::vertex() {
    static const VertexSkinning method;
    return method;
}

const SkinningMethod& methods::vertexUniform() {
    static const UniformVertexSkinning method;
    return method;
}

}  // namespace sinew
