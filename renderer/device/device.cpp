// Selects and creates the device, checks limits and allocates memory.
#include "renderer/device/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <fstream>
#include <optional>

#include "renderer/device/instance.h"
#include "shaders/shared/types.h"

namespace sinew {

namespace {

struct DeviceType {
    VkPhysicalDeviceType type;
    const char* name;
    int score;
};
constexpr DeviceType kDeviceTypes[] = {
    {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, "discrete GPU", 4},
    {VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, "integrated GPU", 3},
    {VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU, "virtual GPU", 2},
    {VK_PHYSICAL_DEVICE_TYPE_CPU, "CPU", 1},
};

DeviceType typeOf(VkPhysicalDeviceType type) {
    const auto* found = std::ranges::find(kDeviceTypes, type, &DeviceType::type);
    return found != std::end(kDeviceTypes) ? *found : DeviceType{type, "other", 1};
}

std::vector<VkExtensionProperties> deviceExtensions(VkPhysicalDevice physical) {
    uint32_t count = 0;
    VK_CHECK(vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr));
    std::vector<VkExtensionProperties> extensions(count);
    VK_CHECK(vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, extensions.data()));
    return extensions;
}

bool contains(const std::vector<VkExtensionProperties>& extensions, const char* wanted) {
    return std::any_of(extensions.begin(), extensions.end(), [&](const auto& extension) {
        return std::strcmp(extension.extensionName, wanted) == 0;
    });
}

std::vector<VkQueueFamilyProperties> queueFamilies(VkPhysicalDevice physical) {
    uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physical, &count, families.data());
    return families;
}

/// Finds a queue family that supports graphics, compute and, if there is a `surface`, presentation
/// to it. Returns false if no family does.
bool findQueueFamily(VkPhysicalDevice physical, VkSurfaceKHR surface, uint32_t& family) {
    const std::vector<VkQueueFamilyProperties> families = queueFamilies(physical);
    constexpr VkQueueFlags kNeeded = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
    for (family = 0; family < families.size(); ++family) {
        if ((families[family].queueFlags & kNeeded) != kNeeded) continue;
        VkBool32 presents = VK_TRUE;
        if (surface) {
            VK_CHECK(vkGetPhysicalDeviceSurfaceSupportKHR(physical, family, surface, &presents));
        }
        if (presents) return true;
    }
    return false;
}

/// Returns the reason why the storage buffer limit is too low, or an empty string.
std::string missingBuffers(const VkPhysicalDeviceLimits& limits) {
    if (limits.maxPerStageDescriptorStorageBuffers >= kStorageBuffers) return {};
    return fmt::format("{} storage buffers per stage, {} are required",
                       limits.maxPerStageDescriptorStorageBuffers, kStorageBuffers);
}

/// Returns the first requirement that the device does not meet, or an empty string.
std::string missing(const DeviceCandidate& candidate, VkSurfaceKHR surface, bool familyFound) {
    const VkPhysicalDeviceProperties& properties = candidate.properties;
    if (properties.apiVersion < VK_API_VERSION_1_3) {
        return fmt::format("Vulkan {}.{}, 1.3 is required",
                           VK_API_VERSION_MAJOR(properties.apiVersion),
                           VK_API_VERSION_MINOR(properties.apiVersion));
    }
    if (!familyFound) {
        return surface ? "no queue supports graphics, compute and presentation to this window"
                       : "no queue supports graphics and compute";
    }
    if (surface &&
        !contains(deviceExtensions(candidate.physical), VK_KHR_SWAPCHAIN_EXTENSION_NAME)) {
        return "cannot present (no VK_KHR_swapchain)";
    }
    if (std::string few = missingBuffers(properties.limits); !few.empty()) return few;
    VkFormatProperties format{};
    vkGetPhysicalDeviceFormatProperties(candidate.physical, VK_FORMAT_D32_SFLOAT, &format);
    constexpr VkFormatFeatureFlags kDepth =
        VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT | VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT;
    if ((format.optimalTilingFeatures & kDepth) != kDepth) return "no 32-bit depth textures";
    return {};
}

