#include "tests/fuzz/checks.h"

#include <fmt/format.h>

#include "skinning/animation/animator.h"
#include "skinning/animation/animator_file.h"
#include "skinning/plain_text.h"

namespace sinew::test {
namespace {

constexpr uint32_t kInstances = 4;

/// Names that descriptions may say; nobody poses it.
Model character() {
    Model model;
    model.skeleton.names = {"hips", "spine", "arm", "leg", "leg"};
    model.skeleton.parents = {-1, 0, 1, 0, 0};
    model.clips = {{.name = "idle", .durationSeconds = 6},
                   {.name = "walk", .durationSeconds = 1},
                   {.name = "wave", .durationSeconds = 3},
                   {.name = "blink", .durationSeconds = 0.001f},
                   {.name = "still", .durationSeconds = 0}};
    return model;
}

bool isOf(const Model& model, const ClipMoment& moment) {
    if (moment.clip == kRestPose) return std::isfinite(moment.seconds);
    return moment.clip < model.clips.size() && moment.seconds >= 0 &&
           moment.seconds <= model.clips[moment.clip].durationSeconds;
}

/// A clip without weight need not be one.
bool isOf(const Model& model, const AnimatorSpec& spec, const LayerMoment& layer) {
    if (layer.weight == 0) return true;
    return isOf(model, layer.moment) && layer.moment.clip != kRestPose &&
           layer.mask <= spec.masks.size() && layer.weight > 0 && layer.weight <= 1;
}

bool isOf(const Model& model, const AnimatorSpec& spec, const PoseRequest& request) {
    return isOf(model, baseOf(request)) && isOf(model, otherOf(request)) &&
           request.otherWeight >= 0 && request.otherWeight <= 1 &&
           isOf(model, spec, layerOf(request)) && isOf(model, spec, additiveOf(request));
}

bool isOf(const AnimatorSpec& spec, const AnimatorEvent& event, float stepSeconds) {
    return event.instance < kInstances && event.state < spec.states.size() &&
           event.event < spec.states[event.state].events.size() && event.afterSeconds >= 0 &&
           event.afterSeconds <= stepSeconds;
}

/// Of one step: those of an instance in the order in which they happened.
bool areInOrder(const std::vector<AnimatorEvent>& events) {
    for (size_t i = 1; i < events.size(); ++i) {
        const AnimatorEvent& last = events[i - 1];
        const AnimatorEvent& next = events[i];
        if (next.instance < last.instance) return false;
        if (next.instance == last.instance && next.afterSeconds < last.afterSeconds) return false;
    }
    return true;
}

}  // namespace

std::string brokenAnimator(const std::filesystem::path& file) {
    static const Model model = character();
    const auto spec = std::make_shared<const AnimatorSpec>(readAnimator(file, model));
    for (const AnimatorState& state : spec->states) {
        if (plainText(state.name) != state.name) return "a state's name is not plain";
    }
    Animators animators(spec, {.secondsBetweenWishes = 0.4f, .triggerShare = 0.7f}, kInstances);
    std::vector<AnimatorEvent> events;
    std::vector<PoseRequest> requests(kInstances);
    for (const float step : {0.0f, 1.0f / 240, 1.0f / 60, 0.3f, 2.0f, 1.0f / 30, 1.0f, 0.05f}) {
        if (!spec->triggers.empty()) {
            animators.fireAll(static_cast<uint32_t>(step * 7919) %
                              static_cast<uint32_t>(spec->triggers.size()));
        }
        events.clear();
        animators.advance(step, events);
        for (const AnimatorEvent& event : events) {
            if (!isOf(*spec, event, step)) return "an event is out of its range";
        }
        if (!areInOrder(events)) return "events are out of order";
        for (const Anchor& anchor : animators.anchors()) {
            const float gone = glm::length(anchor.at);
            if (!(gone <= 2 * spec->rootMotion->farthest())) return "an instance is lost";
        }
        animators.writeRequests(requests);
        for (const PoseRequest& request : requests) {
            if (!isOf(model, *spec, request)) {
                return fmt::format(
                    "a request is out of its range: {} s and {} s, weight {}; over them {} s, "
                    "weight {}, and {} s, weight {}",
                    request.seconds, request.otherSeconds, request.otherWeight,
                    request.layerSeconds, layerOf(request).weight, request.additiveSeconds,
                    additiveOf(request).weight);
            }
        }
    }
    return "";
}

}  // namespace sinew::test
