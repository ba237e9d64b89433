// The walk: the ten steps by the names that code, debug labels, window and reports share.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

namespace sinew {

enum class Step : uint8_t {
    file,
    import,
    sample,
    pose,
    palette,
    skin,
    shadow,
    forward,
    ui,
    report,
};
inline constexpr uint32_t kStepCount = 10;
inline constexpr std::array<const char*, kStepCount> kStepNames{
    "file", "import", "sample", "pose", "palette", "skin", "shadow", "forward", "ui", "report"};

constexpr uint32_t indexOf(Step step) {
    return static_cast<uint32_t>(step);
}
constexpr const char* nameOf(Step step) {
    return kStepNames[indexOf(step)];
}

/// Nothing stands where nothing was measured; that is not the same as 0.
struct StepTime {
    std::optional<double> gpuMs;
    std::optional<double> cpuMs;

    void addCpu(double ms) { cpuMs = cpuMs.value_or(0.0) + ms; }
};

/// What one finished frame took.
struct FrameStatistics {
    uint64_t frameIndex = 0;  // counts from 1; 0: no frame has finished yet
    std::array<StepTime, kStepCount> steps;
    double cpuRecordMs = 0;  // writing the command buffer, all steps
    double cpuFrameMs = 0;   // steps 3 to 9 on the CPU, submission included, waiting excluded
    uint32_t drawCalls = 0;  // shadow, forward; without the ui's
    uint32_t dispatches = 0;
    uint64_t verticesSkinned = 0;  // in the frame: once, or once a pass and cascade

    const StepTime& operator[](Step step) const { return steps[indexOf(step)]; }
    StepTime& operator[](Step step) { return steps[indexOf(step)]; }
};

}  // namespace sinew
