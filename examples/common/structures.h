// Acceleration structures with one geometry, and their descriptor set. Example 08 has the builds'
// barriers.
#pragma once
#include "passes.h"

// clang-format off
namespace example {

/// The build reads vertices, indices and instances by address.
constexpr VkBufferUsageFlags kBuildInput =
    VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_BUILD_INPUT_READ_ONLY_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;

/// Device extensions and features of acceleration structures and ray queries, with one descriptor.
inline Requirements rayQueryRequirements() {
    static VkPhysicalDeviceBufferDeviceAddressFeatures addresses{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, .bufferDeviceAddress = VK_TRUE};
    static VkPhysicalDeviceRayQueryFeaturesKHR queries{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR,
        .pNext = &addresses, .rayQuery = VK_TRUE};
    static VkPhysicalDeviceAccelerationStructureFeaturesKHR structures{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR, .pNext = &queries, .accelerationStructure = VK_TRUE};
    return {{VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME, VK_KHR_RAY_QUERY_EXTENSION_NAME, VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME},
            &structures, {{VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR, 1}}};
}

inline VkDeviceAddress addressOf(const Gpu& gpu, const Buffer& buffer) {
    const VkBufferDeviceAddressInfo info{.sType = VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO, .buffer = buffer.buffer};
    return vkGetBufferDeviceAddress(gpu.device, &info);
}

struct Structure {
    VkAccelerationStructureGeometryKHR geometry{};
    VkAccelerationStructureBuildGeometryInfoKHR build{};  // recordBuild() sets pGeometries
    VkAccelerationStructureBuildRangeInfoKHR range{};
    VkDeviceAddress address = 0;
};

/// Allocates the structure, and scratch memory for its builds and refits.
inline Structure createStructure(Gpu& gpu, VkAccelerationStructureTypeKHR type, const VkAccelerationStructureGeometryKHR& geometry,
                                 uint32_t primitives) {
    Structure s{.geometry = geometry, .build = {.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_GEOMETRY_INFO_KHR, .type = type,
        .flags = VK_BUILD_ACCELERATION_STRUCTURE_ALLOW_UPDATE_BIT_KHR, .geometryCount = 1, .pGeometries = &geometry}, .range = {primitives}};
    VkAccelerationStructureBuildSizesInfoKHR sizes{.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_BUILD_SIZES_INFO_KHR};
    vkGetAccelerationStructureBuildSizesKHR(gpu.device, VK_ACCELERATION_STRUCTURE_BUILD_TYPE_DEVICE_KHR, &s.build, &primitives, &sizes);
    const Buffer memory = createBuffer(gpu, sizes.accelerationStructureSize,
        VK_BUFFER_USAGE_ACCELERATION_STRUCTURE_STORAGE_BIT_KHR | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, kDeviceMemory);
    s.build.dstAccelerationStructure = make(gpu, vkCreateAccelerationStructureKHR, vkDestroyAccelerationStructureKHR, {
        .sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_CREATE_INFO_KHR, .buffer = memory.buffer, .size = memory.bytes, .type = type});
    VkPhysicalDeviceAccelerationStructurePropertiesKHR limits{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_PROPERTIES_KHR};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &limits};
    vkGetPhysicalDeviceProperties2(gpu.physical, &properties);
    requireLimit("maxPrimitiveCount", primitives, limits.maxPrimitiveCount);
    const VkDeviceSize alignment = limits.minAccelerationStructureScratchOffsetAlignment;
    const Buffer scratch = createBuffer(gpu, std::max(sizes.buildScratchSize, sizes.updateScratchSize) + alignment,
        VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT, kDeviceMemory);
    s.build.scratchData.deviceAddress = (addressOf(gpu, scratch) + alignment - 1) / alignment * alignment;
    const VkAccelerationStructureDeviceAddressInfoKHR info{.sType = VK_STRUCTURE_TYPE_ACCELERATION_STRUCTURE_DEVICE_ADDRESS_INFO_KHR,
        .accelerationStructure = s.build.dstAccelerationStructure};
    s.address = vkGetAccelerationStructureDeviceAddressKHR(gpu.device, &info);
    return s;
}

/// MODE_UPDATE refits: it keeps the tree, and computes its boxes from the new vertices.
inline void recordBuild(VkCommandBuffer commands, const Structure& s, VkBuildAccelerationStructureModeKHR mode) {
    VkAccelerationStructureBuildGeometryInfoKHR build = s.build;
    build.mode = mode;
    build.srcAccelerationStructure = mode == VK_BUILD_ACCELERATION_STRUCTURE_MODE_UPDATE_KHR ? build.dstAccelerationStructure : VK_NULL_HANDLE;
    build.pGeometries = &s.geometry;
    const VkAccelerationStructureBuildRangeInfoKHR* range = &s.range;
    vkCmdBuildAccelerationStructuresKHR(commands, 1, &build, &range);
}

/// A set with a structure in binding 0.
inline VkDescriptorSet createSet(Gpu& gpu, VkDescriptorSetLayout layout, const Structure& structure) {
    const VkDescriptorSet set = createSet(gpu, layout, std::vector<Descriptor>{});
    const VkWriteDescriptorSetAccelerationStructureKHR structures{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET_ACCELERATION_STRUCTURE_KHR,
        .accelerationStructureCount = 1, .pAccelerationStructures = &structure.build.dstAccelerationStructure};
    const VkWriteDescriptorSet write{.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .pNext = &structures, .dstSet = set,
        .descriptorCount = 1, .descriptorType = VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR};
    vkUpdateDescriptorSets(gpu.device, 1, &write, 0, nullptr);
    return set;
}

}  // namespace example
