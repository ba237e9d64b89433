// Primitives and costs of a mesh, computed once for all nodes that draw it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/primitive.h"

namespace sinew::gltf {

struct DrawnPrimitive {
    PrimitiveSource source;
    uint32_t index = 0;  // in its mesh
    size_t corners = 0;
    uint32_t material = 0;  // index in Materials::materials
    bool makesTangents = false;
    uint64_t mostDeltas = 0;  // of all morph targets
    uint32_t run = 0;         // primitives of a run share their vertices
};

struct DrawnMesh {
    std::vector<DrawnPrimitive> primitives;
    std::vector<std::string> targetNames;  // one per morph target
    bool hasColors = false;
};

/// Appends primitives that are not drawn to `warnings`. Numbers runs in the order of their first
/// primitives. Throws on accessors that do not fit, materials out of range and primitives with
/// different numbers of morph targets.
DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings);

/// Draws the cost of a drawn primitive and its triangles from the document's account.
void payForTriangles(const DrawnPrimitive& primitive);

/// Draws the cost of a run's `vertices`, without influences. `corners`: of all triangles of the
/// run. `first`: its first primitive.
void payForVertices(const Materials& materials, const DrawnPrimitive& first, uint64_t vertices,
                    uint64_t corners);

}  // namespace sinew::gltf
