// Selects the structures to rebuild by the growth of their boxes.
#include "skinning/gpu/trace/rebuild_policy.h"

#include <algorithm>
#include <limits>

namespace sinew {

void RebuildPolicy::measured(uint32_t structure, float area, uint64_t frame) {
    State& state = states_[structure];
    if (state.builtIn == 0 || frame < state.builtIn || !(area >= 0)) return;
    if (!state.areaAtBuild) state.areaAtBuild = area;
    // If an instance was never visible, all its vertices are equal and the area is 0. Then any area
    // is growth.
    if (area > kMostGrowth * *state.areaAtBuild) {
        state.growth = *state.areaAtBuild > 0 ? area / *state.areaAtBuild
                                              : std::numeric_limits<float>::infinity();
    } else {
        state.growth = 1;
    }
}

std::span<const uint32_t> RebuildPolicy::nextBuilds() {
    ++frame_;
    builds_.clear();
    for (uint32_t i = 0; i < states_.size(); ++i) {
        if (states_[i].builtIn > 0 && states_[i].growth > kMostGrowth) builds_.push_back(i);
    }
    const size_t most = std::max<size_t>(states_.size() / kShareOfAFrame, 1);
    std::ranges::stable_sort(
        builds_, [&](uint32_t a, uint32_t b) { return states_[a].growth > states_[b].growth; });
    if (builds_.size() > most) builds_.resize(most);
    for (uint32_t i = 0; i < states_.size(); ++i) {
        if (states_[i].builtIn == 0) builds_.push_back(i);
    }
    for (const uint32_t i : builds_) states_[i] = {.builtIn = frame_};
    std::ranges::sort(builds_);
    return builds_;
}

}  // namespace sinew
