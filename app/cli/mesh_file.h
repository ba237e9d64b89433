// Posed vertices and triangles as PLY and OBJ.
#pragma once

#include <span>
#include <string>

#include "skinning/gpu/capture.h"

namespace sinew::cli {

/// Binary little-endian PLY: float x y z nx ny nz a vertex, then the triangles.
std::string plyFile(const CapturedVertices& vertices, std::span<const uint32_t> indices);

/// Wavefront OBJ: v, vn and f lines.
std::string objFile(const CapturedVertices& vertices, std::span<const uint32_t> indices);

}  // namespace sinew::cli
