// Output buffers that all kernels share, and runs of instances that fit one buffer.
#pragma once

#include <span>

#include "renderer/pipeline.h"
#include "renderer/resources.h"

namespace sinew {

/// Instances whose palettes are in one buffer and whose vertices fit one buffer.
struct OutputRun {
    size_t group = 0;
    uint32_t firstInGroup = 0;
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;
};

/// Bytes of a buffer for `vertices` vertices with streams of `written` bytes per vertex.
uint64_t outputBytes(std::span<const uint32_t> written, uint64_t vertices);
/// Offset of each stream, aligned for a storage buffer on every device.
std::vector<uint64_t> outputOffsets(std::span<const uint32_t> written, uint64_t vertices);

/// Cuts groups into runs; run i writes into buffer i. Throws std::runtime_error if one instance
/// exceeds the maximum buffer size.
std::vector<OutputRun> outputRuns(const Device& device, std::span<const uint32_t> written,
                                  uint32_t vertexCount, std::span<const uint32_t> groupInstances);

class SharedOutput {
public:
    /// Grows the planned sizes for these runs; call before create().
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