/// Returns the required and the preferred memory properties. Upload prefers device-local memory
/// (resizable BAR), so that repeated reads do not cross the bus. Readback prefers CPU-cached
/// memory.
std::pair<VkMemoryPropertyFlags, VkMemoryPropertyFlags> memoryFlags(MemoryUse use) {
    constexpr VkMemoryPropertyFlags kMapped =
        VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
    switch (use) {
        case MemoryUse::device:
            return {0, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
        case MemoryUse::upload:
            return {kMapped, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT};
        default:
            return {kMapped, VK_MEMORY_PROPERTY_HOST_CACHED_BIT};
    }
}

/// Returns the system's free memory in bytes, or nothing if the system does not report it.
std::optional<uint64_t> availableSystemMemory() {
    std::ifstream file("/proc/meminfo");
    for (std::string key; file >> key;) {
        uint64_t kilobytes = 0;
        if (key == "MemAvailable:" && file >> kilobytes) return kilobytes * 1024;
        file.ignore(256, '\n');
    }
    return std::nullopt;
}

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

std::string listDevices(const std::vector<DeviceCandidate>& devices) {
    std::string text;
    for (size_t i = 0; i < devices.size(); ++i) {
        text += fmt::format("{}{}: {} ({})", i ? "; " : "", i, devices[i].properties.deviceName,
                            devices[i].verdict);
    }
    return text;
}

uint64_t feedbackBytes(VkPhysicalDevice physical) {
    VkPhysicalDeviceTransformFeedbackFeaturesEXT feature{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT};
    VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                       .pNext = &feature};
    vkGetPhysicalDeviceFeatures2(physical, &features);
    VkPhysicalDeviceTransformFeedbackPropertiesEXT limits{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_PROPERTIES_EXT};
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &limits};
    vkGetPhysicalDeviceProperties2(physical, &properties);
    return feature.transformFeedback ? limits.maxTransformFeedbackBufferSize : 0;
}

constexpr const char* kRayQueryExtensions[] = {VK_KHR_ACCELERATION_STRUCTURE_EXTENSION_NAME,
                                               VK_KHR_RAY_QUERY_EXTENSION_NAME,
                                               VK_KHR_DEFERRED_HOST_OPERATIONS_EXTENSION_NAME};

/// Feature structs of acceleration structures and ray queries, linked in a pNext chain.
struct RayQueryFeatures {
    explicit RayQueryFeatures(void* next) { query.pNext = next; }
    RayQueryFeatures(const RayQueryFeatures&) = delete;
    RayQueryFeatures& operator=(const RayQueryFeatures&) = delete;

    VkPhysicalDeviceRayQueryFeaturesKHR query{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_RAY_QUERY_FEATURES_KHR};
    VkPhysicalDeviceBufferDeviceAddressFeatures address{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES, .pNext = &query};
    VkPhysicalDeviceAccelerationStructureFeaturesKHR structure{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_FEATURES_KHR,
        .pNext = &address};
};

bool supportsRayQuery(VkPhysicalDevice physical,
                      const std::vector<VkExtensionProperties>& extensions) {
    for (const char* name : kRayQueryExtensions) {
        if (!contains(extensions, name)) return false;
    }
    RayQueryFeatures features(nullptr);
    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                  .pNext = &features.structure};
    vkGetPhysicalDeviceFeatures2(physical, &all);
    return features.structure.accelerationStructure && features.address.bufferDeviceAddress &&
           features.query.rayQuery;
}

}  // namespace

