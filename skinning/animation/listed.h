// Which instances of many there is work for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace sinew {

/// All, or those of a list, in order.
struct Listed {
    uint32_t count = 0;
    const uint32_t* instances = nullptr;  // null: the first `count`

    uint32_t operator[](size_t place) const {
        return instances ? instances[place] : static_cast<uint32_t>(place);
    }
};

/// Lives as long as `instances`.
inline Listed listedOf(const std::vector<uint32_t>& instances) {
    // Not null, so that an empty list stays a list.
    static constexpr uint32_t kNone = 0;
    return {static_cast<uint32_t>(instances.size()), instances.empty() ? &kNone : instances.data()};
}

}  // namespace sinew
