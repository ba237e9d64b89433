// The moment of a frame, which selects buffer copies, and ranges of instances.
#pragma once

#include <cstdint>
#include <span>

namespace sinew {

/// Selects the copy of each buffer that a frame writes, and that of the preceding frame.
struct Moment {
    uint32_t phase = 0;       // the frame's number, modulo kPhases
    bool hasHistory = false;  // the previous frame's data is valid; false: nothing has moved
};
/// Buffers have one to three copies, used in turn: the pattern repeats after six frames.
inline constexpr uint32_t kPhases = 6;

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
};

}  // namespace sinew