std::vector<DeviceCandidate> rankDevices(const Instance& instance, VkSurfaceKHR surface) {
    uint32_t count = 0;
    VK_CHECK(vkEnumeratePhysicalDevices(instance.get(), &count, nullptr));
    if (count == 0) {
        throw NoVulkan(
            "no Vulkan device on this machine; install a driver (on Debian and Ubuntu: apt-get "
            "install mesa-vulkan-drivers; it also runs without a GPU)");
    }
    std::vector<VkPhysicalDevice> devices(count);
    VK_CHECK(vkEnumeratePhysicalDevices(instance.get(), &count, devices.data()));

    std::vector<DeviceCandidate> candidates;
    for (VkPhysicalDevice physical : devices) {
        DeviceCandidate candidate{.physical = physical};
        VkPhysicalDeviceDriverProperties driver{
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES};
        VkPhysicalDeviceProperties2 properties{
            .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2, .pNext = &driver};
        vkGetPhysicalDeviceProperties2(physical, &properties);
        candidate.properties = properties.properties;
        candidate.driver = fmt::format("{} {}", driver.driverName, driver.driverInfo);
        const bool found = findQueueFamily(physical, surface, candidate.queueFamily);
        const std::string reason = missing(candidate, surface, found);
        candidate.usable = reason.empty();
        const DeviceType type = typeOf(candidate.properties.deviceType);
        candidate.score = candidate.usable ? type.score : 0;
        candidate.verdict = candidate.usable
                                ? fmt::format("usable: {}, all requirements are met", type.name)
                                : "rejected: " + reason;
        candidates.push_back(candidate);
    }
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const auto& a, const auto& b) { return a.score > b.score; });
    return candidates;
}

DeviceCandidate chooseDevice(const Instance& instance, VkSurfaceKHR surface,
                             const std::string& wanted) {
    const std::vector<DeviceCandidate> devices = rankDevices(instance, surface);
    for (size_t i = 0; i < devices.size(); ++i) {
        const bool matches =
            wanted.empty() ? devices[i].usable
                           : wanted == std::to_string(i) ||
                                 lower(devices[i].properties.deviceName).find(lower(wanted)) !=
                                     std::string::npos;
        if (!matches) continue;
        if (devices[i].usable) return devices[i];
        throw std::runtime_error(fmt::format("device '{}' cannot be used: {}",
                                             devices[i].properties.deviceName, devices[i].verdict));
    }
    throw std::runtime_error(
        wanted.empty() ? fmt::format("no usable Vulkan device; install a driver, or fix one of: {}",
                                     listDevices(devices))
                       : fmt::format("no device matches '{}'; choose one of: {}", wanted,
                                     listDevices(devices)));
}

namespace {

struct OptionalFeature {
    bool Device::Features::*ours;
    VkBool32 VkPhysicalDeviceFeatures::*vulkan;
};
constexpr OptionalFeature kOptionalFeatures[] = {
    {&Device::Features::depthClamp, &VkPhysicalDeviceFeatures::depthClamp},
    {&Device::Features::samplerAnisotropy, &VkPhysicalDeviceFeatures::samplerAnisotropy},
    {&Device::Features::vertexStores, &VkPhysicalDeviceFeatures::vertexPipelineStoresAndAtomics},
    {&Device::Features::independentBlend, &VkPhysicalDeviceFeatures::independentBlend},
    {&Device::Features::indirectFirstInstance,
     &VkPhysicalDeviceFeatures::drawIndirectFirstInstance},
    {&Device::Features::multiDrawIndirect, &VkPhysicalDeviceFeatures::multiDrawIndirect},
    {&Device::Features::wireframe, &VkPhysicalDeviceFeatures::fillModeNonSolid},
    {&Device::Features::pipelineStatistics, &VkPhysicalDeviceFeatures::pipelineStatisticsQuery},
};

}  // namespace

