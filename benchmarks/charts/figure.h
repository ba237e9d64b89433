// Generates a skinned character with exact counts, for scenarios that repeat a published case.
#pragma once

#include <cstdint>

#include "skinning/model.h"

namespace sinew {

struct FigureCounts {
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t joints = 0;
    uint32_t influences = 4;   // maximum of a vertex, 1 to 16
    uint32_t clipFrames = 60;  // keys of its clip, 30 per second

    bool operator==(const FigureCounts&) const = default;
};

/// Limits: the largest figure takes some seconds and some hundred megabytes.
inline constexpr uint32_t kMostFigureVertices = 1'000'000;
inline constexpr uint32_t kMostFigureTriangles = 2 * kMostFigureVertices;
inline constexpr uint32_t kMostFigureJoints = 60'000;
inline constexpr uint64_t kMostFigureInfluences = 8'000'000;  // sum over vertices
inline constexpr uint64_t kMostFigureKeys = 4'000'000;        // sum over joints

/// Throws std::runtime_error with a remedy if a count is too large or does not fit the others.
void requirePossible(const FigureCounts& counts);

/// Makes tubes around chains of joints, with a clip of steps on the spot. Deterministic. Throws as
/// requirePossible() does.
Model makeFigure(const FigureCounts& counts);

}  // namespace sinew
