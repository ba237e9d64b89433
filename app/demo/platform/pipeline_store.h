// The pipeline cache on disk.
#pragma once

#include "renderer/device/device.h"

namespace sinew {

/// Loads the pipeline cache from cacheFolder(), which has one file per device and driver, named by
/// pipelineCacheUUID. A missing or invalid file gives an empty cache.
void loadPipelineCache(Device& device);

/// Saves the pipeline cache. Throws std::runtime_error if the file cannot be written.
void savePipelineCache(const Device& device);

}  // namespace sinew