Device Device::create(const DeviceCandidate& candidate, bool withSwapchain) {
    Device device;
    device.candidate_ = candidate;
    device.allocated_ = std::make_unique<HeapBytes>();

    VkPhysicalDeviceFeatures2 all{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2};
    vkGetPhysicalDeviceFeatures2(candidate.physical, &all);
    const VkPhysicalDeviceFeatures& available = all.features;
    const auto present = deviceExtensions(candidate.physical);
    std::vector<const char*> extensions;
    if (withSwapchain) extensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    if (contains(present, VK_EXT_MEMORY_BUDGET_EXTENSION_NAME)) {
        extensions.push_back(VK_EXT_MEMORY_BUDGET_EXTENSION_NAME);
        device.features_.memoryBudget = true;
    }
    if (contains(present, VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME)) {
        extensions.push_back(VK_KHR_PUSH_DESCRIPTOR_EXTENSION_NAME);
        device.features_.pushDescriptors = true;
    }
    if (contains(present, VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME)) {
        device.maxFeedbackBytes_ = feedbackBytes(candidate.physical);
        device.features_.transformFeedback = device.maxFeedbackBytes_ > 0;
    }

    VkPhysicalDeviceTransformFeedbackFeaturesEXT feedback{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TRANSFORM_FEEDBACK_FEATURES_EXT,
        .transformFeedback = VK_TRUE};
    void* const feedbackChain = device.features_.transformFeedback ? &feedback : nullptr;
    RayQueryFeatures rays(feedbackChain);
    device.features_.rayQuery = supportsRayQuery(candidate.physical, present);
    if (device.features_.rayQuery) {
        extensions.insert(extensions.end(), std::begin(kRayQueryExtensions),
                          std::end(kRayQueryExtensions));
        rays.structure.accelerationStructure = VK_TRUE;
        rays.address.bufferDeviceAddress = VK_TRUE;
        rays.query.rayQuery = VK_TRUE;
    }
    VkPhysicalDeviceVulkan13Features features13{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
        .pNext = device.features_.rayQuery ? &rays.structure : feedbackChain,
        .synchronization2 = VK_TRUE,
        .dynamicRendering = VK_TRUE,
        .maintenance4 = VK_TRUE,
    };
    VkPhysicalDeviceFeatures2 features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2,
                                       .pNext = &features13};
    for (const auto& [ours, vulkan] : kOptionalFeatures) {
        features.features.*vulkan = available.*vulkan;
        device.features_.*ours = available.*vulkan != VK_FALSE;
    }
    if (device.features_.transformFeedback) {
        extensions.push_back(VK_EXT_TRANSFORM_FEEDBACK_EXTENSION_NAME);
    }
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queue{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
                                        .queueFamilyIndex = candidate.queueFamily,
                                        .queueCount = 1,
                                        .pQueuePriorities = &priority};
    const VkDeviceCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = &features,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledExtensionCount = static_cast<uint32_t>(extensions.size()),
        .ppEnabledExtensionNames = extensions.data(),
    };
    VK_CHECK(vkCreateDevice(candidate.physical, &info, nullptr, &device.device_));
    volkLoadDevice(device.device_);
    vkGetDeviceQueue(device.device_, candidate.queueFamily, 0, &device.queue_);
    vkGetPhysicalDeviceMemoryProperties(candidate.physical, &device.memoryProperties_);

    device.features_.timestampBits =
        queueFamilies(candidate.physical)[candidate.queueFamily].timestampValidBits;

    VkPhysicalDeviceMaintenance3Properties maintenance3{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES};
    device.traceLimits_.sType =
        VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_ACCELERATION_STRUCTURE_PROPERTIES_KHR;
    if (device.features_.rayQuery) maintenance3.pNext = &device.traceLimits_;
    VkPhysicalDeviceProperties2 properties{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2,
                                           .pNext = &maintenance3};
    vkGetPhysicalDeviceProperties2(candidate.physical, &properties);
    device.maxStorageBytes_ = std::min<uint64_t>(device.limits().maxStorageBufferRange,
                                                 maintenance3.maxMemoryAllocationSize);
    device.loadPipelineCache({});
    return device;
}

Device::Device(Device&& other) noexcept {
    *this = std::move(other);
}

