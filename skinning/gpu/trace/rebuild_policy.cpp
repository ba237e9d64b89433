// Ranks structures by growth.
#include "skinning/gpu/trace/rebuild_policy.h"

#include <algorithm>

namespace sinew {

void RebuildPolicy::measured(uint32_t structure, float area) {
    State& state = states_[structure];
    if (!state.built || !(area > 0)) return;
    if (state.areaAtBuild == 0) state.areaAtBuild = area;
    state.growth = area / state.areaAtBuild;
}

std::span<const uint32_t> RebuildPolicy::nextBuilds() {
    builds_.clear();
    for (uint32_t i = 0; i < states_.size(); ++i) {
        if (states_[i].built && states_[i].growth > kMostGrowth) builds_.push_back(i);
    }
    const size_t most = std::max<size_t>(states_.size() / kShareOfAFrame, 1);
    std::ranges::stable_sort(
        builds_, [&](uint32_t a, uint32_t b) { return states_[a].growth > states_[b].growth; });
    if (builds_.size() > most) builds_.resize(most);
    for (uint32_t i = 0; i < states_.size(); ++i) {
        if (!states_[i].built) builds_.push_back(i);
    }
    for (const uint32_t i : builds_) states_[i] = {.built = true};
    std::ranges::sort(builds_);
    return builds_;
}

}  // namespace sinew
