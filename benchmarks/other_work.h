// How busy other programs keep the processor while something is measured.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// Cores that other programs keep busy beyond which a block counts as disturbed, and the CPU time
/// below which the system's clock is too coarse to tell.
inline constexpr double kBusyCores = 0.25;
inline constexpr double kLeastBusySeconds = 0.05;

/// Seconds of CPU time that all programs used since the system started, the time that a hypervisor
/// took included: from the first line of /proc/stat. Nothing: it is no such line.
std::optional<double> busySeconds(std::string_view statLine, double ticksPerSecond);

/// CPU time of all programs but this one, from one call to the next.
class OtherWork {
public:
    OtherWork() { disturbed(); }

    /// Other programs used more than kBusyCores since the call before, or since construction. False
    /// where the system does not tell.
    bool disturbed();

private:
    std::optional<double> others_;  // seconds of CPU time
    double wall_ = 0;               // seconds
};

}  // namespace sinew
