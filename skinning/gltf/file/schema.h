// Validates the JSON of a glTF file.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sinew::gltf {

/// Checks the glTF version and all members that the import reads. Removes all other members from
/// `gltf`. Throws, with the JSON path, on another version and on members that are missing, of the
/// wrong type or out of range.
void checkSchema(nlohmann::json& gltf);

}  // namespace sinew::gltf
