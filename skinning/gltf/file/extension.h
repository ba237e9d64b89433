// Checks the extensions of a file.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sinew::gltf {

/// Appends a warning for each ignored extension. Throws if a required extension is not supported
/// and may change vertices.
void checkExtensions(const nlohmann::json& json, std::vector<std::string>& warnings);

}  // namespace sinew::gltf
