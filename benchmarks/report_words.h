// The words of a report that code compares: enums, and the one text of each in files and tables.
#pragma once

#include <array>
#include <cstdint>

namespace sinew {

/// The times of a row that ways of skinning are judged by.
enum class Measure : uint8_t {
    frame,
    gpu,   // all steps on the GPU, serialised
    cpu,   // all that the CPU does
    skin,  // the step that skins on the GPU, where the passes do not
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
    wrong,  // not measured because its vertices are wrong
};
constexpr auto namesOf(RowState) {
    return std::array{"measured", "not measured", "wrong"};
}

/// What ended the measurement of a row.
enum class RowEnd : uint8_t {
    interval,  // its 95 % interval was narrow enough
    frames,    // it had all frames that were asked for
    seconds,   // the time of the point was over
};
constexpr auto namesOf(RowEnd) {
    return std::array{"interval", "frames", "seconds"};
}

enum class KernelKind : uint8_t {
    own,          // of this program
    engine,       // after an engine's layouts
    copyKernel,   // a shader that copies as many bytes as a kernel moves: its ceiling
    copyCommand,  // the driver's own copy
};
constexpr auto namesOf(KernelKind) {
    return std::array{"own", "engine", "copy kernel", "copy command"};
}

enum class DeviceType : uint8_t { other, integratedGpu, discreteGpu, virtualGpu, cpu };
constexpr auto namesOf(DeviceType) {
    return std::array{"other", "integrated GPU", "discrete GPU", "virtual GPU", "CPU"};
}

/// Why a GPU runs below its highest clock; in the order of NVML's bits.
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

/// An enum with a text for each value.
template <typename E>
concept Word = requires(E value) {
    namesOf(value)[0];
};

template <Word E>
constexpr const char* nameOf(E value) {
    return namesOf(value)[static_cast<size_t>(value)];
}

}  // namespace sinew
