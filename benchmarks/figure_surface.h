// A body's surface with exact counts of vertices and triangles.
#pragma once

#include <vector>

#include "benchmarks/figure_body.h"

namespace sinew {

struct FigureSurface {
    static constexpr uint32_t kNoRing = ~0u;

    struct Vertex {
        SurfacePoint point;
        glm::vec2 uv{0.0f};
        uint32_t limb = 0;
        float along = 0;          // that limb
        uint32_t ring = kNoRing;  // none: an end of the limb
        bool onSeam = false;      // where the uvs start again
    };
    struct Triangle {
        std::array<uint32_t, 3> corners{};  // counter-clockwise from outside
        uint32_t row = 0;                   // between the rings row - 1 and row
        bool lastColumn = false;            // the one that ends on the seam
    };

    std::vector<Vertex> vertices;
    std::vector<Triangle> triangles;
};

/// The limbs as closed tubes of n vertices, which have 2 n - 4 triangles. Where more vertices are
/// asked for, seams are cut at places where real models have them too. Throws as requireSurface()
/// does.
FigureSurface makeFigureSurface(uint32_t vertices, uint32_t triangles);

/// Throws std::runtime_error where the counts do not go together.
void requireSurface(uint32_t vertices, uint32_t triangles);

}  // namespace sinew
