// The pipelines of steps 5 and 6, by shader and constants, each made once.
#pragma once

#include <map>
#include <string_view>

#include "renderer/pipeline.h"
#include "skinning/gpu/techniques/technique.h"

namespace sinew {

/// Move-only.
class Kernels {
public:
    struct Limits {
        uint32_t groupsX = 0;  // of a dispatch
        uint32_t groupsY = 0;
        bool isCpu = false;
    };
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
    };
    Bound bind(VkCommandBuffer commands, std::string_view shader, const SkinVariant& variant) const;

    const Limits& limits() const { return limits_; }

private:
    struct Kernel {
        Pipeline pipeline;
        VkPipelineLayout layout = VK_NULL_HANDLE;
        bool computes = true;
    };
    VkPipelineLayout layoutOf(const StreamSets& sets, VkShaderStageFlags stage);

    const Device* device_ = nullptr;
    Limits limits_;
    std::map<StreamSets, PipelineLayout> layouts_;
    std::map<std::pair<std::string_view, SkinVariant>, Kernel> kernels_;
};

}  // namespace sinew
