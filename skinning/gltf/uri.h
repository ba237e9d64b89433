// Where a glTF's buffers and images come from: data URIs and files beside the model.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew::gltf {

struct Resource {
    std::vector<uint8_t> bytes;
    std::string mimeType;  // of a data URI; empty for files
};

/// Reads `uri`: a data URI (RFC 2397, base64 or percent-encoded) or a percent-encoded path below
/// `folder`. Throws on any other scheme, on a path that leaves the folder, and on a missing file.
Resource readUri(const std::string& uri, const std::filesystem::path& folder,
                 std::string_view where);

/// All bytes of a regular file. Throws when there is none or it cannot be read.
std::vector<uint8_t> readFile(const std::filesystem::path& file, std::string_view where);

}  // namespace sinew::gltf
