// Vulkan 1.3 for the examples: device, buffers, images, barriers. Descriptors and pipelines are in
// passes.h, the frame loop is in frames.h. One source file per program includes these headers.
//
// A failed command throws. Objects belong to Gpu, which destroys them in reverse order of creation.
// VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation enables validation.
#pragma once
#define VOLK_IMPLEMENTATION
#include <volk.h>

#include <SDL.h>
#include <SDL_vulkan.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <functional>
#include <source_location>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

// Several Vulkan fields share a line.
// clang-format off
namespace example {

constexpr uint32_t kSide = 640;  // width and height of the picture, pixels
constexpr VkFormat kColorFormat = VK_FORMAT_R8G8B8A8_SRGB, kDepthFormat = VK_FORMAT_D32_SFLOAT;
constexpr VkMemoryPropertyFlags kDeviceMemory = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kMappedMemory =
    VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;

[[noreturn]] inline void fail(const std::string& message) { throw std::runtime_error(message); }

/// The message has the line of the failed call.
inline void check(VkResult result, std::source_location at = std::source_location::current()) {
    if (result == VK_SUCCESS) return;
    fail(std::string(at.file_name()) + ":" + std::to_string(at.line()) + ": VkResult " + std::to_string(result));
}

inline void requireLimit(const char* name, uint64_t needed, uint64_t limit) {
    if (needed <= limit) return;
    fail(std::string(name) + " is " + std::to_string(limit) + "; the example needs " + std::to_string(needed));
}

struct Buffer { VkBuffer buffer = VK_NULL_HANDLE; VkDeviceSize bytes = 0; void* mapped = nullptr; };
struct Image { VkImage image = VK_NULL_HANDLE; VkImageView view = VK_NULL_HANDLE; VkImageAspectFlags aspect = 0; VkExtent2D extent{}; };

/// Runs functions in reverse order of their registration, also if a constructor throws.
struct Destructors {
    std::vector<std::function<void()>> functions;
    ~Destructors() { downTo(0); }
    void downTo(size_t count) {
        for (; functions.size() > count; functions.pop_back()) functions.back()();
    }
    void add(std::function<void()> function) { functions.push_back(std::move(function)); }
};

/// Requirements of an example that exceed Vulkan 1.3. The features must be ones that each
/// implementation of the device extensions supports.
struct Requirements {
    std::vector<const char*> extensions{};
    void* features = nullptr;  // chain of feature structures
    std::vector<VkDescriptorPoolSize> descriptors{};
};

/// A device with Vulkan 1.3, the required extensions, and a queue family for graphics, compute and
/// presentation. Discrete GPUs are preferred, and software renderers are the last choice.
struct Gpu {
    explicit Gpu(bool withWindow, const Requirements& requirements = {});
    ~Gpu() { if (device) vkDeviceWaitIdle(device); }

