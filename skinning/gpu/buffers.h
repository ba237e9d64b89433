// The buffers that a way of skinning needs, each listed once. Allocation, page size, memory and
// cost are sums over the list.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "renderer/resources.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Who writes a buffer. That says where it lies and how many copies there are.
enum class WrittenBy : uint8_t {
    once,       // filled when it is made: one copy, device memory
    pose,       // by steps 3 and 4: upload memory, shared by all ways of a frame
    technique,  // by the technique on the CPU, every frame: upload memory
    gpu,        // by step 5 or 6 on the GPU: device memory
};

/// What a buffer's bytes are counted for. Those of a page are few, and in no sum.
enum class Per : uint8_t { model, page, instance };

inline constexpr uint32_t kNoBinding = ~0u;

struct BufferRow {
    const char* name = "";           // in errors, tables and debuggers
    uint32_t binding = kNoBinding;   // SINEW_BINDING_*
    uint32_t previous = kNoBinding;  // where the copy of the frame before is bound
    uint64_t bytes = 0;              // for each of what `per` says
    // Where not all instances take their bytes at once: what each takes at least, and a room that
    // they share for the rest. 0: there is no such room.
    uint64_t least = 0;
    uint64_t room = 0;
    Per per = Per::instance;
    WrittenBy writer = WrittenBy::gpu;
    // false: only where an overlay shows it, or root motion or animators are on.
    bool everyFrame = true;
    bool keptByKernels = false;    // they alone read it, some of them in the next frame
    VkBufferUsageFlags usage = 0;  // beyond that of a storage buffer
    // vertex-uniform: bound as ranges of a uniform buffer too, each of so many instances.
    uint32_t uniformBinding = kNoBinding;
    uint32_t previousUniform = kNoBinding;
    // Bound as a uniform texel buffer too.
    uint32_t texels = kNoBinding;
    uint32_t previousTexels = kNoBinding;
    uint32_t runInstances = 1;
};
using BufferList = std::vector<BufferRow>;

/// What so many instances, of one page, take of one copy.
uint64_t bytesOf(const BufferRow& row, uint64_t instances);

/// Buffers that the CPU writes have a copy per frame in flight. Buffers that the GPU writes have
/// one copy, used in queue order. `motion` adds a copy, which the next frame reads as its past.
/// Buffers that kernels keep have one copy in any case.
uint32_t copiesOf(const BufferRow& row, bool motion);

struct BufferSums {
    uint64_t modelBytes = 0;
    uint64_t deviceBytesPerInstance = 0;
    uint64_t uploadBytesPerInstance = 0;   // of all frames in flight
    uint64_t largestRangePerInstance = 0;  // of one buffer: what maxStorageBufferRange divides
    uint64_t writtenPerFrame = 0;          // by the CPU, an instance
    // Of a shared room: its bytes, and what an instance would take of them if it were alone.
    uint64_t room = 0;
    uint64_t roomPerInstance = 0;

    uint64_t perInstance() const { return deviceBytesPerInstance + uploadBytesPerInstance; }
    uint64_t of(uint64_t instances) const {
        return perInstance() * instances + std::min(room, roomPerInstance * instances);
    }
    /// The most instances that fit.
    uint64_t within(uint64_t bytes) const;
};
BufferSums sumOf(std::span<const BufferRow> rows, bool motion);

/// What all ways of skinning have: the model's own buffers, placement, and what the overlays show.
/// `vertexBytes`: of a vertex of the mesh; `influenceBytes`: of all vertices together.
BufferList commonBuffers(const Model& model, uint64_t vertexBytes, uint64_t influenceBytes);

/// A page of instances whose buffers are made, for the rows of some writers.
struct PageWanted {
    std::span<const BufferRow> rows;
    std::span<const WrittenBy> writers;
    uint32_t page = 0;
    uint32_t instanceCount = 0;
    bool motion = false;
};

/// The buffers of one page. Move-only.
class PageBuffers {
public:
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit.
    static PageBuffers create(const Device& device, const PageWanted& wanted);

    /// The copy that a frame of `phase` writes; null where the list has no such row.
    const Buffer* find(uint32_t binding, uint32_t phase) const;
    /// The row is there.
    Buffer& at(uint32_t binding, uint32_t phase);

private:
    struct Copies {
        uint32_t binding = kNoBinding;
        std::vector<Buffer> buffers;
    };
    std::vector<Copies> all_;
};

}  // namespace sinew
