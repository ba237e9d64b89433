// Helpers for tests with an animator of one instance: its request, its vertices and their movement.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "skinning/animator/animator.h"
#include "tests/unit/posed.h"

namespace sinew::test {

/// Returns animators of one instance, without random variation of its speed.
inline Animators one(AnimatorSpec spec) {
    return {std::make_shared<const AnimatorSpec>(std::move(spec)), {.speedSpread = 0}, 1};
}

inline std::vector<AnimatorEvent> advance(Animators& animators, float seconds) {
    std::vector<AnimatorEvent> events;
    animators.advance(seconds, events);
    return events;
}

inline std::vector<PoseRequest> requestsOf(const Animators& animators) {
    std::vector<PoseRequest> requests(animators.count());
    animators.writeRequests(requests);
    return requests;
}

/// Returns the request of the first instance.
inline PoseRequest shownBy(const Animators& animators) {
    return requestsOf(animators)[0];
}

inline float furthest(const PosedVertices& a, const PosedVertices& b) {
    float most = 0;
    for (size_t v = 0; v < a.positions.size(); ++v) {
        most = std::max(most, glm::distance(a.positions[v], b.positions[v]));
    }
    return most;
}

inline float extentOf(const PosedVertices& vertices) {
    Box box = Box::nothing();
    for (const glm::vec3& p : vertices.positions) box.include(p);
    return glm::distance(box.low, box.high);
}

}  // namespace sinew::test
