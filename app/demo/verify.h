// Do the methods agree? The same pose through each of them, vertex by vertex.
#pragma once

#include <string>
#include <vector>

#include "skinning/gpu/frame.h"

namespace sinew {

struct Agreement {
    struct Pair {
        Method first;
        Method second;
        double positionError = 0;       // largest distance, relative to the model's extent
        double normalErrorDegrees = 0;  // largest angle
    };
    std::vector<Pair> pairs;
    uint32_t instances = 0;
    uint64_t vertices = 0;  // compared, of all those instances
    std::string problem;    // why it could not be found out, or empty

    /// Within what `sinew-cli verify` allows against the reference.
    bool good() const;
};

/// Captures what the passes' vertex stage sees in each method, for the first few instances of the
/// crowd at the moment that `playback` stands at. Waits for the GPU; the crowd's buffers are made
/// anew at the next frame.
Agreement verifyMethods(Frame& frame, FrameSettings settings, const Playback& playback);

}  // namespace sinew
