// Upper limit for a skinning kernel: reads and writes the same number of bytes without arithmetic.
#pragma once

#include "benchmarks/peers/output.h"
#include "renderer/commands.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

/// Reads static vertices, which all instances share, and writes one vertex per instance. As in the
/// skin step, a thread reads a vertex once for several instances. Move-only; the output outlives
/// it.
class CopyPass {
public:
    /// Bytes that a thread reads or writes at once: a word of one vertex, or of four neighbours.
    enum class Width : uint32_t { word = 4, fourWords = 16 };

    /// `vertexCount` rounded up to a multiple of four.
    static uint32_t copiedVertices(uint32_t vertexCount) { return (vertexCount + 3) / 4 * 4; }

    /// `read` and `written`: bytes per vertex, multiples of 4. `output` fits {written} and
    /// copiedVertices() in one group.
    static CopyPass create(const Device& device, const ShaderLibrary& shaders, Width width,
                           uint32_t read, uint32_t written, uint32_t vertexCount,
                           uint32_t instances, const SharedOutput& output);

    Width width() const { return width_; }

    /// Returns the number of dispatches.
    uint32_t record(Commands& commands) const;
    bool right(const Device& device, uint32_t instance) const;

private:
    const SharedOutput* output_ = nullptr;
    Width width_ = Width::word;
    uint32_t vertexCount_ = 0;  // a multiple of 4
    uint32_t wordsWritten_ = 0;
    GroupLimits limits_;
    std::vector<OutputRun> runs_;
    std::vector<uint32_t> allOf_;  // xor of the words of each vertex
    Kernel kernel_;
    Buffer source_;
};

/// vkCmdCopyBuffer of `bytesAVertex` bytes per vertex, from one half of the output to the other.
class BufferCopyPass {
public:
    static BufferCopyPass create(const Device& device, uint32_t bytesAVertex, uint32_t vertexCount,
                                 uint32_t instances, const SharedOutput& output);
    /// Returns the number of copies.
    uint32_t record(Commands& commands) const;

private:
    const SharedOutput* output_ = nullptr;
    uint32_t bytesAVertex_ = 0;
    uint32_t vertexCount_ = 0;
    std::vector<OutputRun> runs_;
};

}  // namespace sinew
