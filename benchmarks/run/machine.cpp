// Describes the computer from files of Linux.
#include "benchmarks/run/machine.h"

#include <sys/utsname.h>

#include <fstream>
#include <thread>

namespace sinew {
namespace {

/// Returns the text after `separator` on the first line of `file` that starts with `key`.
std::string valueIn(const char* file, const std::string& key, char separator) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        if (line.rfind(key, 0) != 0) continue;
        const size_t start = line.find_first_not_of(" \t\"", line.find(separator) + 1);
        if (start == std::string::npos) break;
        const size_t end = line.find_last_not_of(" \t\"");
        return line.substr(start, end - start + 1);
    }
    return {};
}

}  // namespace

Machine describeMachine() {
    Machine machine{.os = valueIn("/etc/os-release", "PRETTY_NAME", '='),
                    .cpu = valueIn("/proc/cpuinfo", "model name", ':'),
                    .threads = std::thread::hardware_concurrency()};
    utsname kernel{};
    if (uname(&kernel) == 0) {
        machine.os += (machine.os.empty() ? "" : ", ") + std::string(kernel.sysname) + " " +
                      kernel.release + " " + kernel.machine;
    }
    if (machine.cpu.empty()) machine.cpu = "unknown";
    return machine;
}

}  // namespace sinew
