// Opens the Vulkan device that the options select. Fails if the validation layer reports messages.
#pragma once

#include <functional>

#include "app/assumed_limits.h"

namespace sinew::cli {

/// Runs `work` on the device, then destroys the device. Throws std::runtime_error if the device
/// does not exist and, after `work`, if the validation layer reported messages.
void withDevice(const DeviceOptions& options, const std::function<void(const Device&)>& work);

}  // namespace sinew::cli
