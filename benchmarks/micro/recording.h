// Recording a frame's command buffer, by method and crowd size.
#pragma once

#include <memory>
#include <string>

#include "skinning/model.h"

namespace sinew {

/// Registers record-METHOD/MODEL with Google Benchmark. How long it takes depends on draws and
/// dispatches, not on vertices: one model will do. Returns the device's name, which stays open
/// until the program ends; empty, and nothing is registered, where there is no Vulkan device.
std::string registerRecording(std::shared_ptr<const Model> model);

}  // namespace sinew
