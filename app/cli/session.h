// Opens the Vulkan device that the options select. Fails if the validation layer reports messages.
#pragma once

#include <functional>
#include <string>

#include "app/command_line.h"
#include "renderer/device.h"

namespace sinew::cli {

#ifdef SINEW_CHECKED
inline constexpr bool kAlwaysValidate = true;
#else
inline constexpr bool kAlwaysValidate = false;
#endif

struct DeviceOptions {
    std::string device;  // index or part of a name; empty: the best
    bool validate = kAlwaysValidate;
    AssumedLimits assumed;
    std::string assumedText;
};
/// Adds the options. `group` is their heading in --help.
void addDeviceOptions(Command& command, DeviceOptions& options, const char* group = group::kDevice);

/// Runs `work` on the device, then destroys the device. Throws std::runtime_error if the device
/// does not exist and, after `work`, if the validation layer reported messages.
void withDevice(const DeviceOptions& options, const std::function<void(const Device&)>& work);

}  // namespace sinew::cli
