// Levels of detail: coarser surfaces over the vertices of a model.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Without level 0.
inline constexpr uint32_t kMostLevels = 7;

/// A coarser surface. It uses a subset of the preceding level's vertices, unchanged.
struct Level {
    std::vector<uint32_t> indices;     // as Geometry::indices
    std::vector<uint32_t> indexCount;  // by primitive; may be 0
    uint32_t vertexCount = 0;          // used by the triangles
    // Bounds of the distance between both surfaces, object units: in the rest pose, and in all
    // tested poses (surface_match.h). Other poses are not proven.
    float restError = 0.0f;
    float error = 0.0f;

    uint32_t triangleCount() const { return static_cast<uint32_t>(indices.size() / 3); }
};

struct Levels {
    std::vector<Level> coarser;   // [0] is level 1; empty for models of few triangles
    std::vector<uint8_t> lastOf;  // by vertex: the coarsest level that uses it
    uint32_t poseCount = 0;       // tested poses: the rest pose and times of all clips
};

/// Halves the triangles repeatedly (simplify.h), all primitives at once so that seams stay closed,
/// down to 64 triangles or an error of 1/20 of the size. Alike vertices (alike.h) are joined.
/// Models without clips are simplified in the rest pose; errors of other poses are unknown.
/// Deterministic; takes seconds for large models. Throws std::runtime_error if poses leave the
/// range of floats.
Levels makeLevels(const Model& model);

/// The model with only a level's triangles and vertices; 0: the model. Throws std::runtime_error if
/// the level does not exist.
Model atLevel(const Model& model, const Levels& levels, uint32_t level);

}  // namespace sinew
