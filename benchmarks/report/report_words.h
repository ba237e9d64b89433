// Enums of a report, and the text of each value in files and tables.
#pragma once

#include <array>
#include <cstdint>

namespace sinew {

/// Times of a row by which choices are ranked.
enum class Measure : uint8_t {
    frame,
    gpu,   // all GPU steps, serialised
    cpu,   // all CPU work
    skin,  // GPU skin step, unless the passes skin
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
    wrong,  // not timed, because its vertices are wrong
};
constexpr auto namesOf(RowState) {
    return std::array{"measured", "not measured", "wrong"};
}

enum class RowEnd : uint8_t {
    interval,  // its 95 % interval is narrow enough
    frames,
    seconds,
    interrupted,  // the user ended the run
};
constexpr auto namesOf(RowEnd) {
    return std::array{"interval", "frames", "seconds", "interrupted"};
}

enum class KernelKind : uint8_t {
    own,  // this program's
    engine,
    copyKernel,   // a shader that copies the same number of bytes: the upper limit
    copyCommand,  // vkCmdCopyBuffer
};
constexpr auto namesOf(KernelKind) {
    return std::array{"own", "engine", "copy kernel", "copy command"};
}

enum class DeviceType : uint8_t { other, integratedGpu, discreteGpu, virtualGpu, cpu };
constexpr auto namesOf(DeviceType) {
    return std::array{"other", "integrated GPU", "discrete GPU", "virtual GPU", "CPU"};
}

/// Reasons for a GPU clock below the maximum, in the order of NVML's bits.
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
