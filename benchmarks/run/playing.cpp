// Computes the poses of measured models. Clips depend on the frame number; animators advance frame
// by frame.
#include "benchmarks/run/playing.h"

#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

constexpr float kSecondsAFrame = 1.0f / 60.0f;
// Seconds that animators run before a measurement, so that instances are in different states and
// transitions.
constexpr double kMixedSeconds = 10.0;
constexpr float kRandomInputSeconds = 4.0f;

}  // namespace

Playing::Playing(std::span<const MeasuredModel> models, std::span<const uint32_t> counts,
                 uint32_t seed) {
    for (size_t i = 0; i < models.size(); ++i) {
        Crowd crowd{.clip = models[i].clip, .animated = {}};
        if (models[i].animator && counts[i] > 0) {
            const Animators begun = animatorsAt(
                models[i].animator, {.seed = seed, .randomInputSeconds = kRandomInputSeconds},
                counts[i], kMixedSeconds);
            crowd.animated = {begun, begun, std::vector<PoseRequest>(counts[i])};
        }
        crowds_.push_back(std::move(crowd));
    }
    others_.resize(crowds_.size() - 1);
}

void Playing::rewind() {
    for (Crowd& crowd : crowds_) {
        if (crowd.animated) crowd.animated->now = crowd.animated->begun;
    }
}

void Playing::passOver(uint32_t frames) {
    for (Crowd& crowd : crowds_) {
        if (!crowd.animated) continue;
        for (uint32_t n = 0; n < frames; ++n) {
            crowd.animated->begun.advance(kSecondsAFrame, events_);
            events_.clear();
        }
    }
}

void Playing::show(uint32_t number, FrameInput& input) {
    const Stopwatch stopwatch;
    bool anyAnimated = false;
    for (size_t i = 0; i < crowds_.size(); ++i) {
        auto& [clip, animated] = crowds_[i];
        CrowdInput shown;
        shown.playback = {.clip = clip, .timeSeconds = static_cast<float>(number) * kSecondsAFrame};
        if (animated) {
            anyAnimated = true;
            animated->now.advance(kSecondsAFrame, events_);
            events_.clear();
            animated->now.writeRequests(animated->requests);
            shown.requests = animated->requests;
        }
        if (i > 0) {
            others_[i - 1] = shown;
            continue;
        }
        input.playback = shown.playback;
        input.requests = shown.requests;
    }
    input.others = others_;
    if (anyAnimated) input.animateMs = stopwatch.ms();
}

std::vector<std::vector<PoseRequest>> Playing::beginning(size_t model, uint32_t frames,
                                                         uint32_t instances) {
    std::vector<std::vector<PoseRequest>> crowds;
    const std::optional<Animated>& animated = crowds_[model].animated;
    if (!animated) return crowds;
    rewind();
    FrameInput input;
    for (uint32_t n = 0; n < frames; ++n) {
        show(n, input);
        crowds.push_back(animated->requests);
        crowds.back().resize(instances);
    }
    return crowds;
}

}  // namespace sinew
