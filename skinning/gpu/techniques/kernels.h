// The pipelines of steps 5 and 6, by shader and constants, each made once.
#pragma once

#include <map>
#include <string_view>

#include "renderer/pipeline.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

/// Of a level of detail in a list.
constexpr uint32_t slotOf(uint32_t level, uint32_t list) {
    return level * SINEW_LIST_COUNT + list;
}
/// Of all levels of the first list: dispatches work for all up to a slot.
inline constexpr uint32_t kSlotOfAll = slotOf(SINEW_MAX_LEVELS - 1, SINEW_LIST_ANY);

/// Of those that a frame poses. Their number stands behind the ends that calls.comp reads by slot.
static_assert(SINEW_HEADER_DRAWN + SINEW_SLOT_WORKED == SINEW_HEADER_RATES + SINEW_RATE_WORKED);
constexpr uint32_t slotOfPosed(const SkinVariant& variant) {
    return variant.rates != 0 ? SINEW_SLOT_WORKED : kSlotOfAll;
}

/// Push constants of kernels that work for several pages at once.
struct KernelPush {
    gpu::SkinConstants skin;  // where the dispatch has one item
    gpu::Dispatch dispatch;
};
static_assert(sizeof(KernelPush) <= 128, "what every Vulkan device offers");

/// Move-only.
class Kernels {
public:
    static Kernels create(const Device& device);

    /// Makes a pipeline where it is not there yet; before recording, outside the frame. Shader
    /// names are literals.
    void prepareCompute(const ShaderLibrary& shaders, std::string_view shader,
                        const StreamSets& layouts, const SkinVariant& variant);
    /// A pipeline of points that are not rasterised.
    void preparePoints(const ShaderLibrary& shaders, std::string_view shader,
                       const StreamSets& layouts, const SkinVariant& variant);

    /// A pipeline that is bound.
    struct Bound {
        VkCommandBuffer commands;
        VkPipelineLayout layout;
        VkPipelineBindPoint point;
        VkShaderStageFlags stage;

        void sets(VkDescriptorSet mesh, VkDescriptorSet crowd) const;
        template <typename Constants>
        void push(const Constants& constants) const {
            vkCmdPushConstants(commands, layout, stage, 0, sizeof(constants), &constants);
        }
    };
    Bound bind(VkCommandBuffer commands, std::string_view shader, const SkinVariant& variant) const;

    const GroupLimits& limits() const { return limits_; }

private:
    struct Kernel {
        Pipeline pipeline;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        bool computes = true;
    };
    VkPipelineLayout layoutOf(const StreamSets& sets, VkShaderStageFlags stage);

    const Device* device_ = nullptr;
    GroupLimits limits_;
    std::map<StreamSets, PipelineLayout> layouts_;
    std::map<std::pair<std::string_view, SkinVariant>, Kernel> kernels_;
};

}  // namespace sinew
