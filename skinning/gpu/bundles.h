// Which pages of several crowds lie in the same buffers.
#pragma once

#include <vector>

#include "skinning/gpu/buffers.h"

namespace sinew {

/// A buffer of a page, or one of the model that kernels read for it.
struct BundleRow {
    uint32_t owner = 0;  // as PagePlace has it
    uint32_t binding = 0;
    WrittenBy writer = WrittenBy::gpu;
    VkBufferUsageFlags usage = 0;
    uint64_t bytes = 0;
    uint64_t largest = 0;  // bytes that a descriptor may have
};

/// A bundle takes a page where its buffers are alike, and each still fits one descriptor. Two pages
/// of one crowd are never in one: that crowd was cut because they do not fit.
class Bundles {
public:
    void beginCrowd() { ++crowd_; }
    /// The number of the bundle that takes the page.
    uint32_t placeOf(std::vector<BundleRow> page);

private:
    struct Bundle {
        uint32_t lastCrowd = 0;
        std::vector<BundleRow> rows;  // sums
    };
    static bool takes(const Bundle& bundle, const std::vector<BundleRow>& page);

    std::vector<Bundle> bundles_;
    uint32_t crowd_ = 0;
};

}  // namespace sinew
