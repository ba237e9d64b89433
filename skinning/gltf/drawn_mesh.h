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
};

struct DrawnMesh {
    std::vector<DrawnPrimitive> primitives;
    size_t targetCount = 0;
    bool hasColors = false;
};

/// Primitives that are not drawn are named in `warnings`. Throws on accessors that do not fit,
/// materials out of range and primitives that differ in their number of targets.
DrawnMesh drawnMesh(const Document& document, const Materials& materials, size_t mesh,
                    std::vector<std::string>& warnings);

/// Draws from the document's account the cost of one more instance of `primitive` in all that is
/// made of it, without its influences.
void payForInstance(const Document& document, const Materials& materials,
                    const DrawnPrimitive& primitive);

}  // namespace sinew::gltf
