// Reads vertex attributes and triangles of primitives into Geometry.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/mesh/morph.h"
#include "skinning/gltf/mesh/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

struct PrimitiveSource {
    const Document& document;
    const tinygltf::Primitive& primitive;
    std::string path;        // JSON path: meshes[0].primitives[1]
    size_t vertexCount = 0;  // element count of the accessors

    /// Returns the accessor of an attribute, or -1 if the attribute does not exist.
    int attribute(const std::string& name) const;
};

struct PrimitiveSpans {
    std::span<glm::vec3> positions;
    std::span<glm::vec3> normals;
    std::span<glm::vec4> tangents;
    std::vector<std::span<glm::vec2>> uvSets;  // parallel to Materials::uvSets
    std::span<glm::vec4> colors;               // empty if no primitive has colours
    std::span<uint32_t> corners;               // triangle list, vertices of the run
};

struct RunFacts {
    bool hasNormals = true;
    bool hasTangents = true;
    bool hasColors = false;
    MorphBase morphBase;
    std::vector<uint32_t> tangentCopies;  // see Primitive::tangentCopies
    std::vector<glm::vec4> copyTangents;  // tangent of each copy
};

/// Returns the number of corners after conversion to a triangle list. `mode`: glTF topology.
size_t cornerCount(size_t indexCount, int mode);

/// Reads a primitive's triangles as a triangle list. A corner is the index of an accessor element.
/// Throws on indices out of range.
void readTriangles(const PrimitiveSource& source, std::span<uint32_t> corners);

/// Reads the attributes of `vertices`, except influences and morph targets, and generates missing
/// normals and tangents. `source`: first primitive of the run. `ofRun`: materials of the run's
/// primitives. If tangents are generated, all their normal textures have the same uvs. Afterwards,
/// `out.corners` may refer to copies of vertices. Throws on attributes of the wrong format or size.
RunFacts readVertices(const PrimitiveSource& source, const NamedVertices& vertices,
                      const Materials& materials, std::span<const uint32_t> ofRun,
                      const PrimitiveSpans& out);

}  // namespace sinew::gltf
