// The computer that figures were measured on.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/report_words.h"

namespace sinew {

struct Machine {
    std::string os;   // distribution and kernel
    std::string cpu;  // the processor's own name; "unknown" where the system does not report it
    unsigned threads = 0;
};
Machine describeMachine();

/// Clocks and temperatures that the system reports at one moment; nothing where it does not.
struct SystemState {
    std::optional<double> cpuMhz;          // mean of all cores
    std::optional<uint64_t> cpuThrottles;  // times that a core was slowed for heat, since start
    std::optional<double> gpuMhz;
    std::optional<double> gpuMemoryMhz;
    std::optional<double> gpuCelsius;
    std::optional<std::vector<Slowdown>> gpuSlowedBy;  // empty: it runs as fast as it can
};
/// Of the processor and of the graphics card whose name holds `deviceName` or is held by it.
SystemState readSystemState(const std::string& deviceName);

}  // namespace sinew
