// Where kernels write: runs of instances that fit a buffer, in memory that all kernels use in turn.
#pragma once

#include <span>

#include "renderer/pipeline.h"
#include "renderer/resources.h"

namespace sinew {

/// Instances whose palettes lie in one buffer, and whose vertices fit one.
struct OutputRun {
    size_t page = 0;             // which buffer of palettes
    uint32_t firstOfPage = 0;    // the run's first instance in that buffer
    uint32_t firstInstance = 0;  // in the crowd
    uint32_t instanceCount = 0;
};

/// Bytes of a buffer that holds streams of `written` bytes a vertex each, for so many vertices.
uint64_t outputBytes(std::span<const uint32_t> written, uint64_t vertices);
/// Where each of them begins: every device can bind a storage buffer there.
std::vector<uint64_t> outputOffsets(std::span<const uint32_t> written, uint64_t vertices);

/// Cuts pages of `pageInstances` into runs; run i writes into the i-th buffer. Throws
/// std::runtime_error with both sizes where one instance is larger than a buffer may be.
std::vector<OutputRun> outputRuns(const Device& device, std::span<const uint32_t> written,
                                  uint32_t vertexCount, std::span<const uint32_t> pageInstances);

/// Buffers that every kernel writes its runs into, one kernel after the other.
class SharedOutput {
public:
    /// Makes room for these runs; before create.
    void plan(std::span<const OutputRun> runs, std::span<const uint32_t> written,
              uint32_t vertexCount);
    uint64_t bytes() const;
    /// Throws VulkanError as Buffer::create does.
    void create(const Device& device);
    const Buffer& operator[](size_t run) const { return buffers_[run]; }

private:
    std::vector<uint64_t> sizes_;
    std::vector<Buffer> buffers_;
};

/// Bindings and constants of the kernels in shaders/peers.
struct PeerLayouts {
    static PeerLayouts create(const Device& device);
    SetLayout set;
    PipelineLayout pipeline;
};

/// A range of a buffer at a binding.
struct BoundRange {
    uint32_t binding = 0;
    VkDescriptorBufferInfo range;
};
void writeRanges(const Device& device, VkDescriptorSet set, std::span<const BoundRange> ranges);

}  // namespace sinew
