// Samples and poses the instances of a crowd in parallel (TBB).
#include "skinning/animation/crowd.h"

#include <tbb/blocked_range.h>
#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>

#include <algorithm>
#include <chrono>
#include <vector>

#include "skinning/animation/palette.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/pose_sampler.h"
#include "skinning/bounds/range.h"
#include "skinning/injected_fault.h"
#include "skinning/worker_time.h"

namespace sinew {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
    return std::chrono::duration<double, std::milli>(duration).count();
}

// Instances per task. 8 instances of 70 joints take about 30 microseconds, far longer than the
// scheduling of a task.
constexpr uint32_t kGrain = 8;

}  // namespace

struct Crowd::Sampling {
    Sampling(const Model& model, const BindBoxes& boxes) : sampler(model), range(model, boxes) {}

    PoseSampler sampler;
    PoseRange range;
    struct Thread {
        Pose pose;
        PoseScratch scratch;
        Clock::duration sample{};
        Clock::duration posing{};
        glm::vec4 largest{0.0f};
        std::vector<gpu::Affine> objectFromJoint;
        std::vector<gpu::Affine> palette;
    };
    tbb::enumerable_thread_specific<Thread> threads;
};

Crowd::Crowd(const Model& model)
    : model_(&model),
      bindBoxes_(makeBindBoxes(model)),
      sampling_(std::make_unique<Sampling>(model, bindBoxes_)) {}
Crowd::~Crowd() = default;
Crowd::Crowd(Crowd&&) noexcept = default;
Crowd& Crowd::operator=(Crowd&&) noexcept = default;

Crowd::Timing Crowd::pose(const Listed& listed, std::span<const PoseRequest> requests,
                          std::span<gpu::Affine> objectFromJoint, std::span<float> morphWeights,
                          std::span<Box> objectBoxes) {
    const size_t joints = model_->skeleton.size();
    const size_t weights = model_->restMorphWeights.size();
    for (Sampling::Thread& thread : sampling_->threads) {
        thread.sample = thread.posing = {};
        thread.largest = glm::vec4(0.0f);
    }

    const auto boxOf = [&](Sampling::Thread& thread) {
        computePalette(model_->binds, thread.objectFromJoint, thread.palette);
        return posedBounds(bindBoxes_, thread.palette, thread.pose.morphWeights);
    };
    const auto poseOne = [&](size_t i, Sampling::Thread& thread) {
        const Clock::time_point start = Clock::now();
        sampling_->sampler.localPose(requests[i], thread.pose, thread.scratch);
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
        if (!sampling_->range.surelyHolds(largest, thread.pose.morphWeights)) {
            requireRange(requests[i], kNoLimit);
        }
        thread.largest = glm::max(thread.largest, largest);
        injected::slow("pose");
        thread.sample += sampled - start;
        thread.posing += Clock::now() - sampled;
    };
    const Clock::time_point begin = Clock::now();
    WorkerTime workers;
    tbb::parallel_for(tbb::blocked_range<size_t>(0, listed.count, kGrain),
                      [&](const tbb::blocked_range<size_t>& range) {
                          const WorkerTime::Part part(workers);
                          Sampling::Thread& thread = sampling_->threads.local();
                          thread.objectFromJoint.resize(joints);
                          thread.palette.resize(model_->binds.size());
                          for (size_t i = range.begin(); i < range.end(); ++i) {
                              poseOne(listed[i], thread);
                          }
                      });

    const double wallMs = milliseconds(Clock::now() - begin);
    Clock::duration sample{}, posing{};
    glm::vec4 largest(0.0f);
    for (const Sampling::Thread& thread : sampling_->threads) {
        sample += thread.sample;
        posing += thread.posing;
        largest = glm::max(largest, thread.largest);
    }
    const double both = milliseconds(sample + posing);
    const double sampleMs = both > 0 ? wallMs * milliseconds(sample) / both : 0.0;
    return {.sampleMs = sampleMs,
            .poseMs = wallMs - sampleMs,
            .workersMs = workers.ms(),
            .largest = largest};
}

bool Crowd::staysInRange(float largestEntry) const {
    return sampling_->range.holdsAlways(largestEntry);
}

void Crowd::requireRange(const PoseRequest& request, float largestEntry) {
    Sampling::Thread& thread = sampling_->threads.local();
    thread.objectFromJoint.resize(model_->skeleton.size());
    sampling_->sampler.localPose(request, thread.pose, thread.scratch);
    poseSkeleton(model_->skeleton, thread.pose, thread.objectFromJoint);
    const std::string problem =
        sampling_->range.problem(thread.objectFromJoint, thread.pose.morphWeights, largestEntry);
    if (problem.empty()) return;
    throwOutOfRange(*model_, momentText(*model_, request), problem);
}

void Crowd::requireFormat(std::span<const PoseRequest> requests, const glm::vec4& largest,
                          float largestEntry) {
    if (sampling_->range.surelyFits(largest, largestEntry)) return;
    tbb::parallel_for(size_t{0}, requests.size(),
                      [&](size_t i) { requireRange(requests[i], largestEntry); });
}

void Crowd::bounds(std::span<const PoseRequest> requests, std::span<Box> objectBoxes) {
    tbb::parallel_for(
        tbb::blocked_range<size_t>(0, objectBoxes.size(), kGrain),
        [&](const tbb::blocked_range<size_t>& range) {
            Sampling::Thread& thread = sampling_->threads.local();
            thread.objectFromJoint.resize(model_->skeleton.size());
            thread.palette.resize(model_->binds.size());
            for (size_t i = range.begin(); i < range.end(); ++i) {
                sampling_->sampler.localPose(requests[i], thread.pose, thread.scratch);
                poseSkeleton(model_->skeleton, thread.pose, thread.objectFromJoint);
                computePalette(model_->binds, thread.objectFromJoint, thread.palette);
                objectBoxes[i] = posedBounds(bindBoxes_, thread.palette, thread.pose.morphWeights);
                injected::slow("bounds");
            }
        });
}

}  // namespace sinew
