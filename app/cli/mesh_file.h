// Posed vertices and triangles as PLY and OBJ.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace sinew::cli {

/// A posed mesh.
struct PosedMesh {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;  // one a vertex; zero: flat shading
    std::vector<uint32_t> indices;   // a triangle list
};

/// Binary little-endian PLY: float x y z nx ny nz a vertex, then the triangles. Without nx ny nz if
/// no vertex has a normal.
std::string plyFile(const PosedMesh& mesh);

/// Wavefront OBJ: v, vn and f lines.
std::string objFile(const PosedMesh& mesh);

}  // namespace sinew::cli
