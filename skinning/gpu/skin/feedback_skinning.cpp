// Method feedback: palettes in compute, then a points pass whose vertices transform feedback
// captures into the shared vertex buffer.
#include <fmt/format.h>

#include "renderer/pipeline.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/variant.h"
#include "skinning/gpu/crowd/crowd_dispatch.h"
#include "skinning/gpu/crowd/crowd_rows.h"
#include "skinning/gpu/crowd/gpu_mesh.h"
#include "skinning/gpu/skin/method_cost.h"
#include "skinning/gpu/skin/methods.h"
#include "skinning/gpu/skin/palette_skinning.h"

namespace sinew {
namespace {

class FeedbackSkinning final : public PaletteSkinning {
public:
    FeedbackSkinning()
        : PaletteSkinning(
              {.summary = "palette in compute, skin once in a points pass with transform feedback",
               .supports = {.output = true, .poses = true, .cull = true, .lod = true, .rate = true},
               .palettesOnGpu = true,
               .skinsInOrder = true,
               .skinWrites = access::kFeedbackWrite}) {}

    void require(const DeviceLimits& limits, const SkinChoice& wanted) const override {
        if (limits.feedbackBytes > 0) return;
        throw std::runtime_error(
            fmt::format("method {} is unsupported: '{}' lacks VK_EXT_transform_feedback; try {}",
                        methodName(wanted.method), limits.name, methodName(Method::compute)));
    }

    uint64_t largestBuffer(const DeviceLimits& limits) const override {
        return std::min(limits.storageBytes, limits.feedbackBytes);
    }

    BufferList buffers(const SkinPlan& plan) const override {
        BufferList rows = paletteRows(plan);
        rows.push_back(skinnedVerticesRow(plan, WrittenBy::gpu,
                                          VK_BUFFER_USAGE_TRANSFORM_FEEDBACK_BUFFER_BIT_EXT));
        return rows;
    }

    MethodKernels kernels(Kernels& kernels, const ShaderLibrary& shaders,
                          const SkinnedCrowd& crowd) const override {
        MethodKernels result = PaletteSkinning::kernels(kernels, shaders, crowd);
        const SkinVariant variant = crowd.plan().variant();
        const std::string_view shader =
            crowd.plan().compact() ? "feedback.compact.vert" : "feedback.full.vert";
        result.skin = {&kernels.points(shaders, shader, variant.constants())};
        return result;
    }

    /// Computes skinned vertices from mesh vertices, influences and palettes. Records one draw, or
    /// one for each level of detail: a point for every vertex of every instance, captured in this
    /// order.
    void recordSkinning(Commands& commands, const SkinnedCrowd& crowd,
                        Moment moment) const override {
        const GpuMesh& mesh = crowd.mesh().mesh;
        const FrameBuffers buffers = crowd.buffers(moment.phase);
        const Kernel& kernel = *crowd.kernels().method.skin.front();
        const VkBuffer vertices = buffers.skinned.get();
        const VkDeviceSize offset = 0, size = buffers.skinned.bytes();
        beginPoints(commands);
        commands.bind(
            kernel, {mesh.vertices, mesh.influences, mesh.morphOffsets, mesh.morphDeltas,
                     buffers.morphWeights, buffers.normalPalettes, buffers.palettes,
                     buffers.palettes, mesh.influenceOffsets, buffers.visibleLists, buffers.boxes});
        commands.push(kernel, crowd.constants());
        vkCmdBindTransformFeedbackBuffersEXT(commands, 0, 1, &vertices, &offset, &size);
        vkCmdBeginTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        if (const Culling* culling = crowd.culling()) {
            const uint32_t first = culling->indirectTemplates().steps[indexOf(CrowdStep::skin)];
            for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
                vkCmdDrawIndirect(commands, culling->arguments().get(),
                                  argumentOffset(first + level), 1, kArgumentBytes);
                ++commands.pointDraws;
            }
        } else {
            vkCmdDraw(commands, crowd.constants().vertexCount, crowd.range().instanceCount, 0, 0);
            ++commands.pointDraws;
        }
        vkCmdEndTransformFeedbackEXT(commands, 0, 0, nullptr, nullptr);
        vkCmdEndRendering(commands);
    }

    std::vector<gpu::IndirectTemplate> skinTemplates(const SkinnedCrowd& crowd) const override {
        std::vector<gpu::IndirectTemplate> indirectTemplates;
        for (uint32_t level = 0; level < crowd.levels().size(); ++level) {
            indirectTemplates.push_back({slotOf(level, SINEW_LIST_ANY), SINEW_CALL_DRAW,
                                         crowd.levels()[level].vertexCount, 0});
        }
        return indirectTemplates;
    }

    void cost(const CostInput& input, CostCard& card) const override {
        paletteCost(input, card);
        skinCost(input, true, card);
        card.pointDraws = 1;
        passesReadVertices(input, card);
    }

    std::vector<std::string> cannot(const CostInput&, const CostCard& card) const override {
        return {"Cannot run without VK_EXT_transform_feedback, which is optional.",
                cannotShareVertices(card)};
    }
};

}  // namespace

const SkinningMethod& methods::feedback() {
    static const FeedbackSkinning method;
    return method;
}

}  // namespace sinew
