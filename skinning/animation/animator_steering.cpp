// How animators go, turn and slow down as they are steered.
#include <algorithm>
#include <cmath>

#include "skinning/animation/animator.h"
#include "skinning/animation/animator_time.h"

namespace sinew {
namespace {

const SeenClip& heaviest(const std::array<SeenClip, 3>& seen) {
    return *std::max_element(seen.begin(), seen.end(), [](const SeenClip& a, const SeenClip& b) {
        return a.weight < b.weight;
    });
}

}  // namespace

/// Over each state's whole clip, object space.
std::vector<glm::vec3> Animators::velocitiesOf(const AnimatorSpec& spec) {
    std::vector<glm::vec3> velocities;
    for (const AnimatorState& state : spec.states) {
        glm::vec3 velocity(0.0f, 0.0f, state.goes);
        if (const RootPath* path = spec.rootMotion->pathOf(state.clip)) {
            velocity = path->whole / path->durationSeconds;
        }
        velocities.push_back(state.speed * velocity);
    }
    return velocities;
}

/// Not where a clip is held at its end.
bool Animators::goes(const SeenClip& seen) const {
    const AnimatorState& state = spec_->states[seen.state];
    const float end = runsBackwards(state) ? 0 : state.durationSeconds;
    return velocities_[seen.state] != glm::vec3(0.0f) && (loopsOver(state) || seen.seconds != end);
}

Going Animators::goingOf(uint32_t index) const {
    const AnimatorInstance& instance = instances_[index];
    const Anchor& anchor = anchors_[index];
    const RootMotion& motion = *spec_->rootMotion;
    Going going;
    const glm::vec3 middle = motion.standing.center();
    glm::vec3 place(middle.x, 0.0f, middle.z), velocity(0.0f);
    const std::array<SeenClip, 3> seen = seenOf(instance);
    for (const SeenClip& each : seen) {
        if (each.weight == 0) continue;
        if (const RootPath* path = motion.pathOf(spec_->states[each.state].clip)) {
            place += each.weight * path->at(each.seconds);
        }
        if (!velocities_.empty() && goes(each)) velocity += each.weight * velocities_[each.state];
    }
    going.place = anchor.at + turned(place, anchor.turned);
    if (velocity == glm::vec3(0.0f)) return going;
    going.velocity = steered_[index].speed * turned(velocity, anchor.turned);
    const SeenClip& most = heaviest(seen);
    const Footing::Moment footing = footingOf(most);
    going.foot = anchor.at + turned(footing.pivot, anchor.turned) - going.place;
    going.feetApart = goes(most) && footing.grip == 0;
    return going;
}

/// About its middle, where nothing is known.
Footing::Moment Animators::footingOf(const SeenClip& seen) const {
    const RootMotion& motion = *spec_->rootMotion;
    const uint32_t clip = spec_->states[seen.state].clip;
    if (const Footing* footing = motion.footingOf(clip)) return footing->at(seen.seconds);
    Footing::Moment moment{motion.standing.center(), 1};
    if (const RootPath* path = motion.pathOf(clip)) moment.pivot += path->at(seen.seconds);
    return moment;
}

void Animators::steer(uint32_t index, float turnRate, float haste) {
    AnimatorInstance& instance = instances_[index];
    Steered& steered = steered_[index];
    steered.turnRate = turnRate;
    const float speed = haste * steered.speed;
    if (speed == instance.speed) return;
    if (instance.speed == 0) instance.quietTo = NAN;  // nothing was foreseen while it stood still
    instance.speed = speed;
    const AnimatorState& state = spec_->states[instance.state];
    instance.rate = state.speed * speed;
    instance.pace = state.goes * instance.rate;
}

void Animators::turn(const AnimatorInstance& instance, float deltaSeconds) {
    const float rate = steered_[instance.index].turnRate;
    if (rate == 0) return;
    const SeenClip most = instance.fade == 0 ? SeenClip{instance.state, instance.seconds, 1}
                                             : heaviest(seenOf(instance));
    if (!goes(most)) return;
    Footing::Moment moment = footingOf(most);
    if (moment.grip == 0) return;
    Anchor& anchor = anchors_[instance.index];
    const glm::vec3 before = turned(moment.pivot, anchor.turned);
    anchor.turned =
        std::remainder(anchor.turned + moment.grip * rate * deltaSeconds, 2 * 3.14159265f);
    const glm::vec3 way = before - turned(moment.pivot, anchor.turned);
    anchor.at += glm::vec3(way.x, 0.0f, way.z);
}

}  // namespace sinew
