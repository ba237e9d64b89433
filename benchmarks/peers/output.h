// Output buffers that all kernels share. A run is a range of instances that fits one buffer.
#pragma once

#include <span>

#include "renderer/pipeline.h"
#include "renderer/resources.h"

namespace sinew {

/// A run: instances whose palettes are in one buffer and whose vertices fit one buffer.
struct OutputRun {
    size_t group = 0;
    uint32_t firstInGroup = 0;
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;
};

/// Returns the bytes of a buffer for `vertices` vertices, with streams of `written` bytes per
/// vertex.
uint64_t outputBytes(std::span<const uint32_t> written, uint64_t vertices);
/// Returns the offset of each stream, aligned for use as a storage buffer on every device.
std::vector<uint64_t> outputOffsets(std::span<const uint32_t> written, uint64_t vertices);

/// Splits each group of instances into runs; run i writes into buffer i. Throws std::runtime_error
/// if one instance exceeds the maximum buffer size.
std::vector<OutputRun> outputRuns(const Device& device, std::span<const uint32_t> written,
                                  uint32_t vertexCount, std::span<const uint32_t> groupInstances);

class SharedOutput {
public:
    /// Enlarges the planned buffers so that they fit these runs. Call it before create().
    void plan(std::span<const OutputRun> runs, std::span<const uint32_t> written,
              uint32_t vertexCount);
    /// Allocates the buffers. Throws VulkanError as Buffer::create does.
    void create(const Device& device);
    const Buffer& operator[](size_t run) const { return buffers_[run]; }

private:
    std::vector<uint64_t> sizes_;
    std::vector<Buffer> buffers_;
};

}  // namespace sinew
