// Splits a .glb into its chunks, and detects other formats.
#include "skinning/gltf/file/container.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <span>
#include <string_view>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

std::array<uint32_t, 2> readU32Pair(const ByteSource& bytes, size_t offset) {
    std::array<uint8_t, 8> raw{};
    bytes.read(offset, raw);
    return std::bit_cast<std::array<uint32_t, 2>>(raw);
}

std::string readText(const ByteSource& bytes, Account& account) {
    account.memory("bytes of JSON", "", bytes.size());
    std::string text(bytes.size(), '\0');
    bytes.read(0, {reinterpret_cast<uint8_t*>(text.data()), text.size()});
    return text;
}

// Splits a .glb into its chunks (glTF 2.0, section 4).
Container splitGlb(const ByteSource& bytes, Account& account) {
    constexpr uint32_t kJsonChunk = 0x4E4F534A, kBinaryChunk = 0x004E4942;
    constexpr std::string_view kCut = "copy or download the file again";
    if (bytes.size() < 20) {
        fault(fmt::format("truncated .glb: {} bytes, less than the header", bytes.size()), "",
              kCut);
    }
    const auto [version, length] = readU32Pair(bytes, 4);
    if (version != 2) {
        fault(fmt::format("the .glb container has version {}, not 2", version), "",
              "export it as glTF 2.0");
    }
    if (length > bytes.size()) {
        fault(fmt::format("truncated .glb: the header states {} bytes and the file has {}", length,
                          bytes.size()),
              "", kCut);
    }
    Container container;
    bool isPadded = true;
    for (size_t offset = 12; offset + 8 <= length;) {
        const auto [chunkBytes, type] = readU32Pair(bytes, offset);
        offset += 8;
        if (chunkBytes > length - offset) {
            if (!isPadded) {
                fault("a chunk of the .glb is not padded to four bytes", "", kReexport);
            }
            fault(fmt::format("truncated .glb: a chunk of {} bytes where {} are left", chunkBytes,
                              length - offset),
                  "", kCut);
        }
        const ByteSource chunk = bytes.part(offset, chunkBytes);
        if (type == kJsonChunk && container.json.empty()) {
            container.json = readText(chunk, account);
        } else if (type == kBinaryChunk && container.binary.size() == 0) {
            container.binary = chunk;
        }
        isPadded = chunkBytes % 4 == 0;
        offset += (size_t{chunkBytes} + 3) / 4 * 4;
    }
    if (container.json.empty()) fault("the .glb has no JSON chunk", "", kReexport);
    return container;
}

[[noreturn]] void refuseOtherFormat(std::string_view text) {
    constexpr std::string_view kNameGltf = "name a .glb or .gltf file";
    constexpr std::string_view kExportGltf = "export the model as glTF 2.0";
    struct Format {
        std::string_view start, what, advice;
    };
    constexpr std::array<Format, 11> kFormats = {{
        {"version https://git-lfs", "a pointer of Git LFS", "run: git lfs pull"},
        {"<!doctype html", "an HTML page", "download the model itself"},
        {"<html", "an HTML page", "download the model itself"},
        {"kaydara fbx binary", "an FBX file", kExportGltf},
        {"; fbx", "an FBX file", kExportGltf},
        {"pk\x03\x04", "a zip archive", "unpack it and name the .glb or .gltf file in it"},
        {"\xFF\xFE", "UTF-16 text", "save it as UTF-8"},
        {"\xFE\xFF", "UTF-16 text", "save it as UTF-8"},
        {"blender", "a Blender file", kExportGltf},
        {"\x28\xB5\x2F\xFD", "a Zstandard archive", "unpack it"},
        {"\x1F\x8B", "a gzip archive", "unpack it and name the .glb or .gltf file in it"},
    }};
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first == text.npos) fault("not a glTF file: it is empty", "", kNameGltf);
    std::string start(text.substr(first, 32));
    for (char& c : start) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    for (const Format& format : kFormats) {
        if (start.starts_with(format.start)) {
            fault(fmt::format("not a glTF file: it is {}", format.what), "", format.advice);
        }
    }
    fault("not a glTF file: neither a .glb nor JSON", "", kNameGltf);
}

}  // namespace

Container splitContainer(const ByteSource& bytes, Account& account) {
    std::array<uint8_t, 4> magic{};
    bytes.read(0, std::span(magic).first(std::min(magic.size(), bytes.size())));
    if (std::memcmp(magic.data(), "glTF", 4) == 0) return splitGlb(bytes, account);
    std::string text = readText(bytes, account);
    if (text.starts_with("\xEF\xBB\xBF")) text.erase(0, 3);
    const size_t first = text.find_first_not_of(" \t\r\n");
    if (first == std::string::npos || text[first] != '{') {
        refuseOtherFormat(text);
    }
    return {.json = std::move(text), .binary = {}};
}

}  // namespace sinew::gltf
