// Primitives: attributes, triangles, and what the file leaves out.
#include "skinning/gltf/mesh.h"

#include <algorithm>
#include <cmath>

#include "skinning/gltf/accessor.h"
#include "skinning/gltf/basis.h"
#include "skinning/gltf/fault.h"
#include "skinning/gltf/influence.h"

namespace sinew::gltf {

namespace {

// About 100 bytes a vertex: 3 GB. Many nodes may draw one mesh, so that a small file reaches it.
constexpr size_t kMaxVertices = size_t{1} << 25;
constexpr size_t kMaxIndices = size_t{1} << 28;

struct Source {
    const Document& document;
    const tinygltf::Primitive& primitive;
    std::string path;  // meshes[0].primitives[1]
    size_t vertexCount = 0;

    int attribute(const std::string& name) const {
        const auto found = primitive.attributes.find(name);
        return found == primitive.attributes.end() ? -1 : found->second;
    }

    // Empty when the primitive has no such attribute.
    std::vector<float> read(const std::string& name, int components) const {
        const int accessor = attribute(name);
        if (accessor < 0) return {};
        const std::string where = fmt::format("{}.attributes.{}", path, name);
        std::vector<float> values = readFloats(document, accessor, components, where);
        if (values.size() != vertexCount * static_cast<size_t>(components)) {
            fault(fmt::format("{} elements for {} vertices",
                              values.size() / static_cast<size_t>(components), vertexCount),
                  where, kValidate);
        }
        return values;
    }
};

std::vector<uint32_t> readIndices(const Source& source) {
    if (source.primitive.indices < 0) {
        std::vector<uint32_t> all(source.vertexCount);
        for (uint32_t i = 0; i < all.size(); ++i) all[i] = i;
        return all;
    }
    const std::string where = source.path + ".indices";
    std::vector<uint32_t> indices =
        readIntegers(source.document, source.primitive.indices, 1, where);
    const auto bad = std::find_if(indices.begin(), indices.end(),
                                  [&](uint32_t index) { return index >= source.vertexCount; });
    if (bad != indices.end()) {
        fault(fmt::format("index {} at place {}, but the primitive has {} vertices", *bad,
                          bad - indices.begin(), source.vertexCount),
              where, kValidate);
    }
    return indices;
}

// Section 3.7.2.1 of the specification gives the corners of strips and fans.
std::vector<uint32_t> triangleList(std::vector<uint32_t> indices, int mode) {
    if (mode == TINYGLTF_MODE_TRIANGLES) {
        indices.resize(indices.size() / 3 * 3);
        return indices;
    }
    std::vector<uint32_t> triangles;
    triangles.reserve(3 * indices.size());
    for (size_t i = 0; i + 2 < indices.size(); ++i) {
        if (mode == TINYGLTF_MODE_TRIANGLE_FAN) {
            triangles.insert(triangles.end(), {indices[i + 1], indices[i + 2], indices[0]});
        } else {
            triangles.insert(triangles.end(),
                             {indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]});
        }
    }
    return triangles;
}

// Scales `vector` to unit length and returns the factor; 0 where it has no direction.
float normalizeInPlace(glm::vec3& vector) {
    const double length = glm::length(glm::dvec3(vector));
    if (!(length > 0)) return 0.0f;
    vector = glm::vec3(glm::dvec3(vector) / length);
    return static_cast<float>(1.0 / length);
}

// Appends normals; `scales` stays empty when they had to be generated.
void appendNormals(const Source& source, std::span<const glm::vec3> positions,
                   std::span<const uint32_t> triangles, Geometry& geometry,
                   std::vector<float>& scales) {
    const size_t first = geometry.normals.size();
    geometry.normals.resize(first + source.vertexCount);
    const std::span<glm::vec3> normals = std::span(geometry.normals).subspan(first);
    const std::vector<float> read = source.read("NORMAL", 3);
    if (read.empty()) {
        generateNormals(positions, triangles, normals);
        return;
    }
    scales.resize(source.vertexCount, 1.0f);
    bool zeros = false;
    for (size_t v = 0; v < source.vertexCount; ++v) {
        normals[v] = glm::vec3(read[3 * v], read[3 * v + 1], read[3 * v + 2]);
        scales[v] = normalizeInPlace(normals[v]);
        zeros |= scales[v] == 0;
    }
    if (!zeros) return;
    std::vector<glm::vec3> generated(source.vertexCount);
    generateNormals(positions, triangles, generated);
    for (size_t v = 0; v < source.vertexCount; ++v) {
        if (scales[v] != 0) continue;
        normals[v] = generated[v];
        scales[v] = 1.0f;
    }
}

// Tangents of a file without normals are ignored, as section 3.7.2.1 demands.
void appendTangents(const Source& source, std::span<const glm::vec3> positions,
                    std::span<const glm::vec3> normals, std::span<const glm::vec2> uvs,
                    std::span<const uint32_t> triangles, bool hasNormals, Geometry& geometry,
                    std::vector<float>& scales) {
    const size_t first = geometry.tangents.size();
    geometry.tangents.resize(first + source.vertexCount);
    const std::span<glm::vec4> tangents = std::span(geometry.tangents).subspan(first);
    const std::vector<float> read = hasNormals ? source.read("TANGENT", 4) : std::vector<float>();
    if (read.empty()) {
        generateTangents(positions, normals, uvs, triangles, tangents);
        return;
    }
    scales.resize(source.vertexCount, 1.0f);
    for (size_t v = 0; v < source.vertexCount; ++v) {
        glm::vec3 tangent(read[4 * v], read[4 * v + 1], read[4 * v + 2]);
        scales[v] = normalizeInPlace(tangent);
        if (scales[v] == 0) {
            tangent = perpendicularTo(normals[v]);
            scales[v] = 1.0f;
        }
        tangents[v] = glm::vec4(tangent, read[4 * v + 3] < 0 ? -1.0f : 1.0f);
    }
}

// The uv set that the base colour texture reads: the only texture that is drawn.
int baseColorUvSet(const Document& document, int material) {
    if (material < 0 || static_cast<size_t>(material) >= document.gltf.materials.size()) return 0;
    return document.gltf.materials[static_cast<size_t>(material)]
        .pbrMetallicRoughness.baseColorTexture.texCoord;
}

std::vector<glm::vec3> asVectors(const std::vector<float>& values) {
    std::vector<glm::vec3> out(values.size() / 3);
    for (size_t v = 0; v < out.size(); ++v) {
        out[v] = glm::vec3(values[3 * v], values[3 * v + 1], values[3 * v + 2]);
    }
    return out;
}

class Builder {
public:
    Builder(const Document& document, const SceneNodes& scene, const Binds& binds)
        : document_(document), scene_(scene), binds_(binds) {
        meshes_.geometry.influenceOffsets.push_back(0);
        meshes_.geometry.morphOffsets.push_back(0);
        meshes_.morphsOfNode.resize(document.gltf.nodes.size());
    }

