// The container of a glTF file: .glb chunks or JSON text.
#pragma once

#include <string>

#include "skinning/gltf/file/account.h"
#include "skinning/gltf/file/byte_source.h"

namespace sinew::gltf {

struct Container {
    std::string json;
    ByteSource binary;  // BIN chunk; empty for a .gltf
};

/// Returns the JSON text and the BIN chunk. Throws on a .glb that is truncated or not padded.
/// Throws on other formats; the message names common ones.
Container splitContainer(const ByteSource& bytes, Account& account);

}  // namespace sinew::gltf
