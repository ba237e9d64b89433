// Sizes, memory and builds of acceleration structures.
#include "renderer/acceleration.h"

#include <fmt/format.h>

#include <algorithm>

#include "renderer/barrier.h"

namespace sinew {
namespace {

/// Vulkan requires that offsets of acceleration structures in a buffer are multiples of 256 bytes.
constexpr uint64_t kStructureAlignment = 256;
constexpr uint64_t kMostPoolBytes = uint64_t{256} << 20;

constexpr uint64_t aligned(uint64_t bytes, uint64_t alignment) {
    return (bytes + alignment - 1) / alignment * alignment;
}

VkAccelerationStructureGeometryKHR geometryOf(const TriangleGeometry& geometry) {
    VkAccelerationStructureGeometryKHR result{
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_TRIANGLES_KHR,
        .flags = VK_GEOMETRY_OPAQUE_BIT_KHR,
    };
    result.geometry.triangles = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_TRIANGLES_DATA_KHR,
        .vertexFormat = geometry.format,
        .vertexData = {.deviceAddress = geometry.vertices},
        .vertexStride = geometry.vertexStride,
        .maxVertex = geometry.vertexCount - 1,
        .indexType = VK_INDEX_TYPE_UINT32,
        .indexData = {.deviceAddress = geometry.indices},
    };
    return result;
}

VkAccelerationStructureGeometryKHR instancesGeometry(VkDeviceAddress instances) {
    VkAccelerationStructureGeometryKHR result{
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_KHR,
        .geometryType = VK_GEOMETRY_TYPE_INSTANCES_KHR,
    };
    result.geometry.instances = {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_GEOMETRY_INSTANCES_DATA_KHR,
        .data = {.deviceAddress = instances},
    };
    return result;
}

VkAccelerationStructureBuildGeometryInfoKHR infoOf(VkAccelerationStructureTypeKHR type) {
    const bool bottom = type == VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR;
    return {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR,
        .type = type,
        .flags =
            VK_BUILD_ACCELERATION_STRUCTURE_PREFER_FAST_TRACE_BIT_KHR |
            (bottom
                 ? VkBuildAccelerationStructureFlagsKHR{VK_BUILD_ACCELERATION_STRUCTURE_ALLOW_UPDATE_BIT_KHR}
                 : 0),
        .mode = VK_BUILD_ACCELERATION_STRUCTURE_MODE_BUILD_KHR,
    };
}

StructureSizes sizesOf(const Device& device, VkAccelerationStructureTypeKHR type,
                       std::span<const VkAccelerationStructureGeometryKHR> geometries,
                       std::span<const uint32_t> primitives) {
    VkAccelerationStructureBuildGeometryInfoKHR info = infoOf(type);
    info.geometryCount = static_cast<uint32_t>(geometries.size());
    info.pGeometries = geometries.data();
    VkAccelerationStructureBuildSizesInfoKHR sizes{
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    vkGetAccelerationStructureBuildSizesKHR(device.get(),
                                            VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &info,
                                            primitives.data(), &sizes);
    return {aligned(sizes.accelerationStructureSize, kStructureAlignment), sizes.buildScratchSize,
            sizes.updateScratchSize};
}

}  // namespace

StructureSizes bottomLevelSizes(const Device& device, const TriangleGeometry& geometry,
                                std::span<const IndexRange> ranges) {
    std::vector<VkAccelerationStructureGeometryKHR> geometries(ranges.size(), geometryOf(geometry));
    std::vector<uint32_t> triangles;
    for (const IndexRange& range : ranges) triangles.push_back(range.indexCount / 3);
    return sizesOf(device, VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR, geometries, triangles);
}

StructureSizes topLevelSizes(const Device& device, uint32_t instances) {
    const VkAccelerationStructureGeometryKHR geometry = instancesGeometry(0);
    return sizesOf(device, VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR, {&geometry, 1},
                   {&instances, 1});
}

StructurePool StructurePool::create(const Device& device, const std::string& name,
                                    VkAccelerationStructureTypeKHR type, uint64_t bytes,
                                    uint32_t count) {
    StructurePool pool;
    if (count == 0) return pool;
    const uint64_t inOne = std::clamp<uint64_t>(kMostPoolBytes / bytes, 1, count);
    for (uint32_t i = 0; i < count; ++i) {
        const uint64_t index = i % inOne;
        if (index == 0) {
            pool.memory.push_back(Buffer::create(
                device,
                {.name = name,
                 .bytes = bytes * std::min<uint64_t>(inOne, count - i),
                 .usage = VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR | kAddressed}));
        }
        const VkAccelerationStructureCreateInfoKHR info{
            .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR,
            .buffer = pool.memory.back().get(),
            .offset = index * bytes,
            .size = bytes,
            .type = type,
        };
        AccelerationStructure structure{
            VK_CREATE(AccelerationStructureHandle, vkCreateAccelerationStructureKHR, device, info,
                      count == 1 ? name : fmt::format("{} {}", name, i))};
        const VkAccelerationStructureDeviceAddressInfoKHR addressInfo{
            .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR,
            .accelerationStructure = structure.handle.get()};
        structure.address = vkGetAccelerationStructureDeviceAddressKHR(device.get(), &addressInfo);
        pool.structures.push_back(std::move(structure));
    }
    return pool;
}

uint64_t StructurePool::bytes() const {
    uint64_t sum = 0;
    for (const Buffer& buffer : memory) sum += buffer.bytes();
    return sum;
}

void StructureBuilds::reserve(const Device& device, uint64_t wanted, uint64_t largest) {
    alignment_ =
        std::max<uint64_t>(device.traceLimits().minAccelerationStructureScratchOffsetAlignment, 1);
    // flush() aligns the buffer's address, which can cost up to `alignment_` bytes.
    const uint64_t bytes =
        std::max(std::min(wanted, kMostScratchBytes), aligned(largest, alignment_)) + alignment_;
    scratch_ = Buffer::create(device, {.name = "scratch of acceleration structures",
                                       .bytes = bytes,
                                       .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | kAddressed});
}

void StructureBuilds::add(VkAccelerationStructureBuildGeometryInfoKHR info, uint32_t firstGeometry,
                          uint64_t scratch) {
    info.geometryCount = static_cast<uint32_t>(geometries_.size()) - firstGeometry;
    builds_.push_back({info, firstGeometry, aligned(std::max<uint64_t>(scratch, 1), alignment_)});
}

void StructureBuilds::addBottom(const AccelerationStructure& structure,
                                const TriangleGeometry& geometry,
                                std::span<const IndexRange> ranges, const StructureSizes& sizes,
                                bool update) {
    const auto firstGeometry = static_cast<uint32_t>(geometries_.size());
    for (const IndexRange& range : ranges) {
        geometries_.push_back(geometryOf(geometry));
        ranges_.push_back(
            {.primitiveCount = range.indexCount / 3,
             .primitiveOffset = range.firstIndex * static_cast<uint32_t>(sizeof(uint32_t))});
    }
    VkAccelerationStructureBuildGeometryInfoKHR info =
        infoOf(VK_ACCELERATION_STRUCTURE_TYPE_BOTTOM_LEVEL_KHR);
    if (update) {
        info.mode = VK_BUILD_ACCELERATION_STRUCTURE_MODE_UPDATE_KHR;
        info.srcAccelerationStructure = structure.handle.get();
    }
    info.dstAccelerationStructure = structure.handle.get();
    add(info, firstGeometry, update ? sizes.updateScratch : sizes.buildScratch);
}

void StructureBuilds::addTop(const AccelerationStructure& structure, VkDeviceAddress instances,
                             uint32_t count, const StructureSizes& sizes) {
    const auto firstGeometry = static_cast<uint32_t>(geometries_.size());
    geometries_.push_back(instancesGeometry(instances));
    ranges_.push_back({.primitiveCount = count});
    VkAccelerationStructureBuildGeometryInfoKHR info =
        infoOf(VK_ACCELERATION_STRUCTURE_TYPE_TOP_LEVEL_KHR);
    info.dstAccelerationStructure = structure.handle.get();
    add(info, firstGeometry, sizes.buildScratch);
}

/// Records builds [first, end) as one Vulkan command. Builds of one command may run in parallel, so
/// each gets its own range of the scratch memory.
void StructureBuilds::flush(VkCommandBuffer commands, size_t first, size_t end) {
    infos_.clear();
    rangePointers_.clear();
    uint64_t scratch = aligned(scratch_.address(), alignment_);
    for (size_t i = first; i < end; ++i) {
        VkAccelerationStructureBuildGeometryInfoKHR& info = infos_.emplace_back(builds_[i].info);
        info.pGeometries = &geometries_[builds_[i].firstGeometry];
        info.scratchData.deviceAddress = scratch;
        scratch += builds_[i].scratch;
        rangePointers_.push_back(&ranges_[builds_[i].firstGeometry]);
    }
    vkCmdBuildAccelerationStructuresKHR(commands, static_cast<uint32_t>(infos_.size()),
                                        infos_.data(), rangePointers_.data());
}

void StructureBuilds::record(VkCommandBuffer commands) {
    const uint64_t capacity = scratch_.bytes() - alignment_;
    for (size_t first = 0, end = 0; first < builds_.size(); first = end) {
        uint64_t used = 0;
        // The first build always fits, because reserve() allocates for the largest build.
        while (end < builds_.size() && (end == first || used + builds_[end].scratch <= capacity)) {
            used += builds_[end++].scratch;
        }
        if (first > 0) memoryBarrier(commands, access::kBuildWrite, access::kBuildWrite);
        flush(commands, first, end);
    }
    builds_.clear();
    geometries_.clear();
    ranges_.clear();
}

}  // namespace sinew
