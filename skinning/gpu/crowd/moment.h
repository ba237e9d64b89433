// The moment of a frame, which selects buffer copies, and ranges of instances.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "renderer/frame_ring.h"

namespace sinew {

/// Selects the copy of each buffer that a frame writes, and that of the preceding frame.
struct Moment {
    uint32_t phase = 0;       // the frame's number, modulo kPhases
    bool hasHistory = false;  // the previous frame's data is valid; false: nothing has moved
};
/// Buffers have one to three copies, used in turn: the pattern repeats after six frames.
inline constexpr uint32_t kPhases = 6;
static_assert(kPhases % kFramesInFlight == 0 && kPhases % (kFramesInFlight + 1) == 0);

/// Consecutive instances of a model.
struct InstanceRange {
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;

    bool contains(uint32_t instance) const { return instance - firstInstance < instanceCount; }
    /// Returns the elements of this range from a list of all instances.
    template <typename T>
    std::span<T> of(std::span<T> all) const {
        return all.subspan(firstInstance, instanceCount);
    }
    auto operator<=>(const InstanceRange&) const = default;
};

}  // namespace sinew
