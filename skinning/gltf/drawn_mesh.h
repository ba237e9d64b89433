// The cost of a mesh, computed once however many nodes draw it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "skinning/gltf/document.h"
#include "skinning/gltf/material.h"
#include "skinning/gltf/primitive.h"

namespace sinew::gltf {

/// A primitive that is drawn.
struct DrawnPrimitive {
    PrimitiveSource source;
    uint32_t index = 0;  // in its mesh
    size_t corners = 0;
    uint32_t material = 0;  // index into Materials::materials
    bool makesTangents = false;
    uint64_t mostDeltas = 0;  // of all morph targets
    uint32_t run = 0;         // primitives of the same run share their vertices
};

struct DrawnMesh {
    // Runs are numbered from 0 in the order of their first primitives.
    std::vector<DrawnPrimitive> primitives;
    std::vector<std::string> targetNames;  // one for each morph target
    bool hasColors = false;
};

/// Primitives that are not drawn are named in `warnings`. Throws on accessors that do not fit,
/// materials out of range and primitives that differ in their number of targets.
DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings);

/// Draws from the document's account the cost of one more drawn primitive and its triangles.
void payForTriangles(const DrawnPrimitive& primitive);

/// Draws the cost of `vertices` vertices of a run in all that is made of them, without their
/// influences. `corners`: of all triangles of the run; `first`: its first primitive.
void payForVertices(const Materials& materials, const DrawnPrimitive& first, uint64_t vertices,
                    uint64_t corners);

}  // namespace sinew::gltf
