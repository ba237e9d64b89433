// Computes the CPU time of other programs: the total in /proc/stat minus the time of this process.
#include "benchmarks/run/other_load.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace sinew {
namespace {

double ownSeconds() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const auto seconds = [](const timeval& time) {
        return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

}  // namespace

std::optional<double> busySeconds(std::string_view statLine, double ticksPerSecond) {
    std::istringstream in{std::string(statLine)};
    std::string name;
    if (!(in >> name) || name != "cpu") return std::nullopt;
    double busy = 0;
    double ticks = 0;
    // The columns are user, nice, system, idle, iowait, irq, softirq and steal. Guest time is not
    // added, because user includes it.
    for (int column = 0; column < 8 && in >> ticks; ++column) {
        if (column != 3 && column != 4) busy += ticks;
    }
    return busy / ticksPerSecond;
}

bool OtherLoad::disturbed() {
    std::ifstream in("/proc/stat");
    std::string line;
    std::getline(in, line);
    std::optional<double> others = busySeconds(line, static_cast<double>(sysconf(_SC_CLK_TCK)));
    if (others) *others -= ownSeconds();
    const double wall =
        std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
    const std::optional<double> before = std::exchange(others_, others);
    const double elapsed = wall - std::exchange(wall_, wall);
    if (!before || !others) return false;
    const double used = *others - *before;
    const double cores =
        std::max(kBusyCores, kBusyShare * static_cast<double>(sysconf(_SC_NPROCESSORS_ONLN)));
    return used > kLeastBusySeconds && used > cores * elapsed;
}

}  // namespace sinew
