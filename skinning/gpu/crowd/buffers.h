// The list of a crowd's buffers. Allocation, crowd size, memory and cost are sums over this list.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "renderer/resources.h"
#include "skinning/gpu/crowd/moment.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// The writer of a buffer determines its memory and the number of copies.
enum class WrittenBy : uint8_t {
    once,       // filled when it is created: one copy, device memory
    cpuPose,    // sampling and posing on the CPU: upload memory, shared by the crowds of a group
    cpuMethod,  // the skinning method on the CPU, every frame: upload memory
    gpu,        // a kernel or transform feedback: device memory
};

/// BufferRow::bytes is a size per model, per crowd or per instance. Buffers per crowd are small, so
/// the sums omit them.
enum class Per : uint8_t { model, crowd, instance };

/// The buffers that each crowd allocates. Comments have the element type and, in parentheses, the
/// writer if it is a kernel.
enum class CrowdBuffer : uint8_t {
    placements,      // gpu::Placement per instance
    requests,        // PoseRequest per instance
    playback,        // one gpu::Playback
    poses,           // gpu::Affine per joint, local to object space (pose.comp, or the CPU)
    morphWeights,    // float per morph target (pose.comp, or the CPU)
    boxes,           // gpu::BoxEntry per instance, object space (boxes.comp, or the CPU)
    palettes,        // palette entries in the format of the settings (palette.comp)
    normalPalettes,  // 3x3 matrices that transform normals (palette.comp)
    skinned,         // PackedVertex or CompactVertex (skin.comp, transform feedback, or the CPU)
    bakedStates,     // gpu::BakedState per instance
    visibility,      // uint32_t per instance, see visibility.glsl (cull.comp)
    visibleLists,    // SINEW_LIST_COUNT visible lists, then posed instances (lists.comp)
    firstVertices,   // index into `skinned` per instance (lists.comp)
    lastPoses,       // gpu::LastPose per instance (cull.comp)
};
inline constexpr size_t kCrowdBufferCount = static_cast<size_t>(CrowdBuffer::lastPoses) + 1;

struct BufferRow {
    const char* name = "";              // in errors, tables and debuggers
    std::optional<CrowdBuffer> buffer;  // none: a buffer of the model
    uint64_t bytes = 0;                 // per unit of `per`
    // Vertex budget: each instance has at least `least` bytes, and all instances share `budget`
    // further bytes. 0: no budget.
    uint64_t least = 0;
    uint64_t budget = 0;
    Per per = Per::instance;
    WrittenBy writer = WrittenBy::once;
    // false: the CPU writes the buffer only with an overlay, root motion or animators.
    bool everyFrame = true;
    bool keptByKernels = false;     // true: one copy, which kernels also read in the next frame
    VkBufferUsageFlags usage = 0;   // in addition to that of a storage buffer
    uint32_t instanceMultiple = 1;  // the instance count is rounded up to a multiple of this
};
using BufferList = std::vector<BufferRow>;
/// Returns the row of a buffer of the model.
BufferRow modelRow(const char* name, uint64_t bytes);

/// Returns the bytes of one copy of the buffer for a crowd of `instances` instances.
uint64_t bytesOf(const BufferRow& row, uint64_t instances);

/// Returns the number of copies. Buffers that the CPU writes have one per frame in flight, buffers
/// that the GPU writes have one. Buffers that are written once, or have keptByKernels, always have
/// one. `motion` adds a copy of the buffers whose data the next frame's motion vectors need.
uint32_t copiesOf(const BufferRow& row, bool motion);

struct BufferSums {
    uint64_t modelBytes = 0;
    uint64_t bytesPerInstance = 0;         // all copies
    uint64_t largestRangePerInstance = 0;  // the largest buffer, for maxStorageBufferRange
    uint64_t writtenPerFrame = 0;          // bytes per instance, by the CPU
    // Vertex budget that all instances share, and the most bytes of it that one instance can use.
    uint64_t budget = 0;
    uint64_t budgetPerInstance = 0;

    uint64_t of(uint64_t instances) const {
        return bytesPerInstance * instances + std::min(budget, budgetPerInstance * instances);
    }
    /// Returns the largest number of instances that fit in `bytes`.
    uint64_t within(uint64_t bytes) const;
};
BufferSums sumOf(std::span<const BufferRow> rows, bool motion);

/// Returns the buffers that every method has: the buffers of the model, and placements.
/// `vertexBytes`: size of one vertex of the mesh; `influenceBytes`: size of all influences
/// together.
BufferList commonBuffers(const Model& model, uint64_t vertexBytes, uint64_t influenceBytes);

/// The buffers of a crowd. Move-only.
class CrowdBuffers {
public:
    struct Wanted {
        std::span<const BufferRow> rows;  // rows of the model are ignored
        InstanceRange range;
        bool motion = false;
    };
    /// Throws VulkanError (out of device memory) that names the buffer that did not fit.
    static CrowdBuffers create(const Device& device, const Wanted& wanted);

    /// Returns the copy that a frame of Moment::phase `phase` writes; null: the crowd has no such
    /// buffer.
    const Buffer* find(CrowdBuffer which, uint32_t phase) const;
    /// As find(), but throws std::logic_error if the crowd has no such buffer.
    const Buffer& at(CrowdBuffer which, uint32_t phase) const;

    /// Returns the number of copies; 0: the crowd has no such buffer.
    size_t copies(CrowdBuffer which) const { return copies_[static_cast<size_t>(which)].size(); }

private:
    std::array<std::vector<Buffer>, kCrowdBufferCount> copies_;
};

/// Bytes of the skinned vertex buffer in all its copies; 0 if the vertex stage of passes skins.
struct VertexBytes {
    uint64_t allocated = 0;
    uint64_t aVertex = 0;
};

}  // namespace sinew
