// One clock for all animators, and where those that walk about were placed.
#include "app/demo/session/walking.h"

#include <algorithm>
#include <utility>

namespace sinew {
namespace {

/// A window that stood still for longer goes on from there.
constexpr float kLongestStep = 2.0f;

bool walkAbout(const State& state) {
    return std::any_of(state.models.begin(), state.models.end(), [](const ShownModel& shown) {
        return shown.animating && shown.animator.walksAbout();
    });
}

/// Puts everybody where he is placed, where that has changed.
void placeWalkers(Stage& stage) {
    State& state = stage.state;
    WalkingAbout& walking = stage.walking;
    const std::vector<uint32_t> counts = stage.frame->countsOf(stage.shown.crowd);
    WalkingAbout::Placed now{stage.shown.crowd, state.settings.seed, {}, {}, {}};
    std::vector<GroundCrowd> crowds;
    for (size_t i = 0; i < state.models.size(); ++i) {
        ShownModel& shown = state.models[i];
        Animators* animators =
            shown.animating && counts[i] > 0 ? &shown.animator.animators(counts[i]) : nullptr;
        crowds.push_back({.animators = animators, .standing = stage.frame->bounds(i)});
        now.models.push_back(shown.model().get());
        now.animators.push_back(animators);
        now.starts.push_back(shown.animator.starts());
    }
    if (now == walking.placed) return;
    walking.placed = std::move(now);
    walking.places = stage.frame->places(stage.shown.crowd, state.settings.seed);
    walking.crowds = std::move(crowds);
    for (size_t i = 0; i < walking.places.size(); ++i) walking.crowds[i].places = walking.places[i];
    walking.walkers.place(walking.crowds);
    stage.shown.cut = true;
}

}  // namespace

void advanceAnimators(Stage& stage, float seconds) {
    State& state = stage.state;
    const auto rate = static_cast<float>(state.settings.posesASecond);
    float& waiting = stage.walking.waiting;
    waiting += seconds;
    if (rate > 0 && waiting * rate < 1) return;
    const float step = std::min(std::exchange(waiting, 0.0f), kLongestStep);
    const auto all = [&](float part) {
        for (ShownModel& shown : state.models) {
            if (shown.animating) shown.animator.advance(part);
        }
    };
    if (!walkAbout(state)) {
        stage.walking = {};
        return all(step);
    }
    placeWalkers(stage);
    stage.walking.walkers.advance(stage.walking.crowds, step, all);
}

std::optional<Box> aroundWalkers(const Stage& stage) {
    if (!stage.walking.walkers.placed()) return std::nullopt;
    return stage.walking.walkers.around();
}

}  // namespace sinew
