#include "tests/fuzz/checks.h"

#include <fmt/format.h>

#include <cmath>

#include "skinning/animator/animator.h"
#include "skinning/animator/animator_file.h"
#include "skinning/model/scene_file.h"
#include "skinning/plain_text.h"
#include "skinning/settings.h"

namespace sinew::test {
namespace {

constexpr uint32_t kInstances = 4;

/// Returns a model with names that animator files can refer to. It is never posed.
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

/// Returns true if the layer is valid. A layer of weight 0 may have any values.
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

/// Returns true if the events of one step are sorted by instance, then by time.
bool areInOrder(const std::vector<AnimatorEvent>& events) {
    for (size_t i = 1; i < events.size(); ++i) {
        const AnimatorEvent& last = events[i - 1];
        const AnimatorEvent& next = events[i];
        if (next.instance < last.instance) return false;
        if (next.instance == last.instance && next.afterSeconds < last.afterSeconds) return false;
    }
    return true;
}

constexpr uint32_t kMostStanding = 2000;

bool isFinite(const gpu::Affine& matrix) {
    for (int row = 0; row < 3; ++row) {
        for (int column = 0; column < 4; ++column) {
            if (!std::isfinite(matrix[row][column])) return false;
        }
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
    Animators animators(spec, {.randomInputSeconds = 0.4f, .triggerShare = 0.7f}, kInstances);
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

std::string brokenScene(const std::filesystem::path& file) {
    const std::vector<SceneEntry> scene = readScene(file);
    const std::string text = sceneText(scene);
    if (sceneText(parseScene(text, "/")) != text) return "a scene changes when kept";
    uint32_t instances = 0;
    std::vector<CrowdLayout> standing;
    std::vector<uint32_t> shares;
    for (const SceneEntry& entry : scene) {
        if (plainText(entry.clip) != entry.clip) return "a clip's name is not plain";
        if (entry.count < 1 || entry.count > kMostInstances - instances) return "too many";
        if (!std::isfinite(entry.seconds)) return "a time that is no number";
        instances += entry.count;
        shares.push_back(entry.count);
    }
    if (sharedOut(instances, shares) != shares) return "counts are not their own shares";
    const std::vector<uint32_t> counts = sharedOut(std::min(instances, kMostStanding), shares);
    const Box size{glm::vec3(-0.5f, 0, -0.5f), glm::vec3(0.5f, 2, 0.5f)};
    for (size_t i = 0; i < scene.size(); ++i) {
        standing.push_back({size, counts[i], scene[i].placements});
    }
    for (const std::vector<gpu::Affine>& placements : layOutCrowds(standing, 1)) {
        for (const gpu::Affine& matrix : placements) {
            if (!isFinite(matrix)) return "an instance has no finite position";
        }
    }
    const Box around = crowdBounds(standing, std::vector<Box>(scene.size()), 1);
    return std::isfinite(around.radius()) ? "" : "a crowd without bounds";
}

}  // namespace sinew::test
