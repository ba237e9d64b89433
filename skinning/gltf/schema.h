// The form of a glTF file's JSON, checked before anything reads it.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace sinew::gltf {

/// Throws, with the JSON path, where a member of `gltf` that import reads has another type than the
/// specification gives it, is missing though required, is negative or does not fit; and on other
/// versions of the format. Members that import does not read (extras, the asset, extensions
/// that Sinew does not support) are taken out of `gltf`.
void checkSchema(nlohmann::json& gltf);

}  // namespace sinew::gltf
