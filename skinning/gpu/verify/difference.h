// Differences between the same vertices by two skinning methods.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>

#include "skinning/gpu/verify/capture.h"

namespace sinew {

/// Degrees. Exact for small angles, unlike acos. Not a number if an input is not a number.
double degreesBetween(const glm::dvec3& a, const glm::dvec3& b);

/// Distribution of one quantity over all vertices; infinite if a value is not a number.
struct Spread {
    double largest = 0;
    double mean = 0;
    double rms = 0;
    double percentile99 = 0;
};

/// Decades of the distance relative to the extent, as in the ramp of the difference view.
inline constexpr std::array<const char*, 9> kDecadeNames{
    "equal", "below 1e-8", "1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "1e-2 and more"};

struct VertexDifference {
    double extent = 0;  // object space; positions are relative to it
    Spread position;
    Spread normalDegrees;
    Spread tangentDegrees;
    uint32_t handednessDiffers = 0;
    uint32_t vertex = 0;  // the one with the largest distance, in model order
    glm::vec3 at{0.0f};   // its position by the first method, object space
    std::array<uint64_t, kDecadeNames.size()> decades{};
};

/// `a` and `b`: captures of one model. `extent`: above 0, object space.
VertexDifference differenceOf(const CapturedVertices& a, const CapturedVertices& b, double extent);

/// "vertex 12, primitive 0 of mesh "Body"" of the file. Tangent seam copies have the index of the
/// original.
std::string vertexText(const Model& model, uint32_t vertex);

}  // namespace sinew
