// Sampling, blending and posing of many instances over TBB.
#include "skinning/animation/crowd.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <vector>

#include "skinning/animation/blend.h"
#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/injected_fault.h"

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

// Assignment between poses of one size copies into what is there.
void samplePose(const Model& model, uint32_t clip, const Playback& playback, float timeSeconds,
                uint32_t instance, Pose& pose) {
    pose.joints = model.skeleton.rest;
    pose.morphWeights = model.restMorphWeights;
    if (clip == kRestPose) return;
    const Clip& played = model.clips[clip];
    sampleClip(played, instanceTime(played, playback, timeSeconds, instance), pose);
}

// What `instance` does now; `previous` is scratch of a crossfade.
void localPose(const Model& model, const Playback& playback, uint32_t instance, Pose& pose,
               Pose& previous) {
    samplePose(model, playback.clip, playback, playback.timeSeconds, instance, pose);
    if (playback.fade >= 1) return;
    samplePose(model, playback.previousClip, playback, playback.previousTimeSeconds, instance,
               previous);
    blendPose(pose, previous, 1 - playback.fade);
}

// A task of 8 instances of 70 joints takes some 30 microseconds: long against a steal.
constexpr uint32_t kGrain = 8;

}  // namespace

void Playback::advance(float deltaSeconds, float fadeSeconds) {
    timeSeconds += deltaSeconds;
    previousTimeSeconds += deltaSeconds;
    fade = fadeSeconds > 0 ? std::clamp(fade + deltaSeconds / fadeSeconds, 0.0f, 1.0f) : 1.0f;
}

void Playback::play(uint32_t newClip, float fadeSeconds) {
    previousClip = clip;
    previousTimeSeconds = timeSeconds;
    clip = newClip;
    timeSeconds = 0.0f;
    fade = fadeSeconds > 0 ? 0.0f : 1.0f;
    if (fade >= 1.0f) ++cuts;
}

void Playback::seek(float seconds) {
    timeSeconds = seconds;
    fade = 1.0f;
    ++cuts;
}

Playback Playback::stepped() const {
    Playback result = *this;
    if (posesASecond <= 0) return result;
    const auto step = [&](float seconds) {
        return std::floor(seconds * posesASecond) / posesASecond;
    };
    const float lag = timeSeconds - step(timeSeconds);
    result.timeSeconds -= lag;
    result.previousTimeSeconds -= lag;
    return result;
}

float instanceTime(const Clip& clip, const Playback& playback, float timeSeconds,
                   uint32_t instance) {
    constexpr double kGoldenRatio = 1.6180339887498949;
    if (!playback.staggered || instance == 0) return wrapTime(clip, timeSeconds);
    const double turns = instance * kGoldenRatio;
    const auto share = static_cast<float>(turns - std::floor(turns));
    return wrapTime(clip, wrapTime(clip, timeSeconds) + share * clip.durationSeconds);
}

struct Crowd::Scratch {
    struct Thread {
        Pose pose;
        Pose previous;
        Clock::duration sample{};
        Clock::duration posing{};
        glm::vec4 largest{0.0f};
        std::vector<gpu::Affine> objectFromJoint;  // of one instance
        std::vector<gpu::Affine> palette;
    };
    tbb::enumerable_thread_specific<Thread> threads;
};

Crowd::Crowd(const Model& model)
    : model_(&model),
      bindBoxes_(makeBindBoxes(model)),
      range_(model, bindBoxes_),
      scratch_(std::make_unique<Scratch>()) {}
Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

