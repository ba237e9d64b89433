// Opens the device of the options, and fails if there were validation messages.
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
/// `group` is the group in --help.
void addDeviceOptions(Command& command, DeviceOptions& options, const char* group = group::kDevice);

/// Runs `work` on the device, then destroys the device. Throws std::runtime_error if the device
/// does not exist and, after `work`, if there were validation messages.
void withDevice(const DeviceOptions& options, const std::function<void(const Device&)>& work);

}  // namespace sinew::cli
