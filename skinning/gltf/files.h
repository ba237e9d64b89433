// Which files a model consists of, told without importing it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The .glb or .gltf, then every file that it names by URI, each once, whether it is there or not.
/// Throws std::runtime_error, as importGltf does, for what is no glTF file.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path& model);

/// 64 bits (FNV-1a) of the bytes of all those files, as 16 hex digits: equal for equal models,
/// wherever they lie. Two different models are told apart; nobody is kept from making two that are
/// not.
std::string contentHash(const std::filesystem::path& model);

/// The same of any bytes.
std::string bytesHash(std::string_view bytes);

namespace gltf {
/// The JSON of a .glb or .gltf as it stands there.
std::string readJsonText(const std::filesystem::path& file);
}  // namespace gltf

}  // namespace sinew
