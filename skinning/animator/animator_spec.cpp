// The default animator, and the root motion of a specification.
#include "skinning/animator/animator_spec.h"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "skinning/bounds/bounds.h"
#include "skinning/plain_text.h"

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

void applyRootMotion(AnimatorSpec& spec, const Model& model) {
    const bool hasGroundSpeed =
        std::any_of(spec.states.begin(), spec.states.end(),
                    [](const AnimatorState& state) { return state.groundSpeed != 0; });
    RootMotion motion;
    try {
        motion = rootMotionOf(model);
    } catch (const std::runtime_error&) {
        if (!hasGroundSpeed) throw;
    }
    for (const AnimatorState& state : spec.states) {
        if (state.groundSpeed == 0 || !motion.pathOf(state.clip)) continue;
        throw std::runtime_error(plainText(
            fmt::format("the clip of state \"{}\" has root motion; remove \"goes\"", state.name)));
    }
    motion.standing = standingBounds(model, makeBindBoxes(model));
    const auto require = [&](const AnimatorLayer& layer, const std::string& name) {
        if (motion.clips.empty()) return;
        const bool moves =
            layer.mask == kFullBody || spec.masks[layer.mask - 1].joints[motion.joint] > 0;
        if (!moves) return;
        throw std::runtime_error(plainText(
            fmt::format("{} moves the root motion joint \"{}\"; choose a mask without that joint",
                        name, model.skeleton.names[motion.joint])));
    };
    for (const AnimatorLayer& layer : spec.layers) {
        require(layer, fmt::format("layer \"{}\"", layer.plays.name));
    }
    if (spec.additive && motion.pathOf(spec.additive->layer.plays.clip)) {
        require(spec.additive->layer, "the additive clip");
    }
    spec.rootMotion = std::make_shared<const RootMotion>(std::move(motion));
}

}  // namespace sinew