    void addNode(size_t node) {
        const int mesh = document_.gltf.nodes[node].mesh;
        if (scene_.jointOfNode[node] == kNotInScene || mesh < 0) return;
        if (static_cast<size_t>(mesh) >= document_.gltf.meshes.size()) {
            fault(fmt::format("mesh {} of {}", mesh, document_.gltf.meshes.size()),
                  fmt::format("nodes[{}].mesh", node), kValidate);
        }
        addMorphWeights(node, static_cast<size_t>(mesh));
        const auto& primitives = document_.gltf.meshes[static_cast<size_t>(mesh)].primitives;
        for (size_t p = 0; p < primitives.size(); ++p) {
            addPrimitive(node, static_cast<size_t>(mesh), p);
        }
    }

    Meshes take() {
        if (meshes_.geometry.morphDeltas.empty()) meshes_.geometry.morphOffsets.clear();
        meshes_.geometry.influences.shrink_to_fit();
        return std::move(meshes_);
    }

private:
    void addMorphWeights(size_t node, size_t mesh) {
        const auto& primitives = document_.gltf.meshes[mesh].primitives;
        const size_t targets = primitives.empty() ? 0 : primitives[0].targets.size();
        for (size_t p = 1; p < primitives.size(); ++p) {
            if (primitives[p].targets.size() == targets) continue;
            fault(fmt::format("{} morph targets, but the first primitive has {}",
                              primitives[p].targets.size(), targets),
                  fmt::format("meshes[{}].primitives[{}].targets", mesh, p), kValidate);
        }
        if (targets == 0) return;
        const std::vector<float> weights = restWeights(document_, node, targets);
        meshes_.morphsOfNode[node] = {
            .first = static_cast<uint32_t>(meshes_.restMorphWeights.size()),
            .count = static_cast<uint32_t>(targets)};
        meshes_.restMorphWeights.insert(meshes_.restMorphWeights.end(), weights.begin(),
                                        weights.end());
    }

