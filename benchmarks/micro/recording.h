// Times the recording of a frame's command buffer, by method and number of instances.
#pragma once

#include <memory>
#include <string>

#include "skinning/model.h"

namespace sinew {

/// Registers the benchmarks record-METHOD/MODEL with Google Benchmark. Recording time depends on
/// draws and dispatches, not on vertices, so one model is enough. Returns the name of the device,
/// which stays open until the program ends. Returns an empty text if there is no Vulkan device.
std::string registerRecording(std::shared_ptr<const Model> model);

}  // namespace sinew
