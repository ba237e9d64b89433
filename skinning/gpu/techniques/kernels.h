// Compute and points pipelines of culling and of steps 3 to 6, by shader and constants.
#pragma once

#include <map>
#include <string_view>

#include "renderer/pipeline.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

/// The slot of a level of detail in a list.
constexpr uint32_t slotOf(uint32_t level, uint32_t list) {
    return level * SINEW_LIST_COUNT + list;
}
/// The last slot of list 0. Its end covers all levels of detail.
inline constexpr uint32_t kSlotOfAll = slotOf(SINEW_MAX_LEVELS - 1, SINEW_LIST_ANY);

/// The slot of the instances that a frame poses. With update rates, their count follows the ends of
/// lists, so that kernels read both by slot.
static_assert(SINEW_HEADER_DRAWN + SINEW_SLOT_WORKED == SINEW_HEADER_RATES + SINEW_RATE_WORKED);
constexpr uint32_t slotOfPosed(const SkinVariant& variant) {
    return variant.rates != 0 ? SINEW_SLOT_WORKED : kSlotOfAll;
}

/// Push constants of the kernels of steps 3 to 6 (shaders/work.glsl).
struct KernelPush {
    gpu::SkinConstants skin;
    uint32_t listSlot = 0;
};
static_assert(sizeof(KernelPush) <= 128, "what every Vulkan device offers");

/// A dispatch of one of those kernels for a page.
struct KernelDispatch {
    SkinVariant variant;
    KernelPush push;
    uint32_t threads = 1;  // for each tile of instances
    uint32_t tile = 1;     // instances

    /// From which culling writes its arguments.
    gpu::CallEntry call() const { return {push.listSlot, SINEW_CALL_DISPATCH, threads, tile}; }
};

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

    /// Binds the kernel and the page's sets, and dispatches it: for all instances of the page or,
    /// if it is culled, with the arguments of its `call`-th call.
    void dispatch(VkCommandBuffer commands, std::string_view shader, const KernelDispatch& work,
                  const StepPage& page, uint32_t call, FrameStatistics& statistics) const;

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
