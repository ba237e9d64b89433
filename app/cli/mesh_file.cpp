// Writes mesh files.
#include "app/cli/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <span>

namespace sinew::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "PLY is written as memory lies");

template <typename T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

bool isThere(const glm::vec3& normal) {
    return normal != glm::vec3(0);
}

}  // namespace

std::string plyFile(const PosedMesh& mesh) {
    const bool hasNormals = std::ranges::any_of(mesh.normals, isThere);
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment sinew-cli export\nelement vertex {}\n"
        "property float x\nproperty float y\nproperty float z\n{}"
        "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        mesh.positions.size(),
        hasNormals ? "property float nx\nproperty float ny\nproperty float nz\n" : "",
        mesh.indices.size() / 3);
    bytes.reserve(bytes.size() + mesh.positions.size() * 24 + mesh.indices.size() / 3 * 13);
    for (size_t v = 0; v < mesh.positions.size(); ++v) {
        append(bytes, mesh.positions[v]);
        if (hasNormals) append(bytes, mesh.normals[v]);
    }
    for (size_t i = 0; i + 2 < mesh.indices.size(); i += 3) {
        append(bytes, uint8_t{3});
        for (size_t corner = 0; corner < 3; ++corner) append(bytes, mesh.indices[i + corner]);
    }
    return bytes;
}

std::string objFile(const PosedMesh& mesh) {
    std::string text = "# sinew-cli export\n";
    auto out = std::back_inserter(text);
    for (const glm::vec3& p : mesh.positions) fmt::format_to(out, "v {} {} {}\n", p.x, p.y, p.z);
    std::vector<uint32_t> normalOf;  // index in the file, from 1; 0: none
    uint32_t normals = 0;
    for (const glm::vec3& n : mesh.normals) {
        normalOf.push_back(isThere(n) ? ++normals : 0);
        if (isThere(n)) fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
    }
    for (size_t i = 0; i < mesh.indices.size(); ++i) {
        const uint32_t vertex = mesh.indices[i];
        text += i % 3 == 0 ? "f " : " ";
        fmt::format_to(out, "{}", vertex + 1);
        // OBJ allows normals at all corners of a face or at none.
        const auto face = std::span(mesh.indices).subspan(i - i % 3, 3);
        const bool hasNormals =
            std::ranges::all_of(face, [&](uint32_t corner) { return normalOf[corner] > 0; });
        if (hasNormals) fmt::format_to(out, "//{}", normalOf[vertex]);
        if (i % 3 == 2) text += '\n';
    }
    return text;
}

}  // namespace sinew::cli
