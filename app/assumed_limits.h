// Options of the Vulkan device: --device, --validate and --assume-limits.
#pragma once

#include <string>
#include <string_view>

#include "app/command_line.h"
#include "renderer/device/device.h"

namespace sinew {

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

/// Parses text such as "uniform-range=16384,no-transform-feedback"; empty text sets no limits.
/// Throws std::runtime_error for an unknown limit; the message lists all limits.
AssumedLimits parseAssumedLimits(std::string_view text);

}  // namespace sinew
