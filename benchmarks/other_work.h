// Measures the processor load of other programs during a measurement.
#pragma once

#include <optional>
#include <string_view>

namespace sinew {

/// A block is disturbed if other programs keep more cores busy than kBusyCores, or than the share
/// kBusyShare of all cores if that is more. Less CPU time than kLeastBusySeconds is below the
/// resolution of the system's clock.
inline constexpr double kBusyCores = 0.25;
inline constexpr double kBusyShare = 0.05;
inline constexpr double kLeastBusySeconds = 0.05;

/// CPU time in seconds that all programs used since boot, including steal time, from the first line
/// of /proc/stat. Nothing if the line has another form.
std::optional<double> busySeconds(std::string_view statLine, double ticksPerSecond);

/// CPU time of all other programs between two calls.
class OtherWork {
public:
    OtherWork() { disturbed(); }

    /// True if other programs were busy since the previous call or construction. False if the
    /// system does not report it.
    bool disturbed();

private:
    std::optional<double> others_;  // seconds of CPU time
    double wall_ = 0;
};

}  // namespace sinew
