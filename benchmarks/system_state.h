// readSystemState for any root folder and any answer of nvidia-smi: for tests.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "benchmarks/machine.h"

namespace sinew {

/// The state of the processor, and of the graphics card of the vendor that `deviceName` names, from
/// the files below `root` ("/" on a running system). AMD's and Intel's drivers report their cards
/// there.
SystemState stateFromFiles(const std::filesystem::path& root, const std::string& deviceName);

/// The fields that nvidia-smi is asked for, in this order.
inline constexpr const char* kNvidiaQuery =
    "name,clocks.sm,clocks.mem,temperature.gpu,clocks_throttle_reasons.active";

/// Adds what a line of its answer (CSV without header and units) says about the card whose name
/// holds `deviceName` or is held by it. Fields that are no numbers add nothing.
void addNvidiaState(SystemState& state, std::string_view csv, const std::string& deviceName);

}  // namespace sinew
