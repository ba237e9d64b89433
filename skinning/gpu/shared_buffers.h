// Buffers that pages of several crowds share, so that a kernel that works for all of them binds
// one.
#pragma once

#include <array>
#include <map>
#include <vector>

#include "renderer/resources.h"

namespace sinew {

/// Of a page. Pages of one bundle lie in the same buffers; an owner is who makes one set of buffers
/// for each page: the poses, or a way of skinning.
struct PagePlace {
    uint32_t bundle = 0;
    uint32_t owner = 0;
};
inline constexpr uint32_t kOwnedByPoses = 0;
inline constexpr uint32_t kOwnedByWays = 1;  // by the first one; the second's follow

/// First every part is asked for, then all buffers are made, then each part is taken, in the same
/// order. A buffer that has one part is no larger than that. Move-only.
class SharedBuffers {
public:
    struct Key {
        PagePlace place;
        uint32_t binding = 0;  // SINEW_BINDING_*
        uint32_t copy = 0;
    };
    /// Where parts begin: a whole number of elements of every stream, and of the alignments that a
    /// device may demand of descriptors (256 bytes at the most).
    static constexpr uint64_t kAlignment = 3840;

    void ask(const Key& key, const Buffer::Description& wanted);
    /// Throws VulkanError (out of device memory) naming the buffer that did not fit.
    void make(const Device& device);
    Buffer take(const Device& device, const Key& key);

private:
    struct Part {
        uint64_t offset = 0;
        uint64_t bytes = 0;
    };
    struct Shared {
        Buffer::Description description;  // of all parts
        std::vector<Part> parts;
        size_t taken = 0;
        Buffer buffer;
    };
    using Order = std::array<uint32_t, 4>;
    static Order orderOf(const Key& key) {
        return {key.place.bundle, key.place.owner, key.binding, key.copy};
    }
    std::map<Order, Shared> all_;
};

}  // namespace sinew
