// Measures how busy other programs are during a measurement.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// A block is disturbed if other programs use more than kBusyCores cores and more than kBusyShare
/// of all cores. CPU time up to kLeastBusySeconds is ignored: it is below the clock's resolution.
inline constexpr double kBusyCores = 0.25;
inline constexpr double kBusyShare = 0.05;
inline constexpr double kLeastBusySeconds = 0.05;

/// Returns the CPU time of all programs since boot in seconds, including steal time. `statLine` is
/// the first line of /proc/stat.
std::optional<double> busySeconds(std::string_view statLine, double ticksPerSecond);

class OtherLoad {
public:
    OtherLoad() { disturbed(); }

    /// True if other programs were busy since the previous call, or since construction. False if
    /// the system does not report it.
    bool disturbed();

private:
    std::optional<double> others_;  // CPU time of other programs, seconds
    double wall_ = 0;
};

}  // namespace sinew
