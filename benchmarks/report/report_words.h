// Enums of a report, with the text of each value for files and tables.
#pragma once

#include <array>
#include <cstdint>

namespace sinew {

/// The times by which the choices of a point are ranked.
enum class Measure : uint8_t {
    frame,
    gpu,  // all GPU steps, serialised
    cpu,  // all CPU work
    // GPU time of the skin step. Methods whose vertex stages skin have none.
    skin,
};
constexpr auto namesOf(Measure) {
    return std::array{"frame", "gpu", "cpu", "skin"};
}
inline constexpr std::array kMeasures{Measure::frame, Measure::gpu, Measure::cpu, Measure::skin};

enum class SweepAxis : uint8_t { instances, passes };
constexpr auto namesOf(SweepAxis) {
    return std::array{"instances", "passes"};
}

enum class RowState : uint8_t {
    measured,
    notMeasured,
    wrong,  // vertices are wrong, so the row is not timed
};
constexpr auto namesOf(RowState) {
    return std::array{"measured", "not measured", "wrong"};
}

enum class RowEnd : uint8_t {
    // The 95 % interval is narrow enough (Conditions::interval).
    interval,
    frames,
    seconds,
    interrupted,  // the user ended the run
};
constexpr auto namesOf(RowEnd) {
    return std::array{"interval", "frames", "seconds", "interrupted"};
}

enum class KernelKind : uint8_t {
    own,  // this project's
    engine,
    // A shader that only copies the same number of bytes: an upper limit for skinning kernels.
    copyKernel,
    copyCommand,  // vkCmdCopyBuffer
};
constexpr auto namesOf(KernelKind) {
    return std::array{"own", "engine", "copy kernel", "copy command"};
}

enum class DeviceType : uint8_t { other, integratedGpu, discreteGpu, virtualGpu, cpu };
constexpr auto namesOf(DeviceType) {
    return std::array{"other", "integrated GPU", "discrete GPU", "virtual GPU", "CPU"};
}

/// Reasons why the GPU clock is below its maximum, in the order of NVML's bits.
enum class Slowdown : uint8_t {
    setClocks,
    powerLimit,
    hardware,
    syncBoost,
    heat,
    heatByHardware,
    powerBrake,
};
constexpr auto namesOf(Slowdown) {
    return std::array{"set clocks", "power limit",      "hardware slowdown", "sync boost",
                      "heat",       "heat by hardware", "power brake"};
}

template <typename E>
concept Word = requires(E value) {
    namesOf(value)[0];
};

template <Word E>
constexpr const char* nameOf(E value) {
    return namesOf(value)[static_cast<size_t>(value)];
}

}  // namespace sinew
