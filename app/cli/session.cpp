// Creates the Vulkan instance and device for one command.
#include "app/cli/session.h"

#include <fmt/format.h>

#include "app/assumed_limits.h"
#include "renderer/instance.h"

namespace sinew::cli {

void addDeviceOptions(Command& command, DeviceOptions& options, const char* group) {
    command.group(group);
    command
        .option("--device", options.device,
                "Vulkan device: index or part of a name from 'sinew-cli devices'")
        .form("INDEX|NAME");
    command.flag("--validate", options.validate,
                 "Enable the validation layer; any message is exit code 1");
    command
        .option(
            "--assume-limits",
            [&options](const std::string& list) {
                options.assumed = parseAssumedLimits(list);
                options.assumedText = list;
            },
            "Emulate lower device limits, such as uniform-range=16384")
        .form("LIMIT,...");
}

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
