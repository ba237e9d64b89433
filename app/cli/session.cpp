// Creates the Vulkan instance and device for one command.
#include "app/cli/session.h"

#include <fmt/format.h>

#include "renderer/device/instance.h"

namespace sinew::cli {

void withDevice(const DeviceOptions& options, const std::function<void(const Device&)>& work) {
    const Instance instance = Instance::create({.validation = options.validate});
    {
        Device device =
            Device::create(chooseDevice(instance, VK_NULL_HANDLE, options.device), false);
        device.assume(options.assumed);
        work(device);
    }
    if (const uint32_t messages = instance.validationMessages()) {
        throw std::runtime_error(
            fmt::format("the validation layer reported {} message{}, printed above", messages,
                        messages == 1 ? "" : "s"));
    }
}

}  // namespace sinew::cli
