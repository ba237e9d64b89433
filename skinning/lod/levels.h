// Levels of detail: simplified surfaces that use the vertices of the model.
#pragma once

#include <cstdint>
#include <vector>

#include "skinning/model.h"

namespace sinew {

/// Maximum number of levels besides level 0.
inline constexpr uint32_t kMostLevels = 7;

/// A simplified surface. It uses some of the vertices of the preceding level, unchanged.
struct Level {
    std::vector<uint32_t> indices;     // as Geometry::indices
    std::vector<uint32_t> indexCount;  // by primitive; 0: no triangles left
    uint32_t vertexCount = 0;          // vertices that the triangles use
    // Bounds of the distance between the surfaces of this level and of the model, in object units:
    // in the rest pose (restError), and in all tested poses (error, surface_match.h). They are not
    // proven for other poses.
    float restError = 0.0f;
    float error = 0.0f;

    uint32_t triangleCount() const { return static_cast<uint32_t>(indices.size() / 3); }
};

struct Levels {
    // coarser[0] is level 1. Empty for models with few triangles.
    std::vector<Level> coarser;
    std::vector<uint8_t> lastOf;  // by vertex: coarsest level that uses it
    // Number of tested poses: the rest pose, and times of all clips.
    uint32_t poseCount = 0;
};

/// Makes levels by repeatedly halving the number of triangles (simplify.h), down to 64 triangles or
/// an error of 1/20 of the model's size. All primitives are simplified together, so seams stay
/// closed. Vertices with equal attributes are joined (alike.h). Models without clips are simplified
/// in the rest pose; their errors in other poses are unknown. Deterministic; takes seconds for
/// large models. Throws std::runtime_error if positions of a pose exceed the range of floats.
Levels makeLevels(const Model& model);

/// Returns the model with only the triangles and vertices of a level; level 0 is the model itself.
/// Throws std::runtime_error if the level does not exist.
Model atLevel(const Model& model, const Levels& levels, uint32_t level);

}  // namespace sinew
