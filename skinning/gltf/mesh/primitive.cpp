// Reads attributes and triangles, and generates missing normals and tangents.
#include "skinning/gltf/mesh/primitive.h"

#include <algorithm>

#include "skinning/gltf/basis.h"
#include "skinning/gltf/file/accessor.h"
#include "skinning/gltf/file/fault.h"
#include "skinning/gltf/mesh/seam.h"
#include "skinning/gltf/mesh/tangent_space.h"

namespace sinew::gltf {

namespace {

template <typename Vector>
std::span<float> floatsOf(std::span<Vector> vectors) {
    return {reinterpret_cast<float*>(vectors.data()), vectors.size() * Vector::length()};
}

// Reads one attribute of `vertices`. If the primitive does not have it, returns false and leaves
// `out` unchanged.
template <typename Vector>
bool readAttribute(const PrimitiveSource& source, const NamedVertices& vertices,
                   const std::string& name, std::span<Vector> out, bool isUsed = true) {
    const int index = source.attribute(name);
    if (index < 0) return false;
    const Accessor accessor(source.document, index, Vector::length(),
                            fmt::format("{}.attributes.{}", source.path, name));
    accessor.requireCount(source.vertexCount);
    vertices.each(0, out.size(), [&](size_t element, size_t vertex, size_t count) {
        const std::span<float> values = floatsOf(out.subspan(vertex, count));
        isUsed ? accessor.read(element, values) : accessor.readUnused(element, values);
    });
    return true;
}

bool readColors(const PrimitiveSource& source, const NamedVertices& vertices,
                std::span<glm::vec4> out) {
    const int index = source.attribute("COLOR_0");
    if (index < 0) return false;
    const std::string where = source.path + ".attributes.COLOR_0";
    if (componentsOf(source.document, index, where) == 4) {
        return readAttribute(source, vertices, "COLOR_0", out);
    }
    std::vector<glm::vec3> rgb(out.size());
    readAttribute(source, vertices, "COLOR_0", std::span(rgb));
    for (size_t v = 0; v < out.size(); ++v) out[v] = glm::vec4(rgb[v], 1.0f);
    return true;
}

// Converts a triangle strip or fan to a triangle list (glTF 2.0, section 3.7.2.1).
void makeTriangles(std::span<const uint32_t> indices, int mode, std::span<uint32_t> corners) {
    for (size_t t = 0; t < corners.size() / 3; ++t) {
        uint32_t* corner = &corners[3 * t];
        if (mode == TINYGLTF_MODE_TRIANGLE_FAN) {
            corner[0] = indices[t + 1];
            corner[1] = indices[t + 2];
            corner[2] = indices[0];
        } else {
            corner[0] = indices[t];
            corner[1] = indices[t + 1 + t % 2];
            corner[2] = indices[t + 2 - t % 2];
        }
    }
}

void readIndices(const PrimitiveSource& source, const Accessor& accessor, std::span<uint32_t> out) {
    accessor.read(0, out);
    uint32_t largest = 0;
    for (const uint32_t index : out) largest = std::max(largest, index);
    if (out.empty() || largest < source.vertexCount) return;
    const auto bad = std::find_if(out.begin(), out.end(),
                                  [&](uint32_t index) { return index >= source.vertexCount; });
    fault(fmt::format("index {} at position {}, but the primitive has {} vertices", *bad,
                      bad - out.begin(), source.vertexCount),
          source.path + ".indices", kValidate);
}

bool isSampled(const Materials& materials, std::span<const uint32_t> ofRun, uint32_t set) {
    return std::ranges::any_of(ofRun, [&](uint32_t material) {
        return std::ranges::any_of(
            materials.materials[material].textures(),
            [&](const Texture* texture) { return *texture && texture->uvSet == set; });
    });
}

// Returns the factor that normalizes the vector, or 0 for a zero vector.
float normalizeInPlace(glm::vec3& vector) {
    const double length = glm::length(glm::dvec3(vector));
    if (!(length > 0)) return 0.0f;
    vector = glm::vec3(glm::dvec3(vector) / length);
    return static_cast<float>(1.0 / length);
}

// Reads normals, or generates them and returns false. `scales` gets the factor that normalizes each
// normal of the file. It is empty if there are no morph targets.
bool readNormals(const PrimitiveSource& source, const NamedVertices& vertices,
                 const PrimitiveSpans& out, std::vector<float>& scales) {
    if (!readAttribute(source, vertices, "NORMAL", out.normals)) {
        generateNormals(out.positions, out.corners, out.normals);
        return false;
    }
    std::vector<glm::vec3> generated;
    for (size_t v = 0; v < out.normals.size(); ++v) {
        float scale = normalizeInPlace(out.normals[v]);
        if (scale == 0) {
            if (generated.empty()) {
                generated.resize(out.normals.size());
                generateNormals(out.positions, out.corners, generated);
            }
            out.normals[v] = generated[v];
            scale = 1.0f;
        }
        if (!scales.empty()) scales[v] = scale;
    }
    return true;
}

void generateTangentsOf(const Texture& normalTexture, const PrimitiveSpans& out, RunFacts& facts) {
    for (size_t v = 0; v < out.normals.size(); ++v) {
        out.tangents[v] = glm::vec4(perpendicularTo(out.normals[v]), 1.0f);
    }
    // Only normal textures need tangents. Primitives without normals use flat shading, and the
    // fragment shader derives tangents from uvs.
    if (!normalTexture || !facts.hasNormals) return;
    // Tangents follow the axes of the image, so the texture transform is applied to the uvs.
    std::vector<glm::vec2> uvs;
    for (const glm::vec2& uv : out.uvSets[normalTexture.uvSet]) {
        uvs.push_back(normalTexture.imageFromUv * glm::vec3(uv, 1.0f));
    }
    std::vector<glm::vec4> ofCorners(out.corners.size());
    generateCornerTangents(out.positions, out.normals, uvs, out.corners, ofCorners);
    facts.tangentCopies = shareTangents(ofCorners, out.corners, out.tangents, facts.copyTangents);
}

// Reads tangents. `isUsed`: a material has a normal texture. Returns false if the primitive has no
// tangents or no normals. Without normals, tangents are ignored (glTF 2.0, section 3.7.2.1).
bool readTangents(const PrimitiveSource& source, const NamedVertices& vertices,
                  const PrimitiveSpans& out, bool hasNormals, bool isUsed,
                  std::vector<float>& scales) {
    if (!hasNormals || !readAttribute(source, vertices, "TANGENT", out.tangents, isUsed)) {
        return false;
    }
    for (size_t v = 0; v < out.tangents.size(); ++v) {
        glm::vec4& stored = out.tangents[v];
        glm::vec3 tangent(stored);
        float scale = normalizeInPlace(tangent);
        if (scale == 0) {
            tangent = perpendicularTo(out.normals[v]);
            scale = 1.0f;
        }
        stored = glm::vec4(tangent, stored.w < 0 ? -1.0f : 1.0f);
        if (!scales.empty()) scales[v] = scale;
    }
    return true;
}

}  // namespace

int PrimitiveSource::attribute(const std::string& name) const {
    const auto found = primitive.attributes.find(name);
    return found == primitive.attributes.end() ? -1 : found->second;
}

size_t cornerCount(size_t indexCount, int mode) {
    if (mode == TINYGLTF_MODE_TRIANGLES) return indexCount / 3 * 3;
    return indexCount < 3 ? 0 : 3 * (indexCount - 2);
}

void readTriangles(const PrimitiveSource& source, std::span<uint32_t> corners) {
    const int mode = source.primitive.mode;
    const bool list = mode == TINYGLTF_MODE_TRIANGLES;
    if (source.primitive.indices < 0) {
        std::vector<uint32_t> all(list ? 0 : source.vertexCount);
        const std::span<uint32_t> out = list ? corners : std::span(all);
        for (uint32_t i = 0; i < out.size(); ++i) out[i] = i;
        if (!list) makeTriangles(all, mode, corners);
        return;
    }
    const Accessor accessor(source.document, source.primitive.indices, 1, source.path + ".indices");
    if (list) return readIndices(source, accessor, corners);
    std::vector<uint32_t> indices(accessor.count());
    readIndices(source, accessor, indices);
    makeTriangles(indices, mode, corners);
}

RunFacts readVertices(const PrimitiveSource& source, const NamedVertices& vertices,
                      const Materials& materials, std::span<const uint32_t> ofRun,
                      const PrimitiveSpans& out) {
    readAttribute(source, vertices, "POSITION", out.positions);
    for (uint32_t set = 0; set < out.uvSets.size(); ++set) {
        readAttribute(source, vertices, fmt::format("TEXCOORD_{}", materials.uvSets[set]),
                      out.uvSets[set], isSampled(materials, ofRun, set));
    }
    RunFacts facts;
    if (!out.colors.empty()) {
        facts.hasColors = readColors(source, vertices, out.colors);
        if (!facts.hasColors) std::ranges::fill(out.colors, glm::vec4(1.0f));
    }
    const size_t scaled = source.primitive.targets.empty() ? 0 : vertices.count();
    std::vector<float> normalScales(scaled, 1.0f), tangentScales(scaled, 1.0f);
    facts.hasNormals = readNormals(source, vertices, out, normalScales);
    const bool isUsed = std::ranges::any_of(ofRun, [&](uint32_t material) {
        return bool(materials.materials[material].normalTexture);
    });
    facts.hasTangents =
        readTangents(source, vertices, out, facts.hasNormals, isUsed, tangentScales);
    if (facts.hasNormals) facts.morphBase.normalScales = std::move(normalScales);
    if (facts.hasTangents) {
        facts.morphBase.tangentScales = std::move(tangentScales);
    } else {
        generateTangentsOf(materials.materials[ofRun.front()].normalTexture, out, facts);
    }
    return facts;
}

}  // namespace sinew::gltf