    SDL_Window* window = nullptr;
    VkInstance instance{};
    VkSurfaceKHR surface{};
    VkPhysicalDevice physical{};
    VkPhysicalDeviceLimits limits{};
    VkDevice device{};
    uint32_t queueFamily = 0;
    VkQueue queue{};
    VkCommandPool commandPool{};
    VkDescriptorPool descriptorPool{};
    Destructors destructors;
};

template <typename Handle>
using Destroy = void (*)(VkDevice, Handle, const VkAllocationCallbacks*);
template <typename Handle>
Handle owned(Gpu& gpu, Handle handle, Destroy<Handle> destroy) {
    gpu.destructors.add([device = gpu.device, handle, destroy] { destroy(device, handle, nullptr); });
    return handle;
}
/// Calls vkCreate..., and registers vkDestroy...
template <typename Handle, typename Info>
Handle make(Gpu& gpu, VkResult (*create)(VkDevice, const Info*, const VkAllocationCallbacks*, Handle*),
            Destroy<Handle> destroy, const std::type_identity_t<Info>& info,
            std::source_location at = std::source_location::current()) {
    Handle handle;
    check(create(gpu.device, &info, nullptr, &handle), at);
    return owned(gpu, handle, destroy);
}

/// The elements that an enumerating command returns. A failed command gives an empty list.
template <typename T, typename Command, typename... Arguments>
std::vector<T> list(Command command, Arguments... arguments) {
    uint32_t count = 0;
    command(arguments..., &count, nullptr);
    std::vector<T> elements(count);
    command(arguments..., &count, elements.data());
    return elements;
}

/// True if a queue family of the device fits.
inline bool findQueueFamily(VkPhysicalDevice physical, VkSurfaceKHR surface, uint32_t& family) {
    const auto families = list<VkQueueFamilyProperties>(vkGetPhysicalDeviceQueueFamilyProperties, physical);
    for (family = 0; family < families.size(); ++family) {
        VkBool32 presents = VK_TRUE;
        if (surface) check(vkGetPhysicalDeviceSurfaceSupportKHR(physical, family, surface, &presents));
        if (presents && !(~families[family].queueFlags & (VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT))) return true;
    }
    return false;
}

/// The first of the extensions that the device lacks, or an empty text.
inline std::string missingExtension(VkPhysicalDevice physical, const std::vector<const char*>& extensions) {
    const auto supported = list<VkExtensionProperties>(vkEnumerateDeviceExtensionProperties, physical, nullptr);
    for (const std::string name : extensions) {
        if (std::none_of(supported.begin(), supported.end(), [&](const auto& e) { return name == e.extensionName; })) return name;
    }
    return {};
}

inline Gpu::Gpu(bool withWindow, const Requirements& requirements) {
    if (volkInitialize() != VK_SUCCESS) fail("no Vulkan loader");
    std::vector<const char*> extensions;
    if (withWindow) {
        if (SDL_Init(SDL_INIT_VIDEO) != 0) fail(SDL_GetError());
        destructors.add(SDL_Quit);
        window = SDL_CreateWindow("Sinew example", SDL_WINDOWPOS_CENTERED, SDL_WINDOWPOS_CENTERED, kSide, kSide,
                                  SDL_WINDOW_VULKAN | SDL_WINDOW_RESIZABLE);
        if (!window) fail(SDL_GetError());
        destructors.add([this] { SDL_DestroyWindow(window); });
        extensions = list<const char*>(SDL_Vulkan_GetInstanceExtensions, window);
    }
    const VkApplicationInfo application{.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_3};
    const VkInstanceCreateInfo instanceInfo{.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pApplicationInfo = &application,
        .enabledExtensionCount = uint32_t(extensions.size()), .ppEnabledExtensionNames = extensions.data()};
    check(vkCreateInstance(&instanceInfo, nullptr, &instance));
    volkLoadInstance(instance);
    destructors.add([this] { vkDestroyInstance(instance, nullptr); });
    if (withWindow) {
        if (!SDL_Vulkan_CreateSurface(window, instance, &surface)) fail(SDL_GetError());
        destructors.add([this] { vkDestroySurfaceKHR(instance, surface, nullptr); });
    }
    const auto devices = list<VkPhysicalDevice>(vkEnumeratePhysicalDevices, instance);
    std::string missing = "no device with Vulkan 1.3; try mesa-vulkan-drivers";
    int best = -1;
    for (const VkPhysicalDevice candidate : devices) {
        VkPhysicalDeviceProperties properties;
        vkGetPhysicalDeviceProperties(candidate, &properties);
        uint32_t family = 0;
        if (properties.apiVersion < VK_API_VERSION_1_3 || !findQueueFamily(candidate, surface, family)) continue;
        const std::string lacks = missingExtension(candidate, requirements.extensions);
        if (!lacks.empty()) missing = "the device lacks " + lacks;
        const int rank = properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU ? 2 : properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU ? 0 : 1;
        if (!lacks.empty() || rank <= best) continue;
        best = rank; physical = candidate; limits = properties.limits; queueFamily = family;
    }
    if (!physical) fail(missing);
    const float priority = 1.0f;
    const VkDeviceQueueCreateInfo queueInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .queueFamilyIndex = queueFamily, .queueCount = 1, .pQueuePriorities = &priority};
    std::vector<const char*> deviceExtensions = requirements.extensions;
    if (withWindow) deviceExtensions.push_back(VK_KHR_SWAPCHAIN_EXTENSION_NAME);
    // Each implementation of Vulkan 1.3 supports these features.
    const VkPhysicalDeviceVulkan13Features features{.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_VULKAN_1_3_FEATURES,
        .pNext = requirements.features, .synchronization2 = VK_TRUE, .dynamicRendering = VK_TRUE, .maintenance4 = VK_TRUE};
    const VkDeviceCreateInfo deviceInfo{.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .pNext = &features,
        .queueCreateInfoCount = 1, .pQueueCreateInfos = &queueInfo,
        .enabledExtensionCount = uint32_t(deviceExtensions.size()), .ppEnabledExtensionNames = deviceExtensions.data()};
    check(vkCreateDevice(physical, &deviceInfo, nullptr, &device));
    volkLoadDevice(device);
    destructors.add([this] { vkDestroyDevice(device, nullptr); });
    vkGetDeviceQueue(device, queueFamily, 0, &queue);
    commandPool = make(*this, vkCreateCommandPool, vkDestroyCommandPool, {.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT, .queueFamilyIndex = queueFamily});
    std::vector<VkDescriptorPoolSize> sizes = requirements.descriptors;
    sizes.insert(sizes.end(), {{VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 64}, {VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, 8},
                               {VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER, 8}});
    descriptorPool = make(*this, vkCreateDescriptorPool, vkDestroyDescriptorPool, {
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .maxSets = 16, .poolSizeCount = uint32_t(sizes.size()), .pPoolSizes = sizes.data()});
}

