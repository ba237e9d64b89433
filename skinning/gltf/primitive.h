// The vertex attributes and triangles of primitives, written to their final place.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/morph.h"
#include "skinning/gltf/named_vertices.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// A primitive in the file.
struct PrimitiveSource {
    const Document& document;
    const tinygltf::Primitive& primitive;
    std::string path;        // meshes[0].primitives[1]
    size_t vertexCount = 0;  // elements of the accessors

    /// The accessor of an attribute, -1 without it.
    int attribute(const std::string& name) const;
};

/// Where the vertices of a run of primitives are in Geometry.
struct PrimitiveSpans {
    std::span<glm::vec3> positions;
    std::span<glm::vec3> normals;
    std::span<glm::vec4> tangents;
    std::vector<std::span<glm::vec2>> uvSets;  // as Materials::uvSets
    std::span<glm::vec4> colors;               // empty when no primitive has any
    std::span<uint32_t> corners;               // triangles of all primitives, within the run
};

/// Facts of a run that later steps need.
struct RunFacts {
    bool hasNormals = true;
    bool hasTangents = true;
    bool hasColors = false;
    MorphBase morphBase;
    std::vector<uint32_t> tangentCopies;  // as Primitive::tangentCopies
    std::vector<glm::vec4> copyTangents;  // of tangentCopies
};

/// Corners of the triangle list that `indexCount` indices make.
size_t cornerCount(size_t indexCount, int mode);

/// Reads the triangles of a primitive as a list. Corners are elements of the accessors. Throws on
/// indices out of range.
void readTriangles(const PrimitiveSource& source, std::span<uint32_t> corners);

/// Reads everything but triangles, influences and morph targets of the `vertices`, and generates
/// what the file leaves out. `source`: the first primitive of the run; `materials`: of the file;
/// `ofRun`: indices of the materials that the run's primitives have, the first one with the normal
/// texture of all of them. `out.corners` may refer to copies afterwards. Throws on attributes of
/// the wrong form or number.
RunFacts readVertices(const PrimitiveSource& source, const NamedVertices& vertices,
                      const Materials& materials, std::span<const uint32_t> ofRun,
                      const PrimitiveSpans& out);

}  // namespace sinew::gltf
