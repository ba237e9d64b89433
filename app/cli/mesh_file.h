// Writes posed vertices and triangles as PLY and OBJ.
#pragma once

#include <cstdint>
#include <glm/glm.hpp>
#include <string>
#include <vector>

namespace sinew::cli {

struct PosedMesh {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;  // per vertex; zero: flat shading
    std::vector<uint32_t> indices;
};

/// Returns a binary little-endian PLY file: float x y z nx ny nz per vertex, then the triangles. nx
/// ny nz are absent if no vertex has a normal.
std::string plyFile(const PosedMesh& mesh);

/// Returns a Wavefront OBJ file with v, vn and f lines.
std::string objFile(const PosedMesh& mesh);

}  // namespace sinew::cli
