// The animator of a model that has no description.
#include "skinning/animation/animator_spec.h"

#include <algorithm>

namespace sinew {

AnimatorSpec defaultAnimator(const Model& model) {
    AnimatorSpec spec;
    const size_t count = std::min(model.clips.size(), kMostTriggers);
    for (uint32_t c = 0; c < count; ++c) {
        const Clip& clip = model.clips[c];
        spec.states.push_back(
            {.name = clip.name, .clip = c, .durationSeconds = clip.durationSeconds});
        spec.triggers.push_back(clip.name);
        spec.transitions.push_back(
            {.to = c, .when = {{.kind = AnimatorCondition::Kind::trigger, .index = c}}});
    }
    if (spec.states.empty()) spec.states.push_back({.name = "rest pose"});
    return spec;
}

}  // namespace sinew
