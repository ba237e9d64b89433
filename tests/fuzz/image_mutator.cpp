// Mutates images. Plain byte mutations rarely produce valid checksums of a PNG, and never valid
// compressed data. So the mutator recomputes checksums, and half of the PNG mutations change the
// decompressed rows. It also corrects the lengths in a WebP file.
#include <zlib.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string_view>
#include <vector>

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

using Bytes = std::vector<uint8_t>;

constexpr size_t kMostRows = size_t{1} << 20;  // bytes
constexpr std::string_view kPngSignature = "\x89PNG\r\n\x1a\n";

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

// Returns `png` with mutated rows. A row is a filter byte and packed samples.
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
