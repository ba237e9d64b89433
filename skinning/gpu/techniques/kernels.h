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

/// Of those that a frame poses.
constexpr uint32_t slotOfPosed(const SkinVariant& variant) {
    return variant.rates != 0 ? SINEW_SLOT_WORKED : kSlotOfAll;
}

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

        void page(const StepPage& page) const;
        void push(const gpu::SkinConstants& constants) const;
        /// A dispatch: `entry` says of how many groups for the whole page. Of a culled crowd it is
        /// the `index`-th call of the step, whose arguments the GPU made of the same entry.
        void dispatch(const StepPage& page, const gpu::CallEntry& entry, uint32_t index) const;
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
