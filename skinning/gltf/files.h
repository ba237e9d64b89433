// Lists the files of a model, without importing it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The .glb or .gltf, then every file that it names by URI, each once, also where it does not
/// exist. Throws std::runtime_error, as importGltf does, for what is no glTF file.
std::vector<std::filesystem::path> filesOf(const std::filesystem::path& model);

/// Returns true if the file lists a mesh. Throws as filesOf does.
bool hasMeshes(const std::filesystem::path& model);

/// 64 bits (FNV-1a) of the bytes of all those files, as 16 hex digits: equal for equal models,
/// wherever they lie. Different models have different hashes, except on purpose: the hash is not
/// cryptographic.
std::string contentHash(const std::filesystem::path& model);

/// The same of any bytes.
std::string bytesHash(std::string_view bytes);

namespace gltf {
/// The JSON of a .glb or .gltf as it stands there.
std::string readJsonText(const std::filesystem::path& file);
}  // namespace gltf

}  // namespace sinew
