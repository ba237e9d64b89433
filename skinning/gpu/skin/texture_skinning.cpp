// Method texture: clips are baked to a texture, from which the vertex stage of every pass skins.
// There is no pose step: a frame uploads the position of each instance in the baked clips.
#include <fmt/format.h>

#include <algorithm>

#include "shaders/shared/instance.h"
#include "shaders/shared/passes.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/crowd/skinned_crowd.h"
#include "skinning/gpu/frame/stopwatch.h"
#include "skinning/gpu/pose/gpu_clips.h"
#include "skinning/gpu/skin/cpu_input.h"
#include "skinning/gpu/skin/method_cost.h"
#include "skinning/gpu/skin/methods.h"
#include "skinning/injected_fault.h"

namespace sinew {
namespace {

class TextureSkinning final : public SkinningMethod {
public:
    TextureSkinning()
        : SkinningMethod(
              {.summary =
                   "clips baked to a texture, skinned from it in the vertex stage of every pass",
               .supports =
                   {.blend = false, .palette = false, .cull = true, .lod = true, .bake = true},
               .bakes = true,
               .passesSkin = true}) {}

    void require(const DeviceLimits&, const SkinChoice& wanted) const override {
        if (wanted.settings.blend == Blend::linear) return;
        throw std::runtime_error(fmt::format(
            "method {} supports only linear blending, because baked clips store matrices; "
            "try another method",
            methodName(wanted.method)));
    }

    PaletteLimit paletteLimit(const SkinPlan& plan) const override {
        const uint64_t side = plan.limits.imageSide;
        const uint64_t weightTexels = (plan.model->restMorphWeights.size() + 3) / 4;
        const uint64_t entries = (side - std::min(weightTexels, side)) / 3;
        const PaletteLimit limit = indexLimit(plan);
        if (limit.entries > 0 && limit.entries <= entries) return limit;
        return {entries, fmt::format("textures of {} texels per side, three per entry", side)};
    }

    BufferList buffers(const SkinPlan&) const override {
        return {{.name = "positions in baked clips",
                 .buffer = CrowdBuffer::bakedStates,
                 .bytes = sizeof(gpu::BakedState),
                 .writer = WrittenBy::cpuMethod}};
    }

    /// Writes the positions of instances in the baked clips.
    void update(const CpuInput& input) const override {
        const Stopwatch stopwatch;
        const auto states = input.buffers.at(CrowdBuffer::bakedStates, input.phase)
                                .mapped<gpu::BakedState>(0, input.instanceCount);
        for (uint32_t i = 0; i < input.instanceCount; ++i) {
            states[i] = bakedStateAt(*input.baked, input.requests[i]);
        }
        if (injected::wrong(methodName(input.plan.choice.method))) {
            for (gpu::BakedState& state : states) state.frame = 0;
        }
        input.statistics[Step::sample].addCpu(stopwatch.ms());
    }

    VertexStage passStage(const SkinPlan& plan) const override {
        return {"texture", plan.variant().constants()};
    }

    void bindPasses(const SkinnedCrowd& crowd, Moment moment,
                    std::span<Descriptor> buffers) const override {
        crowd.mesh().mesh.bindForSkinning(buffers);
        buffers[6] = crowd.buffers(moment.phase).bakedStates;
        buffers[7] = crowd.baked()->descriptor();
        buffers[SINEW_PASS_PREVIOUS] = crowd.previousBuffers(moment).bakedStates;
    }

    void cost(const CostInput& input, CostCard& card) const override {
        const BakeSettings& bake = input.plan.settings().bake;
        const uint64_t texel = bake.halfTexels ? sizeof(uint64_t) : sizeof(glm::vec4);
        // `frames`: the number of baked frames that are read for one value.
        const auto read = [&](uint64_t frames, bool readsDirections) {
            return bytesToSkin(input, {.entryBytes = 3 * texel * frames,
                                       .weightBytes = texel * frames,
                                       .directions = readsDirections}) +
                   sizeof(gpu::BakedState);
        };
        card.entryBytes = 3 * texel;
        const uint64_t frames = bake.interpolated ? 2 : 1;
        const bool directions = hasNormals(*input.plan.model);
        passesSkin(input, read(frames, directions), read(frames, false), card);
        card.readWhileFading = read(2 * frames, directions);
        try {
            card.bakedBytes =
                bytesOf(planBake(*input.plan.model, bake, input.plan.limits.imageSide));
        } catch (const std::runtime_error& error) {
            card.cannot.emplace_back(error.what());
        }
    }

    std::vector<std::string> cannot(const CostInput& input, const CostCard& card) const override {
        const BakeSettings& bake = input.plan.settings().bake;
        return {
            cannotHandVerticesOn(card),
            "Cannot play poses that are not baked: no physics, no inverse kinematics, no blending "
            "except a crossfade of two clips.",
            "Cannot play layers: masked and additive clips are ignored, because baked matrices "
            "include "
            "the parent joints of their own clip.",
            "Cannot attach objects to joints, because the CPU has no poses.",
            fmt::format(
                "Cannot be exact between {} baked frames a second: {}.", bake.framesPerSecond,
                bake.interpolated ? "matrices are interpolated" : "the preceding frame is shown"),
            "Cannot blend dual quaternions, because baked clips store matrices.",
        };
    }
};

}  // namespace

const SkinningMethod& methods::texture() {
    static const TextureSkinning method;
    return method;
}

}  // namespace sinew
