// Lists and hashes the files of a model without an import.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Returns `model`, then each file to which it refers by URI, once, even if that file does not
/// exist. Throws std::runtime_error like importGltf if `model` is not glTF.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path& model);

/// Returns true if the file has a mesh. Throws like filesOf.
bool hasMeshes(const std::filesystem::path& model);

/// Returns the FNV-1a hash (64 bits) of the contents of all files of filesOf(), as 16 hex digits.
/// The hash does not depend on paths, and is not cryptographic.
std::string contentHash(const std::filesystem::path& model);

std::string bytesHash(std::string_view bytes);

namespace gltf {
std::string readJsonText(const std::filesystem::path& file);
}  // namespace gltf

}  // namespace sinew
