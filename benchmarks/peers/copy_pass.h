// Upper limits for the speed of a skinning kernel: copies with the same number of bytes and no
// arithmetic.
#pragma once

#include "benchmarks/peers/output.h"
#include "renderer/commands.h"
#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

/// Copies with a compute kernel: it reads the static vertices, which all instances share, and
/// writes one vertex per instance. As in the skin step, a thread reads a vertex once for several
/// instances. The pass is move-only; `output` must outlive it.
class CopyPass {
public:
    /// Bytes that a thread reads or writes at once: one word of one vertex, or the same word of
    /// four adjacent vertices.
    enum class Width : uint32_t { word = 4, fourWords = 16 };

    /// Returns `vertexCount` rounded up to a multiple of four.
    static uint32_t copiedVertices(uint32_t vertexCount) { return (vertexCount + 3) / 4 * 4; }

    /// `read` and `written` are bytes per vertex, multiples of 4. `output` must have space for
    /// copiedVertices() vertices of `written` bytes per instance, with all instances in one group.
    static CopyPass create(const Device& device, const ShaderLibrary& shaders, Width width,
                           uint32_t read, uint32_t written, uint32_t vertexCount,
                           uint32_t instances, const SharedOutput& output);

    Width width() const { return width_; }

    /// Records the copy. Returns the number of dispatches.
    uint32_t record(Commands& commands) const;
    bool right(const Device& device, uint32_t instance) const;

private:
    const SharedOutput* output_ = nullptr;
    Width width_ = Width::word;
    uint32_t vertexCount_ = 0;  // a multiple of 4
    uint32_t wordsWritten_ = 0;
    GroupLimits limits_;
    std::vector<OutputRun> runs_;
    // By vertex of the source: the xor of its words. right() compares the copied words with it.
    std::vector<uint32_t> allOf_;
    Kernel kernel_;
    Buffer source_;
};

/// Copies `bytesAVertex` bytes per vertex with vkCmdCopyBuffer, from one half of the output buffer
/// to the other half.
class BufferCopyPass {
public:
    static BufferCopyPass create(const Device& device, uint32_t bytesAVertex, uint32_t vertexCount,
                                 uint32_t instances, const SharedOutput& output);
    /// Records the copy. Returns the number of vkCmdCopyBuffer calls.
    uint32_t record(Commands& commands) const;

private:
    const SharedOutput* output_ = nullptr;
    uint32_t bytesAVertex_ = 0;
    uint32_t vertexCount_ = 0;
    std::vector<OutputRun> runs_;
};

}  // namespace sinew
