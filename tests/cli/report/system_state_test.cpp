// Tests that clocks and temperatures are read, from a test folder instead of /sys and /proc.
#include "benchmarks/run/system_state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "benchmarks/report/report.h"
#include "tests/cli/program.h"

namespace sinew {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SystemStateTest : public ::testing::Test {
protected:
    void write(const char* file, const char* content) const {
        fs::create_directories((root_.path() / file).parent_path());
        test::writeFile(root_.path() / file, content);
    }
    SystemState stateOf(const char* gpu) const { return stateFromFiles(root_.path(), gpu); }

    test::TemporaryFolder root_;
};

TEST_F(SystemStateTest, AveragesTheCoresAndAddsTheirThrottles) {
    const SystemState none = stateOf("AMD Radeon RX 7900");
    EXPECT_FALSE(none.cpuMhz || none.cpuThrottles || none.gpuMhz || none.gpuMemoryMhz ||
                 none.gpuCelsius || none.gpuSlowedBy);
    write("sys/devices/system/cpu/cpu0/cpufreq/scaling_cur_freq", "3000000\n");
    write("sys/devices/system/cpu/cpu11/cpufreq/scaling_cur_freq", "2000000\n");
    write("sys/devices/system/cpu/cpu0/thermal_throttle/core_throttle_count", "3\n");
    write("sys/devices/system/cpu/cpu11/thermal_throttle/core_throttle_count", "4\n");
    write("sys/devices/system/cpu/cpufreq/scaling_cur_freq", "9000000\n");  // not a core: ignored
    write("proc/cpuinfo", "cpu MHz\t\t: 1.0\n");
    const SystemState state = stateOf("");
    EXPECT_DOUBLE_EQ(state.cpuMhz.value(), 2500);
    EXPECT_EQ(state.cpuThrottles.value(), 7u);
}

TEST_F(SystemStateTest, TakesCpuinfoWhereThereAreNoFrequencies) {
    write("proc/cpuinfo", "model name\t: A\ncpu MHz\t\t: 2400.500\ncpu MHz\t\t: 2600.500\n");
    EXPECT_DOUBLE_EQ(stateOf("").cpuMhz.value(), 2500.5);
}

TEST_F(SystemStateTest, ReadsTheMarkedClocksOfTheCardOfThatVendor) {
    write("sys/class/drm/card0/device/vendor", "0x8086\n");
    write("sys/class/drm/card0/gt_act_freq_mhz", "350\n");
    write("sys/class/drm/card1/device/vendor", "0x1002\n");
    write("sys/class/drm/card1/device/pp_dpm_sclk", "0: 500Mhz \n1: 2105Mhz *\n");
    write("sys/class/drm/card1/device/pp_dpm_mclk", "0: 96Mhz *\n1: 1249Mhz\n");
    write("sys/class/drm/card1/device/hwmon/hwmon4/temp1_input", "61000\n");
    write("sys/class/drm/card1-DP-1/device/vendor", "0x1002\n");
    const SystemState amd = stateOf("AMD Radeon RX 6800 (RADV NAVI21)");
    EXPECT_DOUBLE_EQ(amd.gpuMhz.value(), 2105);
    EXPECT_DOUBLE_EQ(amd.gpuMemoryMhz.value(), 96);
    EXPECT_DOUBLE_EQ(amd.gpuCelsius.value(), 61);
    EXPECT_DOUBLE_EQ(stateOf("Intel(R) UHD Graphics 630").gpuMhz.value(), 350);
    EXPECT_FALSE(stateOf("llvmpipe (LLVM 15)").gpuMhz.has_value());
}

TEST_F(SystemStateTest, ReadsTheCardThatIsMeantOutOfNvidiasAnswer) {
    const char* answer =
        "NVIDIA T4, 300, 405, 33, 0x0000000000000001\n"
        "NVIDIA H200, 1980, 3201, 41, 0x0000000000000024\n";
    SystemState state;
    addNvidiaState(state, answer, "NVIDIA H200");
    EXPECT_DOUBLE_EQ(state.gpuMhz.value(), 1980);
    EXPECT_DOUBLE_EQ(state.gpuMemoryMhz.value(), 3201);
    EXPECT_DOUBLE_EQ(state.gpuCelsius.value(), 41);
    EXPECT_THAT(state.gpuSlowedBy.value(), ElementsAre(Slowdown::powerLimit, Slowdown::heat));
    EXPECT_EQ(slowdownsText(*state.gpuSlowedBy), "power limit, heat");
    SystemState idle;
    addNvidiaState(idle, answer, "NVIDIA T4/PCIe/SSE2");
    EXPECT_DOUBLE_EQ(idle.gpuMhz.value(), 300);
    EXPECT_TRUE(idle.gpuSlowedBy.value().empty());
}

TEST_F(SystemStateTest, TakesNothingFromAnswersThatItDoesNotUnderstand) {
    for (const char* answer :
         {"", "\n,,,,\n", "NVIDIA-SMI has failed because it could not communicate\n",
          "NVIDIA H200, 1980\n", "NVIDIA A100, 1, 2, 3, 0x0\n"}) {
        SystemState state;
        addNvidiaState(state, answer, "NVIDIA H200");
        EXPECT_FALSE(state.gpuMhz.has_value()) << answer;
    }
    SystemState state;
    addNvidiaState(state, "NVIDIA H200, [N/A], , x, [Not Supported]\n", "NVIDIA H200");
    EXPECT_FALSE(state.gpuMhz || state.gpuMemoryMhz || state.gpuCelsius || state.gpuSlowedBy);
}

/// Returns the notes of a section that was measured between these two states.
std::string notesBetween(const SystemState& before, const SystemState& after) {
    Report report{.sections = {{.scenario = "crowd", .before = before, .after = after}}};
    std::string text;
    for (const std::string& note : notesFor(report)) text += note + '\n';
    return text;
}

TEST(SlowedForHeat, IsReportedIfReadBeforeAndAfter) {
    EXPECT_THAT(notesBetween({.cpuThrottles = 3}, {.cpuThrottles = 4}),
                StartsWith("crowd, : thermal throttling slowed the processor."));
    const SystemState cool{.gpuSlowedBy = std::vector<Slowdown>{}};
    EXPECT_THAT(notesBetween(cool, {.gpuSlowedBy = {{Slowdown::heat}}}),
                HasSubstr("throttling slowed the GPU (heat)"));
    EXPECT_THAT(notesBetween({.gpuMhz = 2000}, {.gpuMhz = 1500}), HasSubstr("2000 to 1500 MHz"));
}

TEST(SlowedForHeat, IsNeverReportedWithoutBothReadings) {
    const SystemState hot{.cpuThrottles = 4, .gpuMhz = 1500, .gpuSlowedBy = {{Slowdown::heat}}};
    for (const auto& [before, after] : {std::pair(SystemState{}, hot), {hot, SystemState{}}}) {
        EXPECT_THAT(notesBetween(before, after), Not(HasSubstr("During the measurement")));
    }
    EXPECT_THAT(notesBetween({.cpuThrottles = 4}, {.cpuThrottles = 4}),
                Not(HasSubstr("During the measurement")));
}

}  // namespace
}  // namespace sinew
