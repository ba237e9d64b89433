// Implements readSystemState(). Tests replace the root folder and the output of nvidia-smi.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "benchmarks/run/machine.h"

namespace sinew {

/// Reads the state of the processor and of the graphics card of `deviceName`'s vendor.
/// `root` is the folder that contains /sys and /proc: "/" on a running system.
SystemState stateFromFiles(const std::filesystem::path& root, const std::string& deviceName);

inline constexpr const char* kNvidiaQuery =
    "name,clocks.sm,clocks.mem,temperature.gpu,clocks_throttle_reasons.active";

/// Searches `csv` for a card whose name contains `deviceName`, or the reverse, and adds the
/// values of its line. Fields that are not numbers are ignored.
void addNvidiaState(SystemState& state, std::string_view csv, const std::string& deviceName);

}  // namespace sinew
