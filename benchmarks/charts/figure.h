// Generates a skinned character with exact counts, for scenarios that repeat a published
// measurement.
#pragma once

#include <cstdint>

#include "skinning/model.h"

namespace sinew {

struct FigureCounts {
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t joints = 0;
    uint32_t influences = 4;   // per vertex, 1 to 16
    uint32_t clipFrames = 60;  // keyframes of the clip, 30 per second

    bool operator==(const FigureCounts&) const = default;
};

/// Limits of the counts. The largest character takes some seconds to generate, and some hundred
/// megabytes.
inline constexpr uint32_t kMostFigureVertices = 1'000'000;
inline constexpr uint32_t kMostFigureTriangles = 2 * kMostFigureVertices;
inline constexpr uint32_t kMostFigureJoints = 60'000;
inline constexpr uint64_t kMostFigureInfluences = 8'000'000;  // sum over all vertices
inline constexpr uint64_t kMostFigureKeys = 4'000'000;        // sum over all joints

/// Throws std::runtime_error with a remedy if a count is too large or contradicts another count.
void requirePossible(const FigureCounts& counts);

/// Returns a model of tubes around chains of joints, with a clip of walking on the spot.
/// Deterministic. Throws as requirePossible() does.
Model makeFigure(const FigureCounts& counts);

}  // namespace sinew
