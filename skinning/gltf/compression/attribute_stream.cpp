// Decodes attribute streams of version 1 and the filter COLOR.
//
// Source: appendix A (mode 0) and appendix B (filter 4) of KHR_meshopt_compression,
// https://github.com/KhronosGroup/glTF
#include "skinning/gltf/compression/attribute_stream.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>

namespace sinew::gltf {

namespace {

constexpr size_t kGroup = 16;      // elements
constexpr size_t kBlockMax = 256;  // elements

// The deltas of each of the 4 bytes of a channel.
using Deltas = std::array<std::array<uint8_t, kBlockMax>, 4>;

size_t blockElements(size_t stride) {
    return std::min(8192 / stride / kGroup * kGroup, kBlockMax);
}

size_t tailBytes(size_t stride) {
    return std::max<size_t>(stride + stride / 4, 24);  // the first element, and channel modes
}

class Reader {
public:
    explicit Reader(std::span<const uint8_t> bytes) : left_(bytes) {}

    /// Returns the next `count` bytes, up to kBlockMax. Returns zeros after the end.
    const uint8_t* take(size_t count) {
        static constexpr std::array<uint8_t, kBlockMax> kZeros{};
        if (count > left_.size()) {
            isCut_ = true;
            return kZeros.data();
        }
        const uint8_t* taken = left_.data();
        left_ = left_.subspan(count);
        return taken;
    }

    /// Returns true if exactly all bytes were taken.
    bool isAtEnd() const { return left_.empty() && !isCut_; }

private:
    std::span<const uint8_t> left_;
    bool isCut_ = false;
};

// Reads the deltas of a group. A code of 1, 2 or 4 bits with all bits set means that the delta is a
// byte after the codes.
void readGroup(Reader& in, size_t bits, uint8_t* out) {
    if (bits == 0 || bits == 8) {
        std::copy_n(bits == 0 ? std::array<uint8_t, kGroup>{}.data() : in.take(kGroup), kGroup,
                    out);
        return;
    }
    const uint8_t* codes = in.take(kGroup * bits / 8);
    const uint8_t sentinel = static_cast<uint8_t>((1 << bits) - 1);
    for (size_t i = 0; i < kGroup; ++i) {
        const size_t at = i * bits % 8;
        const size_t shift = bits == 1 ? at : 8 - bits - at;  // codes of 1 bit: lowest bit first
        const int code = codes[i * bits / 8] >> shift & sentinel;
        out[i] = code == sentinel ? *in.take(1) : static_cast<uint8_t>(code);
    }
}

// Reads the deltas of one byte of all elements of a block.
void readDeltas(Reader& in, int control, size_t elements, std::array<uint8_t, kBlockMax>& out) {
    constexpr std::array<size_t, 5> kBits = {0, 1, 2, 4, 8};
    if (control == 2) return out.fill(0);
    if (control == 3) {
        std::copy_n(in.take(elements), elements, out.data());
        return;
    }
    const size_t groups = (elements + kGroup - 1) / kGroup;
    const uint8_t* header = in.take((groups + 3) / 4);
    for (size_t g = 0; g < groups; ++g) {
        const int mode = header[g / 4] >> 2 * (g % 4) & 3;
        readGroup(in, kBits[static_cast<size_t>(control + mode)], &out[g * kGroup]);
    }
}

template <typename T>
T unzigzag(T value) {
    return static_cast<T>((value & 1) != 0 ? ~(value >> 1) : value >> 1);
}

// Adds the deltas of a channel to its preceding values in `last`. `turn`: rotation of 4-byte
// deltas, in bits.
template <typename T>
void addDeltas(const Deltas& deltas, size_t elements, int turn, uint8_t* last, uint8_t* out,
               size_t stride) {
    for (size_t part = 0; part < 4; part += sizeof(T)) {
        T value;
        std::memcpy(&value, last + part, sizeof(T));
        for (size_t i = 0; i < elements; ++i) {
            std::array<uint8_t, sizeof(T)> bytes;
            for (size_t b = 0; b < sizeof(T); ++b) bytes[b] = deltas[part + b][i];
            const T delta = std::bit_cast<T>(bytes);
            if constexpr (sizeof(T) == 4) {
                value ^= std::rotr(delta, turn);
            } else {
                value = static_cast<T>(value + unzigzag(delta));
            }
            std::memcpy(out + i * stride + part, &value, sizeof(T));
        }
        std::memcpy(last + part, &value, sizeof(T));
    }
}

template <typename T>
void decodeColorsOf(std::span<T> components) {
    using Signed = std::make_signed_t<T>;
    constexpr float kMax = std::numeric_limits<T>::max();
    for (size_t i = 0; i + 4 <= components.size(); i += 4) {
        T* color = &components[i];
        const int y = color[0], alpha = color[3];
        const int orange = static_cast<Signed>(color[1]), green = static_cast<Signed>(color[2]);
        const int one = std::max((1 << std::bit_width(color[3])) - 1, 1);
        const int low = alpha & one >> 1;  // without the bit that states the number of bits
        const std::array<int, 4> rgba = {y + orange - green, y + green, y - orange - green,
                                         low << 1 | (low & 1)};
        for (size_t c = 0; c < 4; ++c) {
            const float scaled = std::round(static_cast<float>(rgba[c]) * (kMax / float(one)));
            color[c] = static_cast<T>(std::clamp(scaled, 0.0f, kMax));
        }
    }
}

}  // namespace

size_t leastBytesOfAttributes1(size_t count, size_t stride) {
    const size_t blocks = (count + blockElements(stride) - 1) / blockElements(stride);
    return 1 + blocks * (stride / 4) + tailBytes(stride);
}

bool decodeAttributes1(std::span<const uint8_t> stream, size_t stride, std::span<uint8_t> out) {
    Reader in(stream.subspan(1, stream.size() - 1 - tailBytes(stride)));
    const std::span<const uint8_t> modes = stream.last(stride / 4);
    std::array<uint8_t, 256> last;
    std::copy_n(stream.last(stride + stride / 4).data(), stride, last.data());
    Deltas deltas;
    const size_t count = out.size() / stride;
    for (size_t first = 0; first < count; first += blockElements(stride)) {
        const size_t elements = std::min(blockElements(stride), count - first);
        const uint8_t* controls = in.take(stride / 4);
        for (size_t c = 0; c < stride / 4; ++c) {
            for (size_t b = 0; b < 4; ++b) {
                readDeltas(in, controls[c] >> 2 * b & 3, elements, deltas[b]);
            }
            const int mode = modes[c] & 15, turn = modes[c] >> 4;
            if (mode > 2 || (mode < 2 && turn != 0)) return false;
            const auto add = mode == 0   ? addDeltas<uint8_t>
                             : mode == 1 ? addDeltas<uint16_t>
                                         : addDeltas<uint32_t>;
            add(deltas, elements, turn, &last[4 * c], &out[first * stride + 4 * c], stride);
        }
    }
    return in.isAtEnd();
}

void decodeColors(std::span<uint8_t> bytes, size_t stride) {
    if (stride == 4) return decodeColorsOf<uint8_t>(bytes);
    decodeColorsOf<uint16_t>({reinterpret_cast<uint16_t*>(bytes.data()), bytes.size() / 2});
}

}  // namespace sinew::gltf
