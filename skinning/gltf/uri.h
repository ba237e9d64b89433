// Where a glTF's buffers and images come from: data URIs and files beside the model.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "skinning/gltf/byte_source.h"

namespace sinew::gltf {

/// The bytes of `uri`: a data URI (RFC 2397, base64 or percent-encoded) or a percent-encoded path
/// below `folder`. Throws on any other scheme, on a path that leaves the folder, and on a missing
/// file.
ByteSource openUri(const std::string& uri, const std::filesystem::path& folder,
                   std::string_view where);

/// The file that `uri` names, which is no data URI: the same for every spelling of it.
std::string fileOfUri(const std::string& uri);

}  // namespace sinew::gltf
