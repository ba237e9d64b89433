// Lists the primitives of a mesh and their costs, once for all nodes that draw the mesh.
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
    uint32_t run = 0;  // index of its run in the mesh; the primitives of a run share vertices
};

struct DrawnMesh {
    std::vector<DrawnPrimitive> primitives;
    std::vector<std::string> targetNames;
    bool hasColors = false;
};

/// Returns the primitives of `mesh` that are drawn, and appends a warning for each primitive that
/// is not. Runs (primitives that share vertices) are numbered 0, 1, 2 and so on, in the order of
/// their first primitives. Throws on invalid accessors, on materials out of range, and if
/// primitives have different numbers of morph targets.
DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings);

/// Adds the cost of a primitive and its triangles to the document's account.
void payForTriangles(const DrawnPrimitive& primitive);

/// Adds the cost of a run's `vertices`, without influences, to the account. `first`: first
/// primitive of the run. `corners`: corners of all its triangles.
void payForVertices(const Materials& materials, const DrawnPrimitive& first, uint64_t vertices,
                    uint64_t corners);

}  // namespace sinew::gltf