inline VkDeviceMemory allocate(Gpu& gpu, const VkMemoryRequirements& needs, VkMemoryPropertyFlags wanted, VkMemoryAllocateFlags flags = 0) {
    VkPhysicalDeviceMemoryProperties memory;
    vkGetPhysicalDeviceMemoryProperties(gpu.physical, &memory);
    uint32_t type = 0;
    while (~needs.memoryTypeBits & (1u << type) ||  // Vulkan guarantees a match
           ~memory.memoryTypes[type].propertyFlags & wanted) ++type;
    const VkMemoryAllocateFlagsInfo flagsInfo{.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO, .flags = flags};
    return make(gpu, vkAllocateMemory, vkFreeMemory, {.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .pNext = &flagsInfo,
        .allocationSize = needs.size, .memoryTypeIndex = type});
}

inline Buffer createBuffer(Gpu& gpu, VkDeviceSize bytes, VkBufferUsageFlags usage, VkMemoryPropertyFlags properties) {
    Buffer result{.bytes = std::max<VkDeviceSize>(bytes, 4)};  // a size of 0 is invalid
    result.buffer = make(gpu, vkCreateBuffer, vkDestroyBuffer, {
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = result.bytes, .usage = usage});
    VkMemoryRequirements needs;
    vkGetBufferMemoryRequirements(gpu.device, result.buffer, &needs);
    const VkDeviceMemory memory = allocate(gpu, needs, properties,
        usage & VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT ? VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT : 0);
    check(vkBindBufferMemory(gpu.device, result.buffer, memory, 0));
    if (properties == kMappedMemory) check(vkMapMemory(gpu.device, memory, 0, VK_WHOLE_SIZE, 0, &result.mapped));
    return result;
}

