// readSystemState with a replaceable root folder and nvidia-smi output, for tests.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "benchmarks/run/machine.h"

namespace sinew {

/// Reads the processor and the graphics card of `deviceName`'s vendor from files below `root` ("/"
/// on a running system).
SystemState stateFromFiles(const std::filesystem::path& root, const std::string& deviceName);

inline constexpr const char* kNvidiaQuery =
    "name,clocks.sm,clocks.mem,temperature.gpu,clocks_throttle_reasons.active";

/// Adds the values of the first line in `csv` whose card name contains `deviceName` or vice versa.
/// Fields that are not numbers are ignored.
void addNvidiaState(SystemState& state, std::string_view csv, const std::string& deviceName);

}  // namespace sinew
