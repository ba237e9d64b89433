// Selects the bottom-level structures to rebuild. A refit keeps the tree of the last build, whose
// boxes grow and overlap as the pose departs from the pose of that build.
//
// The policy is not for vertices in the order of the visible list (lod, and feedback with culled).
// There all structures are built in every frame: a refit requires the indices of the last build,
// and the CPU does not know in which frames a level of detail or a first vertex changes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace sinew {

class RebuildPolicy {
public:
    /// A structure is rebuilt if the area of its boxes exceeds the area after its last build by
    /// this factor.
    static constexpr float kMostGrowth = 1.25f;
    /// Each frame rebuilds at most one in kShareOfAFrame structures, but at least one.
    static constexpr uint32_t kShareOfAFrame = 16;

    /// At first, all structures need a build.
    explicit RebuildPolicy(uint32_t structures) : states_(structures) {}

    /// `area` is the sum over the boxes of `structure`, in any unit. `frame` is the value of
    /// frame() when it was measured. Areas from before the structure's last build are ignored.
    void measured(uint32_t structure, float area, uint64_t frame);

    /// Returns the number of calls of nextBuilds().
    uint64_t frame() const { return frame_; }

    /// Returns the indices of the structures to build in the next frame, ascending; all others are
    /// refitted. These are all structures without a build, and those that grew most. The result is
    /// valid until the next call.
    std::span<const uint32_t> nextBuilds();

private:
    struct State {
        uint64_t builtIn = 0;              // frame of the last build; 0: never
        std::optional<float> areaAtBuild;  // first area measured since then
        float growth = 1;
    };
    std::vector<State> states_;
    uint64_t frame_ = 0;
    std::vector<uint32_t> builds_;
};

}  // namespace sinew
