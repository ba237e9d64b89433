// Writers of mesh files.
#include "app/cli/mesh_file.h"

#include <fmt/format.h>

#include <bit>
#include <iterator>

namespace sinew::cli {
namespace {

static_assert(std::endian::native == std::endian::little, "PLY is written as memory lies");

template <typename T>
void append(std::string& bytes, const T& value) {
    bytes.append(reinterpret_cast<const char*>(&value), sizeof(T));
}

}  // namespace

std::string plyFile(const CapturedVertices& vertices, std::span<const uint32_t> indices) {
    std::string bytes = fmt::format(
        "ply\nformat binary_little_endian 1.0\ncomment sinew-cli export\nelement vertex {}\n"
        "property float x\nproperty float y\nproperty float z\n"
        "property float nx\nproperty float ny\nproperty float nz\n"
        "element face {}\nproperty list uchar int vertex_indices\nend_header\n",
        vertices.positions.size(), indices.size() / 3);
    bytes.reserve(bytes.size() + vertices.positions.size() * 24 + indices.size() / 3 * 13);
    for (size_t v = 0; v < vertices.positions.size(); ++v) {
        append(bytes, vertices.positions[v]);
        append(bytes, vertices.normals[v]);
    }
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        append(bytes, uint8_t{3});
        for (size_t corner = 0; corner < 3; ++corner) append(bytes, indices[i + corner]);
    }
    return bytes;
}

std::string objFile(const CapturedVertices& vertices, std::span<const uint32_t> indices) {
    std::string text = "# sinew-cli export\n";
    auto out = std::back_inserter(text);
    for (const glm::vec3& p : vertices.positions)
        fmt::format_to(out, "v {} {} {}\n", p.x, p.y, p.z);
    for (const glm::vec3& n : vertices.normals) fmt::format_to(out, "vn {} {} {}\n", n.x, n.y, n.z);
    for (size_t i = 0; i + 2 < indices.size(); i += 3) {
        const uint32_t a = indices[i] + 1, b = indices[i + 1] + 1, c = indices[i + 2] + 1;
        fmt::format_to(out, "f {0}//{0} {1}//{1} {2}//{2}\n", a, b, c);
    }
    return text;
}

}  // namespace sinew::cli
