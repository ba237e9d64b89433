// Selects the bottom-level structures to rebuild: a refit keeps the tree of the last build, whose
// boxes grow and overlap as the pose departs from that of the build.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sinew {

class RebuildPolicy {
public:
    /// A structure is rebuilt if the area of its boxes exceeds that after its last build by this
    /// factor.
    static constexpr float kMostGrowth = 1.25f;
    /// Each frame rebuilds at most this share of the structures, and at least one.
    static constexpr uint32_t kShareOfAFrame = 16;

    /// All structures need a build.
    explicit RebuildPolicy(uint32_t structures) : states_(structures) {}

    /// `area`: the sum over the boxes of `structure` in a frame after its last build, any unit.
    void measured(uint32_t structure, float area);

    /// Indices of the structures to build in the next frame, ascending; all others are refitted.
    /// Those that never were built are built now; of the others those that grew most. Valid until
    /// the next call.
    std::span<const uint32_t> nextBuilds();

private:
    struct State {
        bool built = false;
        float areaAtBuild = 0;  // 0: not measured since the build
        float growth = 1;
    };
    std::vector<State> states_;
    std::vector<uint32_t> builds_;
};

}  // namespace sinew
