// Where kernels write: runs of instances that fit a buffer, in memory that all kernels use in turn.
#pragma once

#include <span>

#include "renderer/pipeline.h"
#include "renderer/resources.h"

namespace sinew {

/// Instances whose palettes lie in one buffer, and whose vertices fit one.
struct OutputRun {
    size_t group = 0;            // whose palettes are read
    uint32_t firstInGroup = 0;   // the run's first instance in it
    uint32_t firstInstance = 0;  // among all instances
    uint32_t instanceCount = 0;
};

/// Bytes of a buffer that holds streams of `written` bytes a vertex each, for so many vertices.
uint64_t outputBytes(std::span<const uint32_t> written, uint64_t vertices);
/// Where each of them begins: every device can bind a storage buffer there.
std::vector<uint64_t> outputOffsets(std::span<const uint32_t> written, uint64_t vertices);

/// Cuts groups of `groupInstances` into runs; run i writes into the i-th buffer. Throws
/// std::runtime_error with both sizes where one instance is larger than a buffer may be.
std::vector<OutputRun> outputRuns(const Device& device, std::span<const uint32_t> written,
                                  uint32_t vertexCount, std::span<const uint32_t> groupInstances);

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

}  // namespace sinew
