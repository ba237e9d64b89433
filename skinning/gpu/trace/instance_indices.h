// Indices from which acceleration structures are built if skinned vertices are in the order of the
// visible list. The GPU chooses the list and the levels of detail, so a kernel writes the indices
// of each instance in every frame.
#pragma once

#include "renderer/commands.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/gpu/trace/traceable.h"

namespace sinew {

class SkinnedCrowd;

/// Move-only.
class InstanceIndices {
public:
    /// Throws VulkanError (out of device memory).
    static InstanceIndices create(const Device& device, const SkinnedCrowd& crowd,
                                  const InstanceStructure& structure);

    uint64_t bytes() const;
    /// Returns the address of an instance's first index.
    VkDeviceAddress addressOf(uint32_t instance) const;

    void prepare(Kernels& kernels, const ShaderLibrary& shaders);
    /// Records the kernel, after the lists of the frame.
    void record(Commands& commands, const SkinnedCrowd& crowd, Moment moment) const;

private:
    Buffer ranges_;  // IndexRange per level and casting draw
    uint32_t rangeCount_ = 0;
    uint32_t indexCount_ = 0;  // per instance, as in full detail
    uint32_t instancesPerBuffer_ = 1;
    std::vector<Buffer> indices_;  // each in the range of a descriptor
    const Kernel* kernel_ = nullptr;
};

}  // namespace sinew
