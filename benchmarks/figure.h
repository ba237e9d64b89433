// A skinned character with exact counts, for scenarios that repeat a published case.
#pragma once

#include <cstdint>

#include "skinning/model.h"

namespace sinew {

struct FigureCounts {
    uint32_t vertices = 0;
    uint32_t triangles = 0;
    uint32_t joints = 0;
    uint32_t influences = 4;   // the most of a vertex, 1 to 16
    uint32_t clipFrames = 60;  // keys of its one clip, 30 a second

    bool operator==(const FigureCounts&) const = default;
};

/// A body of limbs, each a chain of joints inside a smooth tube, that walks on the spot; the same
/// for the same counts. It has exactly the counts. Throws std::runtime_error saying which count
/// does not go with which: a surface needs about half as many vertices as triangles, and so on.
Model makeFigure(const FigureCounts& counts);

}  // namespace sinew
