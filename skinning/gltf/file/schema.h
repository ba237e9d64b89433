// Validates the JSON of a glTF file.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sinew::gltf {

/// Throws, with the JSON path, on members of the wrong type, missing or out of range, and on other
/// versions. Checks members that the import reads, and removes all others from `gltf`.
void checkSchema(nlohmann::json& gltf);

}  // namespace sinew::gltf