Device& Device::operator=(Device&& other) noexcept {
    std::swap(device_, other.device_);
    std::swap(queue_, other.queue_);
    std::swap(candidate_, other.candidate_);
    std::swap(features_, other.features_);
    std::swap(maxStorageBytes_, other.maxStorageBytes_);
    std::swap(assumedBudget_, other.assumedBudget_);
    std::swap(maxFeedbackBytes_, other.maxFeedbackBytes_);
    std::swap(traceLimits_, other.traceLimits_);
    std::swap(memoryProperties_, other.memoryProperties_);
    std::swap(allocated_, other.allocated_);
    std::swap(pipelineCache_, other.pipelineCache_);
    return *this;
}

Device::~Device() {
    if (!device_) return;
    vkDeviceWaitIdle(device_);
    pipelineCache_ = {};
    vkDestroyDevice(device_, nullptr);
}

void Device::assume(const AssumedLimits& assumed) {
    const auto lower = [](auto& limit, uint64_t wanted) {
        if (wanted > 0 && wanted < limit)
            limit = static_cast<std::decay_t<decltype(limit)>>(wanted);
    };
    VkPhysicalDeviceLimits& ours = candidate_.properties.limits;
    lower(ours.maxPerStageDescriptorStorageBuffers, assumed.storageBuffers);
    lower(maxStorageBytes_, assumed.storageBytes);
    lower(ours.maxUniformBufferRange, assumed.uniformBytes);
    lower(ours.maxImageDimension2D, assumed.imageSide);
    lower(ours.maxTexelBufferElements, assumed.texels);
    assumedBudget_ = uint64_t{assumed.memoryMiB} << 20;
    if (assumed.noTransformFeedback) features_.transformFeedback = false;
    if (assumed.noVertexStores) features_.vertexStores = false;
    if (assumed.noIndependentBlend) features_.independentBlend = false;
    if (assumed.noIndirectFirstInstance) features_.indirectFirstInstance = false;
    if (assumed.noMultiDrawIndirect) features_.multiDrawIndirect = false;
    if (assumed.noPushDescriptors) features_.pushDescriptors = false;
    if (assumed.noWireframe) features_.wireframe = false;
    if (assumed.noTimestamps) features_.timestampBits = 0;
    if (assumed.noPipelineStatistics) features_.pipelineStatistics = false;
    if (assumed.noRayQuery) features_.rayQuery = false;
    if (const std::string few = missingBuffers(ours); !few.empty()) {
        throw std::runtime_error(fmt::format("device '{}' cannot be used as assumed: {}",
                                             candidate_.properties.deviceName, few));
    }
}

VkSampleCountFlagBits Device::sampleCount(uint32_t wanted) const {
    const VkSampleCountFlags both =
        limits().framebufferColorSampleCounts & limits().framebufferDepthSampleCounts;
    for (uint32_t samples : {8u, 4u, 2u}) {
        if (samples <= wanted && (both & samples)) {
            return static_cast<VkSampleCountFlagBits>(samples);
        }
    }
    return VK_SAMPLE_COUNT_1_BIT;
}

Allocation Device::allocate(const VkMemoryRequirements& requirements, MemoryUse use,
                            const std::string& name, bool addressed) const {
    const VkMemoryAllocateFlagsInfo flagsInfo{
        .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO,
        .flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT,
    };
    const auto [needed, preferred] = memoryFlags(use);
    std::vector<uint32_t> types;
    for (const VkMemoryPropertyFlags flags : {needed | preferred, needed}) {
        for (uint32_t i = 0; i < memoryProperties_.memoryTypeCount; ++i) {
            if (!(requirements.memoryTypeBits & (1u << i))) continue;
            if ((memoryProperties_.memoryTypes[i].propertyFlags & flags) == flags) {
                types.push_back(i);
            }
        }
    }
    for (uint32_t type : types) {  // a small BAR heap may be full: try the next type
        const VkMemoryAllocateInfo info{
            .sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO,
            .pNext = addressed ? &flagsInfo : nullptr,
            .allocationSize = requirements.size,
            .memoryTypeIndex = type,
        };
        VkDeviceMemory memory = VK_NULL_HANDLE;
        if (vkAllocateMemory(device_, &info, nullptr, &memory) == VK_SUCCESS) {
            this->name(VK_OBJECT_TYPE_DEVICE_MEMORY, memory, name);
            const uint32_t heap = memoryProperties_.memoryTypes[type].heapIndex;
            return Allocation(DeviceMemory(device_, memory), requirements.size,
                              (*allocated_)[heap]);
        }
    }
    const MemoryReport report = this->memory();
    constexpr double kMiB = 1024.0 * 1024.0;
    throw VulkanError(
        VK_ERROR_OUT_OF_DEVICE_MEMORY,
        fmt::format(
            "out of device memory: allocating {:.1f} MiB for '{}' failed, {:.1f} MiB are in use "
            "and the device's budget is {:.1f} MiB; try fewer instances or another method",
            static_cast<double>(requirements.size) / kMiB, name,
            static_cast<double>(report.ours) / kMiB, static_cast<double>(report.budget) / kMiB));
}

