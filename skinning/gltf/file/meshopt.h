// Decoding of EXT_meshopt_compression and KHR_meshopt_compression.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "skinning/gltf/file/document.h"

namespace sinew::gltf {

/// Returns true for a placeholder of uncompressed data: a buffer marked as fallback, or without URI
/// and with compressed views.
std::vector<bool> placeholderBuffers(const nlohmann::json& gltf);

/// Decodes every compressed buffer view on all cores to a new buffer, and updates the view, so that
/// later steps do not depend on compression. `gltf`: the file's JSON with checked integers. Throws
/// on sizes that violate the extension or exceed the compressed data, before allocation, and on
/// broken streams.
void decodeMeshopt(Document& document, nlohmann::json& gltf);

}  // namespace sinew::gltf
