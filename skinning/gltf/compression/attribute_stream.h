// Decodes the parts of KHR_meshopt_compression that meshoptimizer 0.18 does not have.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sinew::gltf {

/// Returns the smallest number of bytes of an attribute stream of version 1.
size_t leastBytesOfAttributes1(size_t count, size_t stride);

/// Decodes an attribute stream of version 1, which has at least leastBytesOfAttributes1() bytes, to
/// `out`. `out` has a multiple of `stride` bytes. `stride`: a multiple of 4, up to 256. Returns
/// false if the stream is broken.
bool decodeAttributes1(std::span<const uint8_t> stream, size_t stride, std::span<uint8_t> out);

/// Applies the filter COLOR in place, to elements of four components. `stride`: 4 or 8.
void decodeColors(std::span<uint8_t> bytes, size_t stride);

}  // namespace sinew::gltf
