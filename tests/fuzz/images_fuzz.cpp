// The fuzz target of the image decoders: any bytes give pixels of the size that the header told, or
// one printable line. What was decoded is written as PNG and read back.
//
// Mutated bytes rarely pass the checksums of a PNG, and never its compression: so the chunks of a
// PNG are mended behind each mutation, and half of its mutations go to the rows inside. The lengths
// in a WebP file are mended as well.
#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "images/decode.h"
#include "images/png_writer.h"

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using namespace sinew;
using Bytes = std::vector<uint8_t>;

constexpr uint64_t kMostPixels = uint64_t{1} << 18;
constexpr size_t kMostRows = size_t{1} << 20;  // bytes of them
constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

struct TooLarge {};

[[noreturn]] void fail(const std::string& what) {
    fmt::print(stderr, "sinew-fuzz-images: {}\n", what);
    std::abort();
}

void checkLine(std::string_view line) {
    const bool plain =
        std::all_of(line.begin(), line.end(), [](char c) { return c >= 0x20 && c <= 0x7e; });
    if (line.empty() || line.size() > 300 || !plain) fail(fmt::format("a line \"{}\"", line));
}

uint32_t big(const uint8_t* at) {
    return uint32_t{at[0]} << 24 | uint32_t{at[1]} << 16 | uint32_t{at[2]} << 8 | at[3];
}

void putBig(uint8_t* at, uint32_t value) {
    for (int i = 0; i < 4; ++i) at[i] = static_cast<uint8_t>(value >> (24 - 8 * i));
}

void putLittle(uint8_t* at, size_t value) {
    for (int i = 0; i < 4; ++i) at[i] = static_cast<uint8_t>(value >> (8 * i));
}

bool startsWith(const Bytes& bytes, std::string_view start) {
    return bytes.size() >= start.size() &&
           std::memcmp(bytes.data(), start.data(), start.size()) == 0;
}

// Calls `use(offset, length)` for each whole chunk of a PNG.
template <typename Use>
void forChunks(const Bytes& png, const Use& use) {
    for (size_t at = kPngSignature.size(); at + 12 <= png.size();) {
        const size_t length = big(&png[at]);
        if (length > png.size() - at - 12) return;
        use(at, length);
        at += 12 + length;
    }
}

void mendChecksums(Bytes& png) {
    forChunks(png, [&](size_t at, size_t length) {
        const auto crc = crc32(0, &png[at + 4], static_cast<uInt>(length + 4));
        putBig(&png[at + 8 + length], static_cast<uint32_t>(crc));
    });
}

Bytes inflated(const Bytes& deflated) {
    Bytes rows(kMostRows);
    z_stream stream{};
    if (inflateInit(&stream) != Z_OK) return {};
    stream.next_in = const_cast<uint8_t*>(deflated.data());
    stream.avail_in = static_cast<uInt>(deflated.size());
    stream.next_out = rows.data();
    stream.avail_out = static_cast<uInt>(rows.size());
    inflate(&stream, Z_FINISH);
    rows.resize(stream.total_out);
    inflateEnd(&stream);
    return rows;
}

Bytes deflated(const Bytes& rows) {
    uLongf size = compressBound(static_cast<uLong>(rows.size()));
    Bytes out(size);
    compress2(out.data(), &size, rows.data(), static_cast<uLong>(rows.size()), 1);
    out.resize(size);
    return out;
}

void addChunk(Bytes& png, std::string_view type, const Bytes& data) {
    Bytes chunk(12 + data.size());
    putBig(chunk.data(), static_cast<uint32_t>(data.size()));
    std::copy(type.begin(), type.end(), chunk.begin() + 4);
    std::copy(data.begin(), data.end(), chunk.begin() + 8);
    png.insert(png.end(), chunk.begin(), chunk.end());
}

// The same PNG with its rows (each a filter and packed samples) mutated.
Bytes withMutatedRows(const Bytes& png) {
    Bytes before(kPngSignature.begin(), kPngSignature.end()), data, after;
    forChunks(png, [&](size_t at, size_t length) {
        const auto start = png.begin() + static_cast<ptrdiff_t>(at);
        const auto end = start + static_cast<ptrdiff_t>(12 + length);
        if (std::memcmp(&png[at + 4], "IDAT", 4) == 0) {
            data.insert(data.end(), start + 8, end - 4);
        } else {
            Bytes& out = data.empty() ? before : after;
            out.insert(out.end(), start, end);
        }
    });
    Bytes rows = inflated(data);
    const size_t size = rows.size();
    rows.resize(size + 64);
    rows.resize(LLVMFuzzerMutate(rows.data(), size, rows.size()));
    addChunk(before, "IDAT", deflated(rows));
    before.insert(before.end(), after.begin(), after.end());
    return before;
}

void mendLengths(Bytes& webp) {
    if (webp.size() < 20) return;
    putLittle(&webp[4], webp.size() - 8);
    if (std::memcmp(&webp[12], "VP8X", 4) != 0) putLittle(&webp[16], webp.size() - 20);
}

}  // namespace

extern "C" const char* __asan_default_options() {
    return "quarantine_size_mb=32";
}

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize,
                                          unsigned int seed) {
    std::minstd_rand random(seed);
    random.discard(3);
    Bytes bytes(data, data + size);
    const bool raw = random() % 8 == 0;
    if (!raw && startsWith(bytes, kPngSignature) && random() % 2 == 0) {
        bytes = withMutatedRows(bytes);
    } else {
        bytes.resize(maxSize);
        bytes.resize(LLVMFuzzerMutate(bytes.data(), size, maxSize));
    }
    if (!raw && startsWith(bytes, kPngSignature)) mendChecksums(bytes);
    if (!raw && startsWith(bytes, "RIFF")) mendLengths(bytes);
    if (bytes.size() > maxSize) return size;
    std::copy(bytes.begin(), bytes.end(), data);
    return bytes.size();
}

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    images::Header told;
    try {
        const images::Pixels pixels =
            images::decode({data, size}, [&](const images::Header& header) {
                told = header;
                if (uint64_t{header.width} * header.height > kMostPixels) throw TooLarge{};
            });
        if (pixels.width != told.width || pixels.height != told.height ||
            pixels.rgba.size() != size_t{4} * told.width * told.height) {
            fail("another size than the header told");
        }
        const std::string png = images::encodePng(pixels.width, pixels.height, pixels.rgba);
        const images::Pixels again = images::decode(
            {reinterpret_cast<const uint8_t*>(png.data()), png.size()}, [](const auto&) {});
        if (again.rgba != pixels.rgba) fail("other pixels after writing and reading");
    } catch (const TooLarge&) {
        return 0;
    } catch (const std::runtime_error& error) {  // BrokenImage, UnsupportedImage
        checkLine(error.what());
    }
    return 0;
}
