// The distance between the same vertices by two skinning methods.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>

#include "skinning/gpu/capture.h"

namespace sinew {

/// Exact for small angles, where acos is not. Not a number where one of them is.
double degreesBetween(const glm::dvec3& a, const glm::dvec3& b);

/// Of one quantity over all vertices; infinite where something is not a number.
struct Spread {
    double largest = 0;
    double mean = 0;
    double rms = 0;
    double percentile99 = 0;
};

/// Decades of the distance relative to the extent: equal bits, below 1e-8, each decade from there,
/// and all from 1e-2 on. The ramp of the difference view has the same ends.
inline constexpr std::array<const char*, 9> kDecadeNames{
    "equal", "below 1e-8", "1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "1e-2 and more"};

struct VertexDifference {
    double extent = 0;  // what positions are relative to, object space
    Spread position;    // of the extent
    Spread normalDegrees;
    Spread tangentDegrees;
    uint32_t handednessDiffers = 0;  // vertices whose tangents' w differ
    uint32_t vertex = 0;             // the furthest apart, in the model's order
    glm::vec3 at{0.0f};              // its position by the first method
    std::array<uint64_t, kDecadeNames.size()> decades{};  // vertices
};

/// Both of one model, as Capture::capture gave them. `extent` above 0.
VertexDifference differenceOf(const CapturedVertices& a, const CapturedVertices& b, double extent);

/// "mesh "Body", vertex 12 of 340": where a vertex of the model is in the file. Copies along
/// tangent seams are told as what they are copies of.
std::string placeOf(const Model& model, uint32_t vertex);

}  // namespace sinew
