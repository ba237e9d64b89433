// Measures the processor load of other programs during a measurement.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// A block is disturbed if other programs use more than kBusyCores cores, or the share kBusyShare
/// of all cores if that is more. Less time than kLeastBusySeconds is below the clock's resolution.
inline constexpr double kBusyCores = 0.25;
inline constexpr double kBusyShare = 0.05;
inline constexpr double kLeastBusySeconds = 0.05;

/// CPU time of all programs since boot in seconds, with steal time, from the first line of
/// /proc/stat.
std::optional<double> busySeconds(std::string_view statLine, double ticksPerSecond);

class OtherLoad {
public:
    OtherLoad() { disturbed(); }

    /// Since the previous call or construction. False if the system does not report it.
    bool disturbed();

private:
    std::optional<double> others_;  // seconds of CPU time
    double wall_ = 0;
};

}  // namespace sinew
