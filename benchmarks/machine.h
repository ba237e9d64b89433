// The computer that figures were measured on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace sinew {

struct Machine {
    std::string os;   // distribution and kernel
    std::string cpu;  // as the processor names itself; "unknown" when the system does not tell
    unsigned threads = 0;
};
Machine describeMachine();

/// What the system tells about clocks and heat at one moment; nothing where it does not tell.
struct SystemState {
    std::optional<double> cpuMhz;          // mean of all cores
    std::optional<uint64_t> cpuThrottles;  // times that a core was slowed for heat, since start
    std::optional<double> gpuMhz;
    std::optional<double> gpuMemoryMhz;
    std::optional<double> gpuCelsius;
    std::string gpuThrottling;  // the driver's reasons; empty: none, or not told
};
/// Of the processor and of the graphics card whose name holds `deviceName` or is held by it.
SystemState readSystemState(const std::string& deviceName);

}  // namespace sinew
