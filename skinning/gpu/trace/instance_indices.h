// Indices from which acceleration structures are built if skinned vertices are in the order of the
// visible list. The GPU chooses the list and the levels of detail, so a kernel writes the indices
// of each instance in every frame.
#pragma once

#include "renderer/acceleration.h"
#include "renderer/commands.h"
#include "skinning/gpu/crowd/skinned_crowd.h"

namespace sinew {

/// Move-only.
class InstanceIndices {
public:
    /// `casting` has the indices of the draws that cast shadows. Throws VulkanError (out of device
    /// memory).
    static InstanceIndices create(const Device& device, const SkinnedCrowd& crowd,
                                  std::span<const uint32_t> casting);

    /// Returns the number of indices per instance, which is that of full detail.
    static uint32_t countOf(const SkinnedCrowd& crowd, std::span<const uint32_t> casting);
    uint64_t bytes() const;
    /// Returns the address of an instance's first index.
    VkDeviceAddress addressOf(uint32_t instance) const;

    void prepare(Kernels& kernels, const ShaderLibrary& shaders);
    /// Records the kernel, after the lists of the frame.
    void record(Commands& commands, const SkinnedCrowd& crowd, Moment moment) const;

private:
    Buffer ranges_;  // IndexRange per level and casting draw
    uint32_t rangeCount_ = 0;
    uint32_t indexCount_ = 0;
    uint32_t instancesPerBuffer_ = 1;
    std::vector<Buffer> indices_;  // each in the range of a descriptor
    const Kernel* kernel_ = nullptr;
};

}  // namespace sinew
