// Decodes EXT_meshopt_compression and KHR_meshopt_compression.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "skinning/gltf/file/document.h"

namespace sinew::gltf {

/// Returns, for each buffer, true if it is a placeholder for uncompressed data: it is marked as
/// fallback, or has no URI and has compressed views.
std::vector<bool> placeholderBuffers(const nlohmann::json& gltf);

/// Decodes every compressed buffer view on all cores to a new buffer, and updates the view, so that
/// later steps do not depend on compression. `gltf`: the file's JSON, after checkSchema(). Throws
/// before it allocates the decoded data if sizes violate the extension, or are larger than the
/// compressed data can produce. Throws on broken streams.
void decodeMeshopt(Document& document, nlohmann::json& gltf);

}  // namespace sinew::gltf
