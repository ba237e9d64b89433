// How busy other programs keep the processor while something is measured.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// A block counts as disturbed if other programs keep more cores busy: a quarter of one, or the
/// share kBusyShare of all where that is more. Less CPU time than kLeastBusySeconds is below the
/// resolution of the system's clock.
inline constexpr double kBusyCores = 0.25;
inline constexpr double kBusyShare = 0.05;
inline constexpr double kLeastBusySeconds = 0.05;

/// Seconds of CPU time that all programs used since the system started, the time that a hypervisor
/// took included: from the first line of /proc/stat. Nothing: it is no such line.
std::optional<double> busySeconds(std::string_view statLine, double ticksPerSecond);

/// CPU time of all programs but this one, from one call to the next.
class OtherWork {
public:
    OtherWork() { disturbed(); }

    /// Other programs kept so many cores busy since the call before, or since construction. False
    /// where the system does not tell.
    bool disturbed();

private:
    std::optional<double> others_;  // seconds of CPU time
    double wall_ = 0;               // seconds
};

}  // namespace sinew
