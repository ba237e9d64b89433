// Acceleration structures for ray queries, and the commands that build them. Requires
// Device::has().rayQuery.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

/// An acceleration structure. Several structures can share one buffer. Move-only.
struct AccelerationStructure {
    AccelerationStructureHandle handle;
    VkDeviceAddress address = 0;
};

/// Sizes of one acceleration structure and of the scratch memory for its build and its update.
struct StructureSizes {
    uint64_t bytes = 0;
    uint64_t buildScratch = 0;
    uint64_t updateScratch = 0;
};

/// Indexed triangles with 32-bit indices.
struct TriangleGeometry {
    VkFormat format = VK_FORMAT_R32G32B32_SFLOAT;
    uint32_t vertexStride = 0;  // bytes
    uint32_t vertexCount = 0;
    VkDeviceAddress vertices = 0;
    VkDeviceAddress indices = 0;
};
struct IndexRange {
    uint32_t firstIndex = 0;
    uint32_t indexCount = 0;
};

StructureSizes bottomLevelSizes(const Device& device, const TriangleGeometry& geometry,
                                std::span<const IndexRange> ranges);
StructureSizes topLevelSizes(const Device& device, uint32_t instances);

/// Acceleration structures of equal size, and the buffers that store them. create() makes `count`
/// structures of `bytes` each. It throws VulkanError with `name` if device memory is exhausted.
struct StructurePool {
    std::vector<Buffer> memory;
    std::vector<AccelerationStructure> structures;

    static StructurePool create(const Device& device, const std::string& name,
                                VkAccelerationStructureTypeKHR type, uint64_t bytes,
                                uint32_t count);
    uint64_t bytes() const;
};

/// Collects builds of acceleration structures and records them. Builds that fit into the scratch
/// memory together become one Vulkan command. The vectors keep their capacity between frames.
/// Move-only.
class StructureBuilds {
public:
    /// Limit of the scratch memory, unless one build needs more.
    static constexpr uint64_t kMostScratchBytes = uint64_t{64} << 20;

    /// Allocates `wanted` bytes of scratch memory, but at most kMostScratchBytes and at least
    /// `largest`, the scratch bytes of the largest single build.
    void reserve(const Device& device, uint64_t wanted, uint64_t largest);
    const Buffer& scratch() const { return scratch_; }

    /// Adds a bottom-level build. With `update`, it refits the existing structure to the new
    /// vertices.
    void addBottom(const AccelerationStructure& structure, const TriangleGeometry& geometry,
                   std::span<const IndexRange> ranges, const StructureSizes& sizes, bool update);
    /// Adds a top-level build. `instances` is the address of `count` elements of type
    /// VkAccelerationStructureInstanceKHR.
    void addTop(const AccelerationStructure& structure, VkDeviceAddress instances, uint32_t count,
                const StructureSizes& sizes);
    /// Records the added builds.
    void record(VkCommandBuffer commands);

private:
    struct Build {
        VkAccelerationStructureBuildGeometryInfoKHR info{};
        uint32_t firstGeometry = 0;
        uint64_t scratch = 0;  // bytes
    };
    void add(VkAccelerationStructureBuildGeometryInfoKHR info, uint32_t firstGeometry,
             uint64_t scratch);
    void flush(VkCommandBuffer commands, size_t first, size_t end);

    Buffer scratch_;
    uint64_t alignment_ = 256;
    std::vector<Build> builds_;
    std::vector<VkAccelerationStructureGeometryKHR> geometries_;
    std::vector<VkAccelerationStructureBuildRangeInfoKHR> ranges_;  // one per geometry
    std::vector<VkAccelerationStructureBuildGeometryInfoKHR> infos_;
    std::vector<const VkAccelerationStructureBuildRangeInfoKHR*> rangePointers_;
};

}  // namespace sinew
