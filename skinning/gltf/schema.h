// Validates the JSON of a glTF file.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sinew::gltf {

/// Throws, with the JSON path, on members that have the wrong type, are missing though required,
/// are negative or do not fit, and on other versions of the format. Checks only members that the
/// import reads, and removes all others (extras, the asset, unsupported extensions) from `gltf`.
void checkSchema(nlohmann::json& gltf);

}  // namespace sinew::gltf
