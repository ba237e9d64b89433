// Colours of charts on paper, in HTML pages and in the window. Colour-blind readers can distinguish
// them.
#pragma once

#include <array>
#include <cstdint>

#include "skinning/gpu/frame/steps.h"
#include "skinning/settings.h"

namespace sinew {

struct Rgb {
    uint8_t r = 0;
    uint8_t g = 0;
    uint8_t b = 0;
};

/// The colour of a chart element. Choices with one method share its colour; if `variant` is not 0,
/// lines are dashed and dots hollow.
struct Paint {
    enum class Family : uint8_t { step, cpuPart, method, plain };
    Family family = Family::plain;
    // The number of a Step, CpuPart or Method, according to `family`. For Family::plain, 0 is the
    // measured subject and 1 is a value that it is compared with.
    uint32_t index = 0;
    uint32_t variant = 0;

    bool operator==(const Paint&) const = default;
};
constexpr Paint paintOf(Step step) {
    return {Paint::Family::step, indexOf(step)};
}
/// CPU times of a frame that belong to no step.
enum class CpuPart : uint8_t { upload, record, submit, other };
constexpr Paint paintOf(CpuPart part) {
    return {Paint::Family::cpuPart, static_cast<uint32_t>(part)};
}
constexpr Paint paintOf(Method method, uint32_t variant = 0) {
    return {Paint::Family::method, static_cast<uint32_t>(method), variant};
}
inline constexpr Paint kMain{Paint::Family::plain, 0};
inline constexpr Paint kBeside{Paint::Family::plain, 1};

Rgb colorOf(const Paint& paint, bool onDark);

uint32_t colorCount(Paint::Family family);

}  // namespace sinew
