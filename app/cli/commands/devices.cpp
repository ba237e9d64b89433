// sinew-cli devices: lists the Vulkan devices, best first, and why each is usable or not.
#include <fmt/format.h>

#include "app/cli/commands/commands.h"
#include "app/cli/say.h"
#include "renderer/device/device.h"
#include "renderer/device/instance.h"

namespace sinew::cli {
namespace {

uint64_t deviceLocalBytes(VkPhysicalDevice physical) {
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(physical, &memory);
    uint64_t bytes = 0;
    for (uint32_t i = 0; i < memory.memoryHeapCount; ++i) {
        const VkMemoryHeap& heap = memory.memoryHeaps[i];
        if (heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) bytes += heap.size;
    }
    return bytes;
}

void listDevices() {
    const Instance instance = Instance::create({});
    const std::vector<DeviceCandidate> devices = rankDevices(instance, VK_NULL_HANDLE);
    for (size_t i = 0; i < devices.size(); ++i) {
        const DeviceCandidate& device = devices[i];
        const uint32_t version = device.properties.apiVersion;
        say("{}: {}{}\n", i, device.properties.deviceName,
            i == 0 && device.usable ? "   <- selected by default" : "");
        say("   {}\n   driver {}; Vulkan {}.{}.{}; {} MiB of device memory\n", device.verdict,
            device.driver, VK_API_VERSION_MAJOR(version), VK_API_VERSION_MINOR(version),
            VK_API_VERSION_PATCH(version), deviceLocalBytes(device.physical) >> 20);
    }
}

}  // namespace

void addDevices(Program& program) {
    Command command =
        program.command("devices", "List the Vulkan devices, and why each is selected or rejected");
    command.example("sinew-cli devices");
    command.run(listDevices);
}

}  // namespace sinew::cli
