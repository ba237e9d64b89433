// A list of some instances of a crowd, or of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

struct Listed {
    uint32_t count = 0;
    const uint32_t* instances = nullptr;  // null: instances 0 to count - 1

    uint32_t operator[](size_t index) const {
        return instances ? instances[index] : static_cast<uint32_t>(index);
    }
};

/// `instances` must outlive the result.
inline Listed listedOf(const std::vector<uint32_t>& instances) {
    // A null pointer selects all instances, so an empty list needs another pointer.
    static constexpr uint32_t kNone = 0;
    return {static_cast<uint32_t>(instances.size()), instances.empty() ? &kNone : instances.data()};
}

}  // namespace sinew