Crowd::Timing Crowd::pose(const Playback& playback, uint32_t firstInstance, uint32_t count,
                          std::span<gpu::Affine> objectFromJoint, std::span<float> morphWeights,
                          std::span<Box> objectBoxes) {
    const size_t joints = model_->skeleton.size();
    const size_t weights = model_->restMorphWeights.size();
    for (Scratch::Thread& thread : scratch_->threads) {
        thread.sample = thread.posing = {};
        thread.largest = glm::vec4(0.0f);
    }

    const auto boxOf = [&](Scratch::Thread& thread) {
        computePalette(model_->binds, thread.objectFromJoint, thread.palette);
        return posedBounds(bindBoxes_, thread.palette, thread.pose.morphWeights);
    };
    const auto poseOne = [&](uint32_t i, Scratch::Thread& thread) {
        const uint32_t instance = firstInstance + i;
        const Clock::time_point start = Clock::now();
        localPose(*model_, playback, instance, thread.pose, thread.previous);
        if (!morphWeights.empty()) {
            std::copy(thread.pose.morphWeights.begin(), thread.pose.morphWeights.end(),
                      morphWeights.begin() + static_cast<ptrdiff_t>(i * weights));
        }
        injected::slow("sample");
        const Clock::time_point sampled = Clock::now();
        const glm::vec4 largest =
            poseSkeleton(model_->skeleton, thread.pose, thread.objectFromJoint);
        std::copy(thread.objectFromJoint.begin(), thread.objectFromJoint.end(),
                  objectFromJoint.begin() + static_cast<ptrdiff_t>(i * joints));
        if (!objectBoxes.empty()) objectBoxes[i] = boxOf(thread);
        if (!range_.surelyHolds(largest, thread.pose.morphWeights)) {
            requireRange(playback, instance, kNoLimit);
        }
        thread.largest = glm::max(thread.largest, largest);
        injected::slow("pose");
        thread.sample += sampled - start;
        thread.posing += Clock::now() - sampled;
    };
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, kGrain),
                      [&](const tbb::blocked_range<uint32_t>& range) {
                          Scratch::Thread& thread = scratch_->threads.local();
                          thread.objectFromJoint.resize(joints);
                          thread.palette.resize(model_->binds.size());
                          for (uint32_t i = range.begin(); i < range.end(); ++i) {
                              poseOne(i, thread);
                          }
                      });

    Clock::duration sample{}, posing{};
    int busy = 0;
    glm::vec4 largest(0.0f);
    for (const Scratch::Thread& thread : scratch_->threads) {
        sample += thread.sample;
        posing += thread.posing;
        busy += thread.posing > Clock::duration{} ? 1 : 0;
        largest = glm::max(largest, thread.largest);
    }
    const double share = busy > 0 ? 1.0 / busy : 0.0;
    return {.sampleMs = milliseconds(sample) * share,
            .poseMs = milliseconds(posing) * share,
            .largest = largest};
}

void Crowd::requireRange(const Playback& playback, uint32_t instance, float largestEntry) {
    Scratch::Thread& thread = scratch_->threads.local();
    thread.objectFromJoint.resize(model_->skeleton.size());
    localPose(*model_, playback, instance, thread.pose, thread.previous);
    poseSkeleton(model_->skeleton, thread.pose, thread.objectFromJoint);
    const std::string problem =
        range_.problem(thread.objectFromJoint, thread.pose.morphWeights, largestEntry);
    if (problem.empty()) return;
    const float time =
        playback.clip == kRestPose
            ? 0.0f
            : instanceTime(model_->clips[playback.clip], playback, playback.timeSeconds, instance);
    throwOutOfRange(*model_, momentText(*model_, playback.clip, double{time}), problem);
}

void Crowd::requireFormat(const Playback& playback, uint32_t firstInstance, uint32_t count,
                          const glm::vec4& largest, float largestEntry) {
    if (range_.surelyFits(largest, largestEntry)) return;
    tbb::parallel_for(firstInstance, firstInstance + count,
                      [&](uint32_t instance) { requireRange(playback, instance, largestEntry); });
}

void Crowd::bounds(const Playback& playback, uint32_t firstInstance,
                   std::span<Box> objectBoxes) {
    tbb::parallel_for(tbb::blocked_range<size_t>(0, objectBoxes.size(), kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                          Scratch::Thread& thread = scratch_->threads.local();
                          thread.objectFromJoint.resize(model_->skeleton.size());
                          thread.palette.resize(model_->binds.size());
                          for (size_t i = range.begin(); i < range.end(); ++i) {
                              localPose(*model_, playback, firstInstance + static_cast<uint32_t>(i),
                                        thread.pose, thread.previous);
                              poseSkeleton(model_->skeleton, thread.pose, thread.objectFromJoint);
                              computePalette(model_->binds, thread.objectFromJoint, thread.palette);
                              objectBoxes[i] =
                                  posedBounds(bindBoxes_, thread.palette, thread.pose.morphWeights);
                              injected::slow("bounds");
                          }
                      });
}

}  // namespace sinew
