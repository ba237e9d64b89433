// The files of a model, without importing it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Returns the .glb or .gltf, then every file that it refers to by URI, once each, existing or not.
/// Throws std::runtime_error like importGltf if the file is not glTF.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path& model);

/// Returns true if the file has a mesh. Throws like filesOf.
bool hasMeshes(const std::filesystem::path& model);

/// Returns FNV-1a (64 bits) of the contents of all these files as 16 hex digits. It does not depend
/// on paths, and is not cryptographic.
std::string contentHash(const std::filesystem::path& model);

std::string bytesHash(std::string_view bytes);

namespace gltf {
std::string readJsonText(const std::filesystem::path& file);
}  // namespace gltf

}  // namespace sinew
