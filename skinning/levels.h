// Levels of detail: coarser and coarser surfaces over the vertices of a model.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// The most levels beside the full one.
inline constexpr uint32_t kMostLevels = 7;

/// A coarser surface. Its vertices are some of the model's and of the level before, as they are:
/// weights, morph targets, normals and texture coordinates are kept because no vertex changes.
struct Level {
    std::vector<uint32_t> indices;     // as Geometry::indices
    std::vector<uint32_t> indexCount;  // of each primitive, one after the other; may be 0
    uint32_t vertexCount = 0;          // that the triangles name
    // How far any point of either surface may be from the other one, object units: in the rest
    // pose, and in all poses that were looked at. Bounds in those poses (surface_match.h); what
    // lies between them is not proven.
    float restError = 0.0f;
    float error = 0.0f;

    uint32_t triangleCount() const { return static_cast<uint32_t>(indices.size() / 3); }
};

struct Levels {
    std::vector<Level> coarser;  // [0] is level 1; none for a model of few triangles
    std::vector<uint8_t>
        lastOf;              // of each vertex: the coarsest level that names it; 0: the full one
    uint32_t poseCount = 0;  // that errors hold in: the rest pose and moments of all clips
};

/// Halves the triangles again and again (simplify.h), all primitives at once, so that seams between
/// them stay closed, down to 64 triangles or an error of a twentieth of the size. Triangles that
/// share no vertex are joined where their vertices are alike (alike.h). A model without clips is
/// simplified in its rest pose alone: its errors say nothing of other poses. The same for the same
/// model. Takes seconds for a large one. Throws std::runtime_error where poses leave the range of
/// floats.
Levels makeLevels(const Model& model);

/// The model with a level's triangles and vertices alone. 0: the model. Throws std::runtime_error
/// where there is no such level.
Model atLevel(const Model& model, const Levels& levels, uint32_t level);

}  // namespace sinew
