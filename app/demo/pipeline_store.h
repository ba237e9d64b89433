// The pipeline cache between runs.
#pragma once

#include "renderer/device.h"

namespace sinew {

/// One file a device and driver, as the driver itself tells them apart, in cacheFolder(). What is
/// not there, or is of no use, is as good as an empty cache.
void loadPipelineCache(Device& device);

/// Throws std::runtime_error when the file cannot be written.
void savePipelineCache(const Device& device);

}  // namespace sinew
