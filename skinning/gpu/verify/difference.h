// Compares the vertices of two skinning methods.
#pragma once

#include <array>
#include <cstdint>
#include <glm/glm.hpp>
#include <string>

namespace sinew {

struct CapturedVertices;
struct Model;

/// Returns the angle between two vectors in degrees. It is exact for small angles, unlike acos, and
/// not a number if an input is not a number.
double degreesBetween(const glm::dvec3& a, const glm::dvec3& b);

/// Distribution of one quantity over all vertices; infinite if a value is not a number.
struct Spread {
    double largest = 0;
    double mean = 0;
    double rms = 0;
    double percentile99 = 0;
};

/// Names of VertexDifference::decades: decades of the distance relative to the extent, as in the
/// colour ramp of the difference view.
inline constexpr std::array<const char*, 9> kDecadeNames{
    "equal", "below 1e-8", "1e-8", "1e-7", "1e-6", "1e-5", "1e-4", "1e-3", "1e-2 and more"};

struct VertexDifference {
    double extent = 0;  // object space; `position` is relative to it
    Spread position;
    Spread normalDegrees;
    Spread tangentDegrees;
    uint32_t handednessDiffers = 0;
    uint32_t vertex = 0;  // vertex with the largest distance, model order
    glm::vec3 at{0.0f};   // position of `vertex` by the first method, object space
    std::array<uint64_t, kDecadeNames.size()> decades{};
};

/// Returns the differences of two captures of one model. `extent`: above 0, object space.
VertexDifference differenceOf(const CapturedVertices& a, const CapturedVertices& b, double extent);

/// Returns the vertex's number in the file, such as "vertex 12, primitive 0 of mesh "Body"".
/// Tangent seam copies have the number of their original.
std::string vertexText(const Model& model, uint32_t vertex);

}  // namespace sinew
