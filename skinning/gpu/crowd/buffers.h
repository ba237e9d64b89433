// The buffers of a crowd, each listed once. Allocation, crowd size, memory and cost are sums over
// the list.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <vector>

#include "renderer/resources.h"
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

/// The unit of BufferRow::bytes. Buffers per crowd are small, and no sum contains them.
enum class Per : uint8_t { model, crowd, instance };

/// The buffers that crowds have of their own, with their elements. Parentheses have the writer if
/// it is a kernel.
enum class CrowdBuffer : uint8_t {
    placements,      // gpu::Placement an instance
    requests,        // PoseRequest an instance
    playback,        // one gpu::Playback
    poses,           // gpu::Affine a joint, local to object space (pose.comp, or the CPU)
    morphWeights,    // float a target (pose.comp, or the CPU)
    boxes,           // gpu::BoxEntry an instance, object space (boxes.comp, or the CPU)
    palettes,        // palette entries in the format of the settings (palette.comp)
    normalPalettes,  // 3x3 matrices that transform normals (palette.comp)
    skinned,         // PackedVertex or CompactVertex (skin.comp, transform feedback, or the CPU)
    bakedStates,     // gpu::BakedState an instance
    visibility,      // a word an instance, visibility.glsl (cull.comp)
    visibleLists,    // SINEW_LIST_COUNT lists, then posed instances (lists.comp)
    firstVertices,   // an index an instance into `skinned` (lists.comp)
    lastPoses,       // gpu::LastPose an instance (cull.comp)
};
inline constexpr size_t kCrowdBufferCount = 14;

struct BufferRow {
    const char* name = "";              // in errors, tables and debuggers
    std::optional<CrowdBuffer> buffer;  // none: a buffer of the model
    uint64_t bytes = 0;                 // for each of what `per` says
    // Vertex budget: each instance has `least` bytes, and all share `budget` bytes beyond that. 0:
    // no budget.
    uint64_t least = 0;
    uint64_t budget = 0;
    Per per = Per::instance;
    WrittenBy writer = WrittenBy::once;
    // false: written only with an overlay, root motion or animators.
    bool everyFrame = true;
    bool keptByKernels = false;    // only kernels read it, some in the next frame: one copy
    VkBufferUsageFlags usage = 0;  // in addition to that of a storage buffer
    uint32_t runInstances = 1;     // the size is a multiple of this many instances
};
using BufferList = std::vector<BufferRow>;

/// Bytes of one copy for the instances of one crowd.
uint64_t bytesOf(const BufferRow& row, uint64_t instances);

/// Buffers that the CPU writes have a copy per frame in flight. Buffers that the GPU writes have
/// one copy, used in queue order. `motion` adds a copy, which the next frame reads as its past.
/// Buffers that kernels keep have one copy in any case.
uint32_t copiesOf(const BufferRow& row, bool motion);

struct BufferSums {
    uint64_t modelBytes = 0;
    uint64_t deviceBytesPerInstance = 0;
    uint64_t uploadBytesPerInstance = 0;   // in all frames in flight
    uint64_t largestRangePerInstance = 0;  // one buffer; maxStorageBufferRange limits it
    uint64_t writtenPerFrame = 0;          // by the CPU, an instance
    // Bytes that all instances share, and the bytes that one instance takes without others.
    uint64_t budget = 0;
    uint64_t budgetPerInstance = 0;

    uint64_t perInstance() const { return deviceBytesPerInstance + uploadBytesPerInstance; }
    uint64_t of(uint64_t instances) const {
        return perInstance() * instances + std::min(budget, budgetPerInstance * instances);
    }
    /// The most instances that fit.
    uint64_t within(uint64_t bytes) const;
};
BufferSums sumOf(std::span<const BufferRow> rows, bool motion);

/// Buffers of all methods: those of the model, and placements.
/// `vertexBytes`: of a vertex of the mesh; `influenceBytes`: of all vertices together.
BufferList commonBuffers(const Model& model, uint64_t vertexBytes, uint64_t influenceBytes);

/// The buffers of a crowd. Move-only.
class CrowdBuffers {
public:
    struct Wanted {
        std::span<const BufferRow> rows;
        std::span<const WrittenBy> writers;  // creates only the rows of these writers
        uint32_t firstInstance = 0;          // for names
        uint32_t instanceCount = 0;
        bool motion = false;
    };
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit.
    static CrowdBuffers create(const Device& device, const Wanted& wanted);

    /// The copy that a frame of `phase` writes; null: the rows do not have the buffer.
    const Buffer* find(CrowdBuffer which, uint32_t phase) const;
    /// The rows have the buffer.
    const Buffer& at(CrowdBuffer which, uint32_t phase) const;

private:
    std::array<std::vector<Buffer>, kCrowdBufferCount> copies_;
};

}  // namespace sinew
