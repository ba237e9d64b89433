// The pipeline cache between runs.
#pragma once

#include "renderer/device.h"

namespace sinew {

/// One file in cacheFolder() for each device and driver, named by the driver's own identifiers. A
/// file that is missing or not valid gives an empty cache.
void loadPipelineCache(Device& device);

/// Throws std::runtime_error when the file cannot be written.
void savePipelineCache(const Device& device);

}  // namespace sinew
