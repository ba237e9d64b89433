// Extensions that a file names: implemented, ignored or refused.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace sinew::gltf {

/// Appends a warning for each extension that is ignored. Throws if the file requires an extension
/// that may change vertices and that the import does not know.
void checkExtensions(const nlohmann::json& json, std::vector<std::string>& warnings);

}  // namespace sinew::gltf
