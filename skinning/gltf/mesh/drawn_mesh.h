// Primitives and costs of a mesh, computed once for all nodes that draw it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skinning/gltf/file/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/mesh/primitive.h"

namespace sinew::gltf {

struct DrawnPrimitive {
    PrimitiveSource source;
    uint32_t index = 0;
    size_t corners = 0;
    uint32_t material = 0;  // index in Materials::materials
    bool makesTangents = false;
    uint64_t mostDeltas = 0;
    uint32_t run = 0;  // primitives of a run share their vertices
};

struct DrawnMesh {
    std::vector<DrawnPrimitive> primitives;
    std::vector<std::string> targetNames;
    bool hasColors = false;
};

/// Appends primitives that are not drawn to `warnings`. Numbers runs by their first primitives.
/// Throws on accessors that do not fit, materials out of range and different numbers of targets.
DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings);

/// Draws the cost of a primitive and its triangles from the document's account.
void payForTriangles(const DrawnPrimitive& primitive);

/// Draws the cost of a run's `vertices`, without influences. `corners`: of the run's triangles.
void payForVertices(const Materials& materials, const DrawnPrimitive& first, uint64_t vertices,
                    uint64_t corners);

}  // namespace sinew::gltf
