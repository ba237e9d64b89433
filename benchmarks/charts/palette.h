// Colours of charts on paper, page and window, chosen for colour-blind readers.
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

/// Choices with the same method share its colour; `variant` makes lines dashed and marks hollow.
struct Paint {
    enum class Family : uint8_t { step, cpuPart, method, plain };
    Family family = Family::plain;
    uint32_t index = 0;  // Step, Method, CpuPart; plain: 0 the subject, 1 its comparison
    uint32_t variant = 0;

    bool operator==(const Paint&) const = default;
};
constexpr Paint paintOf(Step step) {
    return {Paint::Family::step, indexOf(step)};
}
/// CPU times of a frame outside of its steps.
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
