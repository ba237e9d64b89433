// Reads clocks, temperature and throttling from sysfs, procfs and nvidia-smi.
#include "benchmarks/run/system_state.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>
#include <vector>

namespace sinew {
namespace fs = std::filesystem;
namespace {

/// Returns the number at the start of `text`, after spaces and tabs; nothing if there is none.
std::optional<double> numberIn(std::string_view text) {
    const size_t start = text.find_first_not_of(" \t");
    if (start == std::string_view::npos) return std::nullopt;
    double value = 0;
    const auto [stop, error] =
        std::from_chars(text.data() + start, text.data() + text.size(), value);
    if (error != std::errc()) return std::nullopt;
    return value;
}

std::string firstLine(const fs::path& file) {
    std::ifstream in(file);
    std::string line;
    std::getline(in, line);
    return line;
}

/// Returns the folders in `parent` whose names are `prefix` and a number: cpu0, card1, hwmon2.
std::vector<fs::path> numbered(const fs::path& parent, std::string_view prefix) {
    std::vector<fs::path> folders;
    std::error_code ignored;
    for (fs::directory_iterator at(parent, ignored), end; !ignored && at != end;
         at.increment(ignored)) {
        const std::string name = at->path().filename().string();
        if (name.size() > prefix.size() && name.starts_with(prefix) &&
            name.find_first_not_of("0123456789", prefix.size()) == std::string::npos) {
            folders.push_back(at->path());
        }
    }
    return folders;
}

struct Sum {
    double sum = 0;
    uint32_t count = 0;

    void add(std::optional<double> value) {
        if (!value) return;
        sum += *value;
        ++count;
    }
};

void addProcessor(SystemState& state, const fs::path& root) {
    Sum clocks;  // MHz
    Sum throttles;
    for (const fs::path& cpu : numbered(root / "sys/devices/system/cpu", "cpu")) {
        if (const auto kilohertz = numberIn(firstLine(cpu / "cpufreq/scaling_cur_freq"))) {
            clocks.add(*kilohertz / 1000);
        }
        throttles.add(numberIn(firstLine(cpu / "thermal_throttle/core_throttle_count")));
    }
    if (clocks.count == 0) {
        std::ifstream in(root / "proc/cpuinfo");
        for (std::string line; std::getline(in, line);) {
            if (!line.starts_with("cpu MHz")) continue;
            clocks.add(numberIn(std::string_view(line).substr(line.find(':') + 1)));
        }
    }
    if (clocks.count > 0) state.cpuMhz = clocks.sum / clocks.count;
    if (throttles.count > 0) state.cpuThrottles = static_cast<uint64_t>(throttles.sum);
}

/// Returns the current clock from a table of amdgpu. An asterisk marks its line: "1: 1200Mhz *".
std::optional<double> currentClock(const fs::path& table) {
    std::ifstream in(table);
    for (std::string line; std::getline(in, line);) {
        if (line.find('*') == std::string::npos) continue;
        return numberIn(std::string_view(line).substr(line.find(':') + 1));
    }
    return std::nullopt;
}

void addGraphicsCard(SystemState& state, const fs::path& root, const std::string& deviceName) {
    const auto named = [&](const char* word) { return deviceName.find(word) != std::string::npos; };
    const std::string vendor = named("AMD") || named("Radeon") ? "0x1002"
                               : named("Intel")                ? "0x8086"
                                                               : "none";
    for (const fs::path& card : numbered(root / "sys/class/drm", "card")) {
        if (firstLine(card / "device/vendor") != vendor) continue;
        state.gpuMhz = currentClock(card / "device/pp_dpm_sclk");
        state.gpuMemoryMhz = currentClock(card / "device/pp_dpm_mclk");
        if (!state.gpuMhz) state.gpuMhz = numberIn(firstLine(card / "gt_act_freq_mhz"));
        for (const fs::path& sensor : numbered(card / "device/hwmon", "hwmon")) {
            const auto thousandths = numberIn(firstLine(sensor / "temp1_input"));
            if (thousandths) state.gpuCelsius = *thousandths / 1000;
        }
        if (state.gpuMhz || state.gpuCelsius) return;
    }
}

/// Converts NVML's nvmlClocksThrottleReasons, such as "0x0000000000000024", without bit 0 (idle).
std::optional<std::vector<Slowdown>> slowdownsOf(const std::string& text) {
    uint64_t bits = 0;
    const auto [stop, error] = std::from_chars(text.data() + std::min<size_t>(text.size(), 2),
                                               text.data() + text.size(), bits, 16);
    if (!text.starts_with("0x") || error != std::errc()) return std::nullopt;
    std::vector<Slowdown> reasons;
    for (uint32_t i = 0; i < namesOf(Slowdown{}).size(); ++i) {
        if (bits >> (i + 1) & 1) reasons.push_back(static_cast<Slowdown>(i));
    }
    return reasons;
}

std::string queryNvidia() {
    std::string command = "nvidia-smi --query-gpu=";
    command += kNvidiaQuery;
    command += " --format=csv,noheader,nounits </dev/null 2>/dev/null";
    const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
    std::string answer;
    std::array<char, 512> part{};
    while (pipe && std::fgets(part.data(), part.size(), pipe.get())) answer += part.data();
    return answer;
}

}  // namespace

SystemState stateFromFiles(const fs::path& root, const std::string& deviceName) {
    SystemState state;
    addProcessor(state, root);
    addGraphicsCard(state, root, deviceName);
    return state;
}

void addNvidiaState(SystemState& state, std::string_view csv, const std::string& deviceName) {
    std::istringstream lines{std::string(csv)};
    for (std::string line; std::getline(lines, line);) {
        std::vector<std::string> fields;
        std::istringstream row(line);
        for (std::string field; std::getline(row, field, ',');) {
            const size_t start = field.find_first_not_of(" \t\r");
            const size_t end = field.find_last_not_of(" \t\r");
            fields.push_back(start == std::string::npos ? ""
                                                        : field.substr(start, end - start + 1));
        }
        if (fields.size() != 5 || fields[0].empty()) continue;
        if (deviceName.find(fields[0]) == std::string::npos &&
            (deviceName.empty() || fields[0].find(deviceName) == std::string::npos)) {
            continue;
        }
        state.gpuMhz = numberIn(fields[1]);
        state.gpuMemoryMhz = numberIn(fields[2]);
        state.gpuCelsius = numberIn(fields[3]);
        state.gpuSlowedBy = slowdownsOf(fields[4]);
        return;
    }
}

SystemState readSystemState(const std::string& deviceName) {
    SystemState state = stateFromFiles("/", deviceName);
    if (deviceName.find("NVIDIA") != std::string::npos) {
        addNvidiaState(state, queryNvidia(), deviceName);
    }
    return state;
}

}  // namespace sinew
