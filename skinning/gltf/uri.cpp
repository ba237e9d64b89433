// Data URIs, percent-encoding, and the rule that a model reads nothing outside its own folder.
#include "skinning/gltf/uri.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <system_error>

#include "skinning/gltf/fault.h"

namespace sinew::gltf {

namespace {

namespace fs = std::filesystem;

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// A '%' that no two hex digits follow stands for itself: exporters forget to encode it.
std::string percentDecoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && i + 2 < text.size() && hexDigit(text[i + 1]) >= 0 &&
            hexDigit(text[i + 2]) >= 0) {
            out += static_cast<char>(hexDigit(text[i + 1]) * 16 + hexDigit(text[i + 2]));
            i += 2;
        } else {
            out += text[i];
        }
    }
    return out;
}

constexpr std::array<int8_t, 256> kBase64Value = [] {
    std::array<int8_t, 256> table{};
    table.fill(-1);
    constexpr std::string_view kDigits =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < kDigits.size(); ++i) {
        table[static_cast<uint8_t>(kDigits[i])] = static_cast<int8_t>(i);
    }
    table[static_cast<uint8_t>('-')] = 62;  // the URL-safe alphabet, RFC 4648 section 5
    table[static_cast<uint8_t>('_')] = 63;
    return table;
}();

std::vector<uint8_t> base64Decoded(std::string_view text, std::string_view where) {
    std::vector<uint8_t> out;
    out.reserve(text.size() / 4 * 3 + 3);
    uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        if (c == '=') break;
        if (c == '\n' || c == '\r' || c == ' ') continue;
        const int value = kBase64Value[static_cast<uint8_t>(c)];
        if (value < 0) {
            fault(fmt::format("the base64 of the data URI holds the byte 0x{:02x}",
                              static_cast<uint8_t>(c)),
                  where, kReexport);
        }
        bits = bits << 6 | static_cast<uint32_t>(value);
        if (++count == 4) {
            out.push_back(static_cast<uint8_t>(bits >> 16));
            out.push_back(static_cast<uint8_t>(bits >> 8));
            out.push_back(static_cast<uint8_t>(bits));
            bits = 0;
            count = 0;
        }
    }
    if (count == 1) fault("the base64 of the data URI is cut short", where, kReexport);
    if (count >= 2) out.push_back(static_cast<uint8_t>(count == 2 ? bits >> 4 : bits >> 10));
    if (count == 3) out.push_back(static_cast<uint8_t>(bits >> 2));
    return out;
}

Resource readDataUri(std::string_view uri, std::string_view where) {
    const size_t comma = uri.find(',');
    if (comma == std::string_view::npos) fault("a data URI without a comma", where, kReexport);
    std::string_view header = uri.substr(5, comma - 5);
    const std::string_view body = uri.substr(comma + 1);
    Resource resource;
    resource.mimeType = std::string(header.substr(0, header.find(';')));
    if (header.ends_with(";base64")) {
        // Some writers percent-encode the '=' and '+' of base64.
        resource.bytes = body.find('%') == std::string_view::npos
                             ? base64Decoded(body, where)
                             : base64Decoded(percentDecoded(body), where);
    } else {
        const std::string decoded = percentDecoded(body);
        resource.bytes.assign(decoded.begin(), decoded.end());
    }
    return resource;
}

bool hasScheme(std::string_view uri) {
    const size_t colon = uri.find(':');
    if (colon == std::string_view::npos || colon == 0) return false;
    return std::isalpha(static_cast<unsigned char>(uri[0])) != 0 &&
           std::all_of(uri.begin(), uri.begin() + static_cast<ptrdiff_t>(colon), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '+' || c == '-' ||
                      c == '.';
           });
}

}  // namespace

std::vector<uint8_t> readFile(const fs::path& file, std::string_view where) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) {
        // Without a place inside it, the file at fault is the one that every message names already.
        fault(where.empty() ? "no such file" : fmt::format("no such file: {}", file.string()), where,
              "check the path");
    }
    if (!fs::is_regular_file(status)) {
        fault(fmt::format("{} is not a file", file.string()), where, "name a .glb or .gltf file");
    }
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = in ? static_cast<std::streamoff>(in.tellg()) : -1;
    if (size < 0) {
        fault(fmt::format("{} cannot be opened", file.string()), where, "check its permissions");
    }
    std::vector<uint8_t> bytes(static_cast<size_t>(size));
    in.seekg(0);
    in.read(reinterpret_cast<char*>(bytes.data()), size);
    if (in.gcount() != size) {
        fault(fmt::format("{} cannot be read to its end", file.string()), where, "check the disk");
    }
    return bytes;
}

Resource readUri(const std::string& uri, const fs::path& folder, std::string_view where) {
    if (uri.starts_with("data:")) return readDataUri(uri, where);
    if (hasScheme(uri)) {
        fault(fmt::format("the URI \"{}\" names a scheme; only data: and files beside the model "
                          "are read",
                          uri.substr(0, 60)),
              where, "export with embedded or local files");
    }
    const std::string decoded = percentDecoded(uri);
    const fs::path relative(decoded);
    const bool leaves = std::any_of(relative.begin(), relative.end(),
                                    [](const fs::path& part) { return part == ".."; });
    if (decoded.empty() || leaves || relative.is_absolute() ||
        decoded.find('\0') != std::string::npos || decoded.find('\\') != std::string::npos) {
        fault(fmt::format("the URI \"{}\" leaves the model's folder", uri.substr(0, 120)), where,
              "keep buffers and images in the model's folder");
    }
    return {.bytes = readFile(folder / relative, where), .mimeType = {}};
}

}  // namespace sinew::gltf
