// What kernels do for the crowds of a frame, for all of them at once: dispatches whose number does
// not depend on that of the crowds.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "skinning/gpu/joined_draws.h"
#include "skinning/gpu/techniques/kernels.h"

namespace sinew {

/// The buffers that one step of a frame writes and the next one reads, of all crowds, each once.
/// Empty where there are none of a kind.
struct SkinBuffers {
    // pose -> palette, and morph weights -> skin; where the GPU makes them
    std::vector<VkBuffer> poses;
    std::vector<VkBuffer> boxes;  // around those -> cull, skin and the passes
    // cull -> lists, and lists -> all that works on them; where crowds are culled
    std::vector<VkBuffer> seen;
    std::vector<VkBuffer> lists;
    std::vector<VkBuffer> counts;  // lists -> the CPU
    // palette -> skin, or the passes; those for normals included
    std::vector<VkBuffer> palettes;
    std::vector<VkBuffer> vertices;  // skin -> the passes
};

/// The dispatches of the steps pose, boxes, palette and skin for crowds that are skinned in one
/// way. Pages in one bundle share a dispatch where they share a pipeline. Move-only; lives and goes
/// with the crowds.
class KernelWork {
public:
    enum class Kernel : uint8_t { pose, boxes, palette, skin };

    /// `crowds`: of several models; `way`: which of their ways. Copies what kernels read of the
    /// models, where several share it, and waits. Throws VulkanError (out of device memory).
    static KernelWork create(const Device& device, StreamLayouts& layouts,
                             std::span<const Crowds* const> crowds, size_t way);

    bool has(Kernel kernel) const { return !stepOf(kernel).calls.empty(); }
    /// SkinPlan::cullRounds, the most that a crowd has.
    size_t cullRounds() const { return cullRounds_; }
    /// Makes the pipelines; before recording, outside the frame.
    void prepare(Kernels& kernels, const ShaderLibrary& shaders) const;
    void record(VkCommandBuffer commands, const Kernels& kernels, Kernel kernel, uint32_t phase,
                FrameStatistics& statistics) const;
    /// What the passes of depth draw of several models at once.
    const JoinedDraws& draws() const { return draws_; }
    /// Of culled crowds: the arguments of all dispatches, of the ends of lists.
    void recordCalls(VkCommandBuffer commands, const Kernels& kernels, uint32_t phase,
                     FrameStatistics& statistics) const;

    const SkinBuffers& buffers(uint32_t phase) const { return buffers_[phase]; }

    /// What the skin steps write with, where anybody has one on the GPU.
    Access skinWrites() const { return skinWrites_; }
    bool skins() const { return skinWrites_.stage != 0; }

private:
    static constexpr size_t kKernels = 4;

    struct Sets {
        VkDescriptorSet mesh = VK_NULL_HANDLE;
        std::array<VkDescriptorSet, kPhases> crowd{};
    };
    /// A dispatch.
    struct Call {
        SkinVariant variant;
        KernelPush push;
        uint32_t groups = 0;                  // where all instances are worked for
        VkBuffer arguments = VK_NULL_HANDLE;  // where those of a list are
        VkDeviceSize argument = 0;
        size_t bundle = 0;  // index into sets
    };
    struct StepWork {
        std::string_view shader;
        StreamSets layouts;
        std::vector<Sets> sets;  // of each bundle
        std::vector<Call> calls;
    };
    /// What pages that share buffers have beside them.
    struct Bundle {
        std::vector<std::pair<uint32_t, Buffer>> models;  // copies for several, by SINEW_BINDING_*
        Buffer items;
        Buffer itemEnds;
        Buffer dispatches;  // of culled crowds, and their arguments
        Buffer arguments;
        uint32_t dispatchCount = 0;
        Sets sets;  // of calls.comp
    };
    friend class WorkMaker;

    const StepWork& stepOf(Kernel kernel) const { return steps_[static_cast<size_t>(kernel)]; }

    std::array<StepWork, kKernels> steps_;
    std::vector<Bundle> bundles_;
    JoinedDraws draws_;
    StreamSets callLayouts_;
    size_t cullRounds_ = 0;
    Access skinWrites_;
    std::array<SkinBuffers, kPhases> buffers_;
    std::vector<Buffer> wholes_;  // whose texels are bound
    DescriptorPool pool_;
};

}  // namespace sinew
