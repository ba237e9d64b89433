// Where a glTF's buffers and images come from: data URIs and files beside the model.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "skinning/gltf/byte_source.h"

namespace sinew::gltf {

/// The folder to which a model's URIs are relative. If the model is a link: that of its target.
std::filesystem::path folderOf(const std::filesystem::path& model);

/// Which files a URI may name.
enum class Reach : uint8_t {
    folder,    // those in the model's folder and below it
    anywhere,  // any file
};

/// The bytes of `uri`: a data URI (RFC 2397, base64 or percent-encoded) or a percent-encoded path,
/// relative to `folder`. Throws on any other scheme, on a path beyond the reach, and on a missing
/// file.
ByteSource openUri(const std::string& uri, const std::filesystem::path& folder, Reach reach,
                   std::string_view where);

/// The file that `uri` names, which is no data URI: the same for every spelling of it.
std::string fileOfUri(const std::string& uri);

}  // namespace sinew::gltf
