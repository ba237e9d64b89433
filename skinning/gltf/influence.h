// JOINTS_n and WEIGHTS_n of a primitive as sorted influence lists.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "skinning/gltf/document.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// Appends the influences of `vertexCount` vertices to `geometry` (lists and offsets): all sets,
/// zero weights dropped, repeated binds merged, heaviest first, divided by their sum.
/// `bindOfJoint` is the skin's joint order -> bind. Throws, naming the vertex, on joints out of
/// range, negative weights and vertices without any weight.
void appendInfluences(const Document& document, const tinygltf::Primitive& primitive,
                      const std::string& path, size_t vertexCount,
                      std::span<const uint32_t> bindOfJoint, Geometry& geometry);

}  // namespace sinew::gltf
