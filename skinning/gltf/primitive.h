// The vertex attributes and triangles of one primitive, written to their final place.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/morph.h"
#include "skinning/model.h"

namespace sinew::gltf {

/// A primitive in the file.
struct PrimitiveSource {
    const Document& document;
    const tinygltf::Primitive& primitive;
    std::string path;  // meshes[0].primitives[1]
    size_t vertexCount = 0;

    /// The accessor of an attribute, -1 without it.
    int attribute(const std::string& name) const;
};

/// The primitive's places in Geometry.
struct PrimitiveSpans {
    std::span<glm::vec3> positions;
    std::span<glm::vec3> normals;
    std::span<glm::vec4> tangents;
    std::vector<std::span<glm::vec2>> uvSets;  // as Materials::uvSets
    std::span<glm::vec4> colors;               // empty when no primitive has any
    std::span<uint32_t> corners;               // triangle list, indices within the primitive
};

/// Facts of a primitive that later steps need.
struct PrimitiveRest {
    MorphBase morphBase;
    std::vector<glm::vec4> copyTangents;  // of Primitive::tangentCopies
};

/// Corners of the triangle list that `indexCount` indices make.
size_t cornerCount(size_t indexCount, int mode);

/// Reads everything but influences and morph targets, generates what the file leaves out and sets
/// hasNormals, hasTangents and tangentCopies of `primitive`. `out.corners` may refer to copies.
/// Throws on attributes of the wrong form or number and on indices out of range.
PrimitiveRest readPrimitive(const PrimitiveSource& source, const Materials& materials,
                            const PrimitiveSpans& out, Primitive& primitive);

}  // namespace sinew::gltf
