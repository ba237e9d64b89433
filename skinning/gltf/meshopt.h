// EXT_meshopt_compression and KHR_meshopt_compression: buffer views that meshoptimizer compressed.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "skinning/gltf/document.h"

namespace sinew::gltf {

/// For each buffer of the file, whether it is only a placeholder of uncompressed data that is not
/// read: it is marked as fallback, or has no URI and compressed views are laid out in it.
std::vector<bool> placeholderBuffers(const nlohmann::json& gltf);

/// Decodes every compressed buffer view on all cores, each into a buffer of its own that is added
/// to `document`, and points the view there: nothing later knows about compression. `gltf` is the
/// file's JSON with its integers checked, `document` has its buffers. Throws on sizes that break
/// the extension's rules or that the compressed bytes cannot hold, before memory is allocated for
/// them, and on streams that do not decode.
void decodeMeshopt(Document& document, nlohmann::json& gltf);

}  // namespace sinew::gltf
