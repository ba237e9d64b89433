// Poses the instances of a crowd group on the CPU, once per frame.
#include "skinning/gpu/pose/poses.h"

#include <algorithm>

#include "shaders/shared/instance.h"
#include "skinning/animation/crowd.h"
#include "skinning/gpu/frame/stopwatch.h"

namespace sinew {
namespace {

/// For tests: makes all poses wrong.
void displace(std::span<gpu::Affine> objectFromJoint) {
    for (gpu::Affine& matrix : objectFromJoint) matrix[0].w += 1.0f;
}

}  // namespace

std::vector<InstanceRange> rangesOf(uint32_t instanceCount, uint32_t most) {
    std::vector<InstanceRange> ranges;
    for (uint32_t first = 0; first < instanceCount; first += most) {
        ranges.push_back(
            {.firstInstance = first, .instanceCount = std::min(most, instanceCount - first)});
    }
    return ranges;
}

Poses Poses::create(const Device& device, const CrowdBuffers::Wanted& wanted, Crowd& crowd,
                    std::vector<gpu::Affine> worldFromObject) {
    Poses poses;
    poses.crowd_ = &crowd;
    poses.range_ = wanted.range;
    poses.worldFromObject_ = std::move(worldFromObject);
    poses.origins_.resize(poses.worldFromObject_.size());
    poses.buffers_ = std::make_shared<const CrowdBuffers>(CrowdBuffers::create(device, wanted));
    return poses;
}

const BindBoxes& Poses::bindBoxes() const {
    return crowd_->bindBoxes();
}

void Poses::writePlacements(std::span<const Anchor> anchors, Moment moment) {
    anchors_.assign(anchors.begin(), anchors.end());
    if (!anchors.empty()) placementFramesLeft_ = kPhases;
    if (placementFramesLeft_ == 0) return;
    --placementFramesLeft_;
    const std::span<gpu::Placement> placements =
        buffers_->at(CrowdBuffer::placements, moment.phase)
            .mapped<gpu::Placement>(0, range_.instanceCount);
    for (uint32_t i = 0; i < range_.instanceCount; ++i) {
        const gpu::Affine placement =
            moved(worldFromObject_[i], anchors.empty() ? Anchor{} : anchors[i]);
        const glm::vec3 origin(placement[0].w, placement[1].w, placement[2].w);
        const auto index = static_cast<float>(range_.firstInstance + i);
        placements[i] = {placement, glm::vec4(moment.hasHistory ? origins_[i] : origin, index)};
        origins_[i] = origin;
    }
}

void Poses::animate(std::span<const PoseRequest> requests, uint32_t phase, const Wanted& wanted,
                    FrameStatistics& statistics) {
    if (!wanted.onGpu && !wanted.onCpu) return;
    const uint64_t joints = range_.instanceCount * uint64_t{crowd_->model().skeleton.size()};
    const uint64_t weights = range_.instanceCount * crowd_->model().restMorphWeights.size();
    if (wanted.onCpu) objectFromJoint_.resize(joints);
    if (wanted.onCpu) weights_.resize(weights);
    boxes_.resize(wanted.boxes ? range_.instanceCount : 0);
    const std::span<gpu::Affine> uploadedPoses =
        buffers_->at(CrowdBuffer::poses, phase).mapped<gpu::Affine>(0, joints);
    const Buffer* weightBuffer = buffers_->find(CrowdBuffer::morphWeights, phase);
    const std::span<float> uploadedWeights =
        weightBuffer ? weightBuffer->mapped<float>(0, weights) : std::span<float>{};
    const std::span poses = wanted.onCpu ? std::span(objectFromJoint_) : uploadedPoses;
    const std::span morphs = wanted.onCpu ? std::span(weights_) : uploadedWeights;
    const Listed listed =
        wanted.listed ? listedOf(*wanted.listed) : Listed{static_cast<uint32_t>(requests.size())};
    const Crowd::Timing timing = crowd_->pose(listed, requests, poses, morphs, boxes_);
    if (wanted.displaced) displace(poses);
    if (wanted.largestEntry > 0) {
        crowd_->requireFormat(requests, timing.largest, wanted.largestEntry);
    }
    statistics[Step::sample].addCpu(timing.sampleMs);
    statistics[Step::pose].addCpu(timing.poseMs);
    statistics.cpuWorkersMs += timing.workersMs;
    if (!wanted.onCpu || !wanted.onGpu) return;
    const Stopwatch stopwatch;
    std::copy(poses.begin(), poses.end(), uploadedPoses.begin());
    if (!uploadedWeights.empty()) {
        std::copy(morphs.begin(), morphs.end(), uploadedWeights.begin());
    }
    statistics.cpuUploadMs += stopwatch.ms();
}

}  // namespace sinew
