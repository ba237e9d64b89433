// Chunks, checksums and stored blocks.
#include "tests/torture/png.h"

namespace sinew::torture {

namespace {

void appendBig(Bytes& out, uint32_t value) {
    for (int shift = 24; shift >= 0; shift -= 8) {
        out.push_back(static_cast<uint8_t>(value >> shift));
    }
}

void appendChunk(Bytes& out, std::string_view type, const Bytes& data) {
    Bytes body = bytesOf(type);
    body.insert(body.end(), data.begin(), data.end());
    uint32_t crc = ~0u;  // ISO 3309, bit by bit
    for (const uint8_t byte : body) {
        crc ^= byte;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0u);
    }
    appendBig(out, static_cast<uint32_t>(data.size()));
    out.insert(out.end(), body.begin(), body.end());
    appendBig(out, ~crc);
}

// RFC 1950 around one stored block of RFC 1951.
Bytes zlib(const Bytes& data) {
    const auto size = static_cast<uint16_t>(data.size());
    const auto inverse = static_cast<uint16_t>(~size);
    Bytes out = {0x78, 0x01, 1};
    for (const uint16_t word : {size, inverse}) {
        out.push_back(static_cast<uint8_t>(word));
        out.push_back(static_cast<uint8_t>(word >> 8));
    }
    out.insert(out.end(), data.begin(), data.end());
    uint32_t a = 1, b = 0;
    for (const uint8_t byte : data) {
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    appendBig(out, b << 16 | a);
    return out;
}

}  // namespace

Bytes pngOfFiltered(const PngHeader& header, const Bytes& filtered, const Bytes& palette) {
    Bytes ihdr;
    appendBig(ihdr, header.width);
    appendBig(ihdr, header.height);
    ihdr.insert(ihdr.end(), {header.bitDepth, header.colorType, 0, 0, 0});
    Bytes out = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
    appendChunk(out, "IHDR", ihdr);
    if (!palette.empty()) appendChunk(out, "PLTE", palette);
    appendChunk(out, "IDAT", zlib(filtered));
    appendChunk(out, "IEND", {});
    return out;
}

Bytes png(const PngHeader& header, const Bytes& rows, const Bytes& palette) {
    Bytes filtered;  // each row behind a 0: no filter
    const size_t rowBytes = rows.size() / header.height;
    for (size_t y = 0; y < header.height; ++y) {
        filtered.push_back(0);
        const auto row = rows.begin() + static_cast<ptrdiff_t>(y * rowBytes);
        filtered.insert(filtered.end(), row, row + static_cast<ptrdiff_t>(rowBytes));
    }
    return pngOfFiltered(header, filtered, palette);
}

Bytes fourPixels() {
    return png({.width = 2, .height = 2}, {255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255});
}

}  // namespace sinew::torture