MemoryReport Device::memory() const {
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 properties{
        .sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2,
        .pNext = features_.memoryBudget ? &budget : nullptr};
    vkGetPhysicalDeviceMemoryProperties2(candidate_.physical, &properties);
    MemoryReport report;
    for (uint32_t i = 0; i < properties.memoryProperties.memoryHeapCount; ++i) {
        report.oursByHeap.push_back((*allocated_)[i]);
        report.ours += report.oursByHeap.back();
        const VkMemoryHeap& heap = properties.memoryProperties.memoryHeaps[i];
        if (!(heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT)) continue;
        report.used += features_.memoryBudget ? budget.heapUsage[i] : 0;
        // Without VK_EXT_memory_budget the budget is estimated as 80 % of the heap.
        report.budget += features_.memoryBudget ? budget.heapBudget[i] : heap.size / 5 * 4;
    }
    // A CPU device reports the system's entire memory. So the budget is at most this program's
    // memory plus half of the free memory.
    if (isCpu()) {
        if (const auto available = availableSystemMemory()) {
            report.budget = std::min(report.budget, report.ours + *available / 2);
        }
    }
    if (assumedBudget_ > 0) {
        report.budget = std::min(report.budget, assumedBudget_);
        report.used = report.ours;
    }
    return report;
}

std::vector<uint8_t> Device::pipelineCacheData() const {
    size_t size = 0;
    VK_CHECK(vkGetPipelineCacheData(device_, pipelineCache_.get(), &size, nullptr));
    std::vector<uint8_t> data(size);
    VK_CHECK(vkGetPipelineCacheData(device_, pipelineCache_.get(), &size, data.data()));
    data.resize(size);
    return data;
}

void Device::loadPipelineCache(const std::vector<uint8_t>& data) {
    // Some drivers crash on cache data of another driver, although Vulkan requires them to check
    // the header. So this function checks the header.
    VkPipelineCacheHeaderVersionOne header{};
    bool ours = data.size() >= sizeof(header);
    if (ours) {
        std::memcpy(&header, data.data(), sizeof(header));
        ours = header.vendorID == candidate_.properties.vendorID &&
               header.deviceID == candidate_.properties.deviceID &&
               std::memcmp(header.pipelineCacheUUID, candidate_.properties.pipelineCacheUUID,
                           VK_UUID_SIZE) == 0;
    }
    const VkPipelineCacheCreateInfo info{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO,
        .initialDataSize = ours ? data.size() : 0,
        .pInitialData = ours ? data.data() : nullptr,
    };
    pipelineCache_ = VK_CREATE(PipelineCache, vkCreatePipelineCache, *this, info, "pipeline cache");
}

void Device::name(VkObjectType type, uint64_t handle, const std::string& text) const {
    if (!vkSetDebugUtilsObjectNameEXT) return;
    const VkDebugUtilsObjectNameInfoEXT info{
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .objectType = type,
        .objectHandle = handle,
        .pObjectName = text.c_str(),
    };
    VK_CHECK(vkSetDebugUtilsObjectNameEXT(device_, &info));
}

void Device::waitIdle() const {
    VK_CHECK(vkDeviceWaitIdle(device_));
}

}  // namespace sinew
