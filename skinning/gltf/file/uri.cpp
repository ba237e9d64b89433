// Decodes data URIs and percent-encoding, and restricts paths to the model's folder.
#include "skinning/gltf/file/uri.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace {

namespace fs = std::filesystem;

int hexDigit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

// Decodes percent-encoding. Keeps a '%' without two hex digits, because some exporters do not
// encode the character '%'.
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
    table[static_cast<uint8_t>('-')] = 62;  // URL-safe alphabet, RFC 4648 section 5
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
            fault(fmt::format("the base64 of the data URI contains the byte 0x{:02x}",
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
    if (count == 1) fault("the base64 of the data URI is truncated", where, kReexport);
    if (count >= 2) out.push_back(static_cast<uint8_t>(count == 2 ? bits >> 4 : bits >> 10));
    if (count == 3) out.push_back(static_cast<uint8_t>(bits >> 2));
    return out;
}

ByteSource readDataUri(std::string_view uri, std::string_view where) {
    const size_t comma = uri.find(',');
    if (comma == std::string_view::npos) fault("the data URI has no comma", where, kReexport);
    const std::string_view body = uri.substr(comma + 1);
    // Some writers percent-encode the '=' and '+' of base64.
    const std::string text =
        body.find('%') == std::string_view::npos ? std::string() : percentDecoded(body);
    const std::string_view plain = text.empty() ? body : text;
    if (uri.substr(0, comma).ends_with(";base64")) return ByteSource(base64Decoded(plain, where));
    return ByteSource(std::vector<uint8_t>(plain.begin(), plain.end()));
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

constexpr const char* kHowToReach =
    "move buffers and images to the model's folder, or allow other folders with --allow-outside";

// Opens a file in `folder` or below it. Follows a symbolic link only if its target is inside
// `folder`, too.
ByteSource openWithin(const fs::path& folder, const fs::path& relative, const std::string& uri,
                      std::string_view where) {
    std::error_code error;
    const fs::path real = fs::canonical(folder / relative, error);
    if (error) return ByteSource::open(folder / relative, where);  // throws, with the path
    const fs::path home = fs::canonical(folder.empty() ? fs::path(".") : folder);
    if (std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first != home.end()) {
        fault(fmt::format("the URI \"{}\" is a link to a target outside of the model's folder",
                          uri.substr(0, 120)),
              where, kHowToReach);
    }
    return ByteSource::open(real, where);
}

}  // namespace

fs::path folderOf(const fs::path& model, const fs::path& relative) {
    const fs::path folder = model.parent_path();
    std::error_code error;
    if (!fs::is_symlink(model, error) || fs::exists(folder / relative, error)) return folder;
    const fs::path target = fs::canonical(model, error);
    return error ? folder : target.parent_path();
}

ByteSource openUri(const std::string& uri, const fs::path& model, Reach reach,
                   std::string_view where) {
    if (uri.starts_with("data:")) return readDataUri(uri, where);
    if (hasScheme(uri)) {
        fault(fmt::format("the URI \"{}\" has a scheme, and only data: URIs and files in the "
                          "model's folder are supported",
                          uri.substr(0, 60)),
              where, "export with embedded or local files");
    }
    const std::string decoded = percentDecoded(uri);
    if (decoded.find('\\') != std::string::npos) {
        fault(fmt::format("the URI \"{}\" contains a backslash", uri.substr(0, 120)), where,
              "separate folders by a slash (/)");
    }
    const fs::path relative = fs::path(decoded).lexically_normal();
    const bool isPath = !decoded.empty() && decoded.find('\0') == std::string::npos;
    const bool leaves = !isPath || *relative.begin() == ".." || relative.is_absolute();
    if (!isPath || (leaves && reach == Reach::folder)) {
        fault(fmt::format("the URI \"{}\" is outside of the model's folder", uri.substr(0, 120)),
              where, kHowToReach);
    }
    const fs::path folder = folderOf(model, relative);
    if (reach == Reach::anywhere) return ByteSource::open(folder / relative, where);
    return openWithin(folder, relative, uri, where);
}

std::string fileOfUri(const std::string& uri) {
    return fs::path(percentDecoded(uri)).lexically_normal().string();
}

}  // namespace sinew::gltf
