// The computer on which a report was measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "benchmarks/report/report_words.h"

namespace sinew {

struct Machine {
    std::string os;
    std::string cpu;  // "unknown" if the system does not report it
    unsigned threads = 0;
};
Machine describeMachine();

/// The current state of the computer. A value that the system does not report is empty.
struct SystemState {
    std::optional<double> cpuMhz;          // mean of all cores
    std::optional<uint64_t> cpuThrottles;  // thermal throttling events of all cores since boot
    std::optional<double> gpuMhz;
    std::optional<double> gpuMemoryMhz;
    std::optional<double> gpuCelsius;
    std::optional<std::vector<Slowdown>> gpuSlowedBy;  // empty: not throttled
};
/// Reads the state of the processor, and of the graphics card `deviceName`. Selects an NVIDIA card
/// whose name contains `deviceName` or is contained in it; other cards are selected by their
/// vendor.
SystemState readSystemState(const std::string& deviceName);

}  // namespace sinew
