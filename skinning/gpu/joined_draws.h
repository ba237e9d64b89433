// The whole surfaces of several models, drawn together by the passes of depth alone: shadow and
// prepass.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "skinning/gpu/bundled_page.h"
#include "skinning/gpu/techniques/kernels.h"

namespace sinew {

/// Draws of crowds that are skinned before the passes, those of a bundle in one call where they are
/// drawn in one way. Nothing of a frame that shows one model, nor on a device that
/// does not tell a stage which draw of a call it is of. Move-only; lives and goes with the crowds.
class JoinedDraws {
public:
    /// Copies the indices of the models and waits. Throws VulkanError (out of device memory).
    static JoinedDraws create(const Device& device, StreamLayouts& layouts,
                              std::span<const Crowds* const> crowds, size_t way);

    /// A batch is what these draw of a bundle.
    struct Drawn {
        const VertexStage& stage;
        const Batch& batch;
    };
    size_t count() const { return groups_.size(); }
    Drawn drawn(size_t i, uint32_t phase) const {
        return {groups_[i].stage, groups_[i].batches[phase]};
    }
    /// Whether the crowd's whole surfaces are among these.
    bool have(const SkinnedCrowd& crowd) const { return !groups_.empty() && isJoined(crowd); }

    /// Of culled crowds: the kernel that makes the arguments, of the ends of lists; prepared
    /// outside the frame.
    void prepare(Kernels& kernels, const ShaderLibrary& shaders) const;
    void record(VkCommandBuffer commands, const Kernels& kernels, uint32_t phase,
                FrameStatistics& statistics) const;
    /// Adds what the kernel writes.
    void nameArguments(uint32_t phase, std::vector<VkBuffer>& names) const;

private:
    /// Of one bundle and vertex stage.
    struct Group {
        VertexStage stage;
        std::vector<Draw> draws;  // those that one call can draw follow each other
        std::vector<DrawMaterial> materials;
        Buffer indices;
        Buffer table;  // gpu::JoinedDraw, one a draw
        // Of culled crowds for each list that passes draw.
        std::vector<Buffer> arguments;
        VkDescriptorSet mesh = VK_NULL_HANDLE;  // of the kernel
        std::array<VkDescriptorSet, kPhases> kernel{};
        std::array<Batch, kPhases> batches;
    };
    static bool isJoined(const SkinnedCrowd& crowd);
    class Maker;

    std::vector<Group> groups_;
    StreamSets kernelLayouts_;
    DescriptorPool pool_;
};

}  // namespace sinew
