// Opens the URIs of a glTF file: data URIs and relative paths.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "skinning/gltf/file/byte_source.h"

namespace sinew::gltf {

/// Returns the folder to which the path `relative` of a model's URI refers. If the model is a
/// symbolic link without this file next to it, this is the folder of the link's target.
std::filesystem::path folderOf(const std::filesystem::path& model,
                               const std::filesystem::path& relative);

enum class Reach : uint8_t {
    folder,  // in the model's folder or below it
    anywhere,
};

/// Opens a data URI (RFC 2397, base64 or percent-encoded) or a percent-encoded path relative to
/// folderOf(`model`). Throws on other schemes, on paths that `reach` does not allow, and on missing
/// files.
ByteSource openUri(const std::string& uri, const std::filesystem::path& model, Reach reach,
                   std::string_view where);

/// Returns the decoded and normalized path of a `uri` that is not a data URI.
std::string fileOfUri(const std::string& uri);

}  // namespace sinew::gltf
