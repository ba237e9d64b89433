// Posing a crowd once a frame.
#include "skinning/gpu/poses.h"

#include <algorithm>

#include "shaders/shared/layout.h"
#include "skinning/gpu/stopwatch.h"

namespace sinew {
namespace {

/// Puts joints where they do not belong.
void displace(std::span<gpu::Affine> objectFromJoint) {
    for (gpu::Affine& matrix : objectFromJoint) matrix[0].w += 1.0f;
}

}  // namespace

std::vector<PageRange> cutIntoPages(uint32_t instanceCount, uint32_t mostPerPage) {
    std::vector<PageRange> pages;
    for (uint32_t first = 0; first < instanceCount; first += mostPerPage) {
        pages.push_back({.firstInstance = first,
                         .instanceCount = std::min(mostPerPage, instanceCount - first)});
    }
    return pages;
}

Poses Poses::create(const Device& device, const WantedBuffers& wanted, Crowd& crowd,
                    std::vector<gpu::Affine> worldFromObject) {
    constexpr WrittenBy kByPoses[] = {WrittenBy::pose};
    Poses poses;
    poses.crowd_ = &crowd;
    poses.worldFromObject_ = std::move(worldFromObject);
    poses.origins_.resize(poses.worldFromObject_.size());
    poses.pages_.assign(wanted.pages.begin(), wanted.pages.end());
    for (uint32_t p = 0; p < wanted.pages.size(); ++p) {
        poses.buffers_.push_back(
            PageBuffers::create(device, {.rows = wanted.rows,
                                         .writers = kByPoses,
                                         .page = p,
                                         .instanceCount = wanted.pages[p].instanceCount,
                                         .motion = wanted.motion}));
    }
    return poses;
}

void Poses::place(std::span<const Anchor> anchors, Moment moment) {
    anchors_.assign(anchors.begin(), anchors.end());
    if (!anchors.empty()) framesToPlace_ = kPhases;
    if (framesToPlace_ == 0) return;
    --framesToPlace_;
    for (size_t p = 0; p < pages_.size(); ++p) {
        const auto [first, count] = pages_[p];
        const std::span<gpu::Placement> placements =
            buffers_[p].at(SINEW_BINDING_INSTANCES, moment.phase).mapped<gpu::Placement>(0, count);
        for (uint32_t i = 0; i < count; ++i) {
            const Anchor anchor = anchors.empty() ? Anchor{} : anchors[first + i];
            const gpu::Affine placed = moved(worldFromObject_[first + i], anchor);
            const glm::vec3 origin(placed[0].w, placed[1].w, placed[2].w);
            glm::vec3& before = origins_[first + i];
            placements[i] = {placed, glm::vec4(moment.hasPast ? before : origin, 0.0f)};
            before = origin;
        }
    }
}

void Poses::animate(std::span<const PoseRequest> requests, uint32_t phase, const Wanted& wanted,
                    FrameStatistics& statistics) {
    if (!wanted.onGpu && !wanted.onCpu) return;
    const uint64_t joints = crowd_->model().skeleton.size();
    const uint64_t weights = crowd_->model().restMorphWeights.size();
    const uint64_t instances = pages_.back().firstInstance + pages_.back().instanceCount;
    if (wanted.onCpu) objectFromJoint_.resize(instances * joints);
    if (wanted.onCpu) weights_.resize(instances * weights);
    boxes_.resize(wanted.boxes ? instances : 0);
    for (size_t p = 0; p < pages_.size(); ++p) {
        const PageRange& page = pages_[p];
        const std::span<gpu::Affine> uploadedPoses =
            buffers_[p]
                .at(SINEW_BINDING_POSES, phase)
                .mapped<gpu::Affine>(0, page.instanceCount * joints);
        const std::span<float> uploadedWeights =
            buffers_[p].find(SINEW_BINDING_MORPH_WEIGHTS, phase)
                ? buffers_[p]
                      .at(SINEW_BINDING_MORPH_WEIGHTS, phase)
                      .mapped<float>(0, page.instanceCount * weights)
                : std::span<float>{};
        const std::span poses =
            wanted.onCpu ? std::span(objectFromJoint_)
                               .subspan(page.firstInstance * joints, page.instanceCount * joints)
                         : uploadedPoses;
        const std::span morphs = wanted.onCpu
                                     ? std::span(weights_).subspan(page.firstInstance * weights,
                                                                   page.instanceCount * weights)
                                     : uploadedWeights;
        const std::span boxes = std::span(boxes_).subspan(wanted.boxes ? page.firstInstance : 0,
                                                          wanted.boxes ? page.instanceCount : 0);
        const std::span asked = page.of(requests);
        const Listed listed = wanted.listed ? listedOf((*wanted.listed)[p])
                                            : Listed{static_cast<uint32_t>(asked.size())};
        const Crowd::Timing timing = crowd_->pose(listed, asked, poses, morphs, boxes);
        if (wanted.displaced) displace(poses);
        if (wanted.largestEntry > 0) {
            crowd_->requireFormat(asked, timing.largest, wanted.largestEntry);
        }
        statistics[Step::sample].addCpu(timing.sampleMs);
        statistics[Step::pose].addCpu(timing.poseMs);
        statistics.cpuWorkersMs += timing.workersMs;
        if (!wanted.onCpu || !wanted.onGpu) continue;
        const Stopwatch stopwatch;
        std::copy(poses.begin(), poses.end(), uploadedPoses.begin());
        if (!uploadedWeights.empty()) {
            std::copy(morphs.begin(), morphs.end(), uploadedWeights.begin());
        }
        statistics.cpuUploadMs += stopwatch.ms();
    }
}

std::span<const gpu::Affine> Poses::objectFromJoint(const PageRange& page) const {
    const size_t joints = crowd_->model().skeleton.size();
    return std::span(objectFromJoint_)
        .subspan(page.firstInstance * joints, page.instanceCount * joints);
}

std::span<const float> Poses::morphWeights(const PageRange& page) const {
    const size_t weights = crowd_->model().restMorphWeights.size();
    return std::span(weights_).subspan(page.firstInstance * weights, page.instanceCount * weights);
}

std::span<const Box> Poses::boxes(const PageRange& page) const {
    return std::span(boxes_).subspan(page.firstInstance, page.instanceCount);
}

}  // namespace sinew
