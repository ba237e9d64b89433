// The pipeline cache on disk.
#pragma once

#include "renderer/device.h"

namespace sinew {

/// cacheFolder() has one file per device and driver, named by the driver's identifiers. A missing
/// or invalid file gives an empty cache.
void loadPipelineCache(Device& device);

/// Throws std::runtime_error if the file cannot be written.
void savePipelineCache(const Device& device);

}  // namespace sinew