inline Image createImage(Gpu& gpu, VkExtent2D extent, VkFormat format, VkImageUsageFlags usage) {
    Image result{.aspect = format == kDepthFormat ? VK_IMAGE_ASPECT_DEPTH_BIT : VK_IMAGE_ASPECT_COLOR_BIT, .extent = extent};
    result.image = make(gpu, vkCreateImage, vkDestroyImage, {.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .imageType = VK_IMAGE_TYPE_2D, .format = format, .extent = {extent.width, extent.height, 1}, .mipLevels = 1,
        .arrayLayers = 1, .samples = VK_SAMPLE_COUNT_1_BIT, .usage = usage});
    VkMemoryRequirements needs;
    vkGetImageMemoryRequirements(gpu.device, result.image, &needs);
    check(vkBindImageMemory(gpu.device, result.image, allocate(gpu, needs, kDeviceMemory), 0));
    result.view = make(gpu, vkCreateImageView, vkDestroyImageView, {.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .image = result.image, .viewType = VK_IMAGE_VIEW_TYPE_2D, .format = format,
        .subresourceRange = {result.aspect, 0, 1, 0, 1}});
    return result;
}

inline VkCommandBuffer beginCommands(Gpu& gpu) {
    const VkCommandBufferAllocateInfo info{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .commandPool = gpu.commandPool, .commandBufferCount = 1};
    VkCommandBuffer commands;
    check(vkAllocateCommandBuffers(gpu.device, &info, &commands));
    const VkCommandBufferBeginInfo begin{.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    check(vkBeginCommandBuffer(commands, &begin));
    return commands;
}

inline void submitAndWait(Gpu& gpu, VkCommandBuffer commands) {
    check(vkEndCommandBuffer(commands));
    const VkSubmitInfo submit{.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &commands};
    check(vkQueueSubmit(gpu.queue, 1, &submit, VK_NULL_HANDLE));
    check(vkQueueWaitIdle(gpu.queue));
}

struct Access { VkPipelineStageFlags2 stages; VkAccessFlags2 access; };

inline void memoryBarrier(VkCommandBuffer commands, Access src, Access dst) {
    const VkMemoryBarrier2 barrier{.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER_2, .srcStageMask = src.stages,
        .srcAccessMask = src.access, .dstStageMask = dst.stages, .dstAccessMask = dst.access};
    const VkDependencyInfo dependency{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .memoryBarrierCount = 1, .pMemoryBarriers = &barrier};
    vkCmdPipelineBarrier2(commands, &dependency);
}

/// Copies data through a staging buffer into device memory.
template <typename T>
Buffer upload(Gpu& gpu, const std::vector<T>& values, VkBufferUsageFlags usage) {
    const VkBufferCopy copy{.size = values.size() * sizeof(T)};
    const Buffer result = createBuffer(gpu, copy.size, usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, kDeviceMemory);
    if (values.empty()) return result;
    const size_t kept = gpu.destructors.functions.size();
    const Buffer staging = createBuffer(gpu, copy.size, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kMappedMemory);
    std::memcpy(staging.mapped, values.data(), copy.size);
    const VkCommandBuffer commands = beginCommands(gpu);
    vkCmdCopyBuffer(commands, staging.buffer, result.buffer, 1, &copy);
    // Waiting on the host alone does not make the copy visible to later reads on the device.
    memoryBarrier(commands, {VK_PIPELINE_STAGE_2_COPY_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT},
                  {VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT, VK_ACCESS_2_MEMORY_READ_BIT});
    submitAndWait(gpu, commands);
    gpu.destructors.downTo(kept);
    return result;
}

inline void imageBarrier(VkCommandBuffer commands, const Image& image, VkImageLayout from, VkImageLayout to, Access src, Access dst) {
    const VkImageMemoryBarrier2 barrier{.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2, .srcStageMask = src.stages,
        .srcAccessMask = src.access, .dstStageMask = dst.stages, .dstAccessMask = dst.access, .oldLayout = from, .newLayout = to,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED, .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = image.image, .subresourceRange = {image.aspect, 0, 1, 0, 1}};
    const VkDependencyInfo dependency{.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO, .imageMemoryBarrierCount = 1, .pImageMemoryBarriers = &barrier};
    vkCmdPipelineBarrier2(commands, &dependency);
}

constexpr Access kDepthAccess{
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT,
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT};

}  // namespace example
