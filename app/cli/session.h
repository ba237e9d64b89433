// Opens the device that the options name, and fails when there were validation messages.
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
    std::string assumedText;  // as they were given
};
/// `group`: their group in --help.
void addDeviceOptions(Command& command, DeviceOptions& options, const char* group = group::kDevice);

/// Runs `work` on the device and destroys the device. Throws std::runtime_error when there is no
/// such device and, after `work`, when there were validation messages.
void withDevice(const DeviceOptions& options, const std::function<void(const Device&)>& work);

}  // namespace sinew::cli
