// The upper limit for a skinning kernel: the same bytes read and written, without arithmetic.
#pragma once

#include "benchmarks/peers/output.h"
#include "renderer/commands.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

/// A compute kernel that reads so many bytes a vertex of static vertices, which all instances
/// share, and writes so many. As in the skin step a thread reads a vertex once for several
/// instances. Move-only; the output outlives it.
class CopyPass {
public:
    /// Bytes that a thread reads or writes at once: a word of one vertex, or of four neighbours.
    enum class Width : uint32_t { word = 4, fourWords = 16 };

    /// It copies so many: whole fours.
    static uint32_t copiedVertices(uint32_t vertexCount) { return (vertexCount + 3) / 4 * 4; }

    /// `read` and `written` are multiples of 4. `output` has room for outputRuns of {written} and
    /// copiedVertices() in one group.
    static CopyPass create(const Device& device, const ShaderLibrary& shaders, Width width,
                           uint32_t read, uint32_t written, uint32_t vertexCount,
                           uint32_t instances, const SharedOutput& output);

    Width width() const { return width_; }

    /// Returns dispatches.
    uint32_t record(Commands& commands) const;
    /// Whether an instance's bytes are what they should be, after record.
    bool right(const Device& device, uint32_t instance) const;

private:
    const SharedOutput* output_ = nullptr;
    Width width_ = Width::word;
    uint32_t vertexCount_ = 0;  // whole fours
    uint32_t wordsWritten_ = 0;
    GroupLimits limits_;
    std::vector<OutputRun> runs_;
    std::vector<uint32_t> allOf_;  // of each vertex: the sum of its words
    Kernel kernel_;
    Buffer source_;
};

/// vkCmdCopyBuffer of `bytesAVertex` a vertex, from one half of the output to the other.
class BufferCopyPass {
public:
    /// `output` has room for outputRuns of {bytesAVertex, bytesAVertex} in one group.
    static BufferCopyPass create(const Device& device, uint32_t bytesAVertex, uint32_t vertexCount,
                                 uint32_t instances, const SharedOutput& output);
    /// Returns copies.
    uint32_t record(Commands& commands) const;

private:
    const SharedOutput* output_ = nullptr;
    uint32_t bytesAVertex_ = 0;
    uint32_t vertexCount_ = 0;
    std::vector<OutputRun> runs_;
};

}  // namespace sinew