    void addPrimitive(size_t node, size_t mesh, size_t index) {
        const tinygltf::Primitive& primitive = document_.gltf.meshes[mesh].primitives[index];
        Source source{.document = document_,
                      .primitive = primitive,
                      .path = fmt::format("meshes[{}].primitives[{}]", mesh, index)};
        if (primitive.mode < TINYGLTF_MODE_TRIANGLES ||
            primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN) {
            meshes_.warnings.push_back(
                fmt::format("{} is made of points or lines and is not drawn", source.path));
            return;
        }
        if (source.attribute("POSITION") < 0) {
            meshes_.warnings.push_back(
                fmt::format("{} has no POSITION and is not drawn", source.path));
            return;
        }
        if (source.attribute("COLOR_0") >= 0) {
            meshes_.warnings.emplace_back("vertex colours (COLOR_0) are not drawn");
        }
        const std::string where = source.path + ".attributes.POSITION";
        const std::vector<glm::vec3> positions =
            asVectors(readFloats(document_, source.attribute("POSITION"), 3, where));
        source.vertexCount = positions.size();
        Geometry& geometry = meshes_.geometry;
        if (geometry.positions.size() + positions.size() > kMaxVertices) {
            fault(fmt::format("the scene draws more than {} vertices", kMaxVertices), where,
                  "split the scene");
        }
        const std::vector<uint32_t> triangles = triangleList(readIndices(source), primitive.mode);
        if (geometry.indices.size() + triangles.size() > kMaxIndices) {
            fault(fmt::format("the scene draws more than {} indices", kMaxIndices),
                  source.path + ".indices", "split the scene");
        }
        const auto firstVertex = static_cast<uint32_t>(geometry.positions.size());
        const auto firstIndex = static_cast<uint32_t>(geometry.indices.size());
        const MorphBase base = addVertices(source, positions, triangles);
        addInfluences(source, node);
        appendMorphs(document_, primitive, source.path, meshes_.morphsOfNode[node], base, geometry);
        for (const uint32_t corner : triangles) geometry.indices.push_back(firstVertex + corner);

        const auto materials = document_.gltf.materials.size();
        if (primitive.material >= 0 && static_cast<size_t>(primitive.material) >= materials) {
            fault(fmt::format("material {} of {}", primitive.material, materials),
                  source.path + ".material", kValidate);
        }
        const std::string& name = document_.gltf.meshes[mesh].name;
        meshes_.primitives.push_back(
            {.node = static_cast<uint32_t>(node),
             .mesh = static_cast<uint32_t>(mesh),
             .primitive = static_cast<uint32_t>(index),
             .meshName = name.empty() ? fmt::format("mesh {}", mesh) : name,
             .skinned = document_.gltf.nodes[node].skin >= 0,
             .hasNormals = !base.normalScales.empty(),
             .hasTangents = !base.tangentScales.empty(),
             .firstVertex = firstVertex,
             .vertexCount = static_cast<uint32_t>(positions.size()),
             .firstIndex = firstIndex,
             .indexCount = static_cast<uint32_t>(triangles.size()),
             .material = static_cast<uint32_t>(
                 primitive.material >= 0 ? static_cast<size_t>(primitive.material) : materials)});
    }

    MorphBase addVertices(const Source& source, const std::vector<glm::vec3>& positions,
                          const std::vector<uint32_t>& triangles) {
        Geometry& geometry = meshes_.geometry;
        const size_t first = geometry.positions.size();
        MorphBase base{.vertexCount = positions.size(), .normalScales = {}, .tangentScales = {}};
        geometry.positions.insert(geometry.positions.end(), positions.begin(), positions.end());
        const std::vector<float> uvs = source.read(
            fmt::format("TEXCOORD_{}", baseColorUvSet(document_, source.primitive.material)), 2);
        geometry.uvs.resize(first + positions.size(), glm::vec2(0));
        for (size_t v = 0; v < uvs.size() / 2; ++v) {
            geometry.uvs[first + v] = glm::vec2(uvs[2 * v], uvs[2 * v + 1]);
        }
        appendNormals(source, positions, triangles, geometry, base.normalScales);
        appendTangents(source, positions, std::span(geometry.normals).subspan(first),
                       std::span(geometry.uvs).subspan(first), triangles,
                       !base.normalScales.empty(), geometry, base.tangentScales);
        return base;
    }

    void addInfluences(const Source& source, size_t node) {
        Geometry& geometry = meshes_.geometry;
        if (const int skin = document_.gltf.nodes[node].skin; skin >= 0) {
            appendInfluences(document_, source.primitive, source.path, source.vertexCount,
                             binds_.ofSkin.at(skin), geometry);
            return;
        }
        const uint32_t bind = binds_.ofNode.at(static_cast<int>(node));
        for (size_t v = 0; v < source.vertexCount; ++v) {
            geometry.influences.push_back({.bind = bind, .weight = 1.0f});
            geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
        }
    }

    const Document& document_;
    const SceneNodes& scene_;
    const Binds& binds_;
    Meshes meshes_;
};

}  // namespace

Meshes importMeshes(const Document& document, const SceneNodes& scene, const Binds& binds) {
    Builder builder(document, scene, binds);
    for (size_t node = 0; node < document.gltf.nodes.size(); ++node) builder.addNode(node);
    return builder.take();
}

}  // namespace sinew::gltf
