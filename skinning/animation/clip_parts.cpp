// Poses a clip in the middle of each part, and bounds how far other poses of the part deviate from
// that pose.
#include "skinning/animation/clip_parts.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/palette.h"
#include "skinning/animation/sample.h"
#include "skinning/bounds/farthest.h"
#include "skinning/bounds/travelled.h"

namespace sinew {
namespace {

constexpr double kMostParts = 1024;
/// Limit of joints times parts, as a sum over all clips. Models above it get fewer parts, and wider
/// bounds.
constexpr uint64_t kMostPosed = 1u << 20;

/// For each part of a clip: bounds of how far channels deviate from their values in the middle of
/// the part.
class Offs {
public:
    Offs(const Model& model, const Clip& clip, uint32_t parts)
        : joints_(model.skeleton.size()),
          weights_(model.restMorphWeights.size()),
          joint_(parts * joints_),
          weight_(parts * weights_) {
        for (uint32_t i = 0; i <= 2 * parts; ++i) {
            const double share = i / (2.0 * parts);
            times_.push_back(i == 2 * parts
                                 ? clip.durationSeconds
                                 : static_cast<float>(share * double{clip.durationSeconds}));
        }
        for (const Channel& channel : clip.channels) take(clip, channel);
    }

    float middleOf(uint32_t part) const { return times_[2 * part + 1]; }
    std::span<const LocalOff> joints(uint32_t part) const {
        return std::span(joint_).subspan(part * joints_, joints_);
    }
    std::span<const double> weights(uint32_t part) const {
        return std::span(weight_).subspan(part * weights_, weights_);
    }

private:
    void take(const Clip& clip, const Channel& channel) {
        if (channel.path == Channel::Path::weights) {
            for (uint32_t w = 0; w < channel.width; ++w) {
                const auto lengths = travelled(clip, channel, {w, 1}, times_);
                each(lengths, [&](uint32_t part, double off) {
                    weight_[part * weights_ + channel.target + w] = off;
                });
            }
            return;
        }
        const auto lengths = travelled(clip, channel, {0, channel.width}, times_);
        double LocalOff::*const member =
            channel.path == Channel::Path::translation ? &LocalOff::translation
            : channel.path == Channel::Path::rotation  ? &LocalOff::turn
                                                       : &LocalOff::scale;
        each(lengths, [&](uint32_t part, double off) {
            joint_[part * joints_ + channel.target].*member = off;
        });
    }
    template <typename Take>
    static void each(const std::vector<double>& lengths, const Take& take) {
        for (size_t middle = 1; middle + 1 < lengths.size(); middle += 2) {
            take(static_cast<uint32_t>(middle / 2),
                 std::max(lengths[middle] - lengths[middle - 1],
                          lengths[middle + 1] - lengths[middle]));
        }
    }

    size_t joints_;
    size_t weights_;
    std::vector<float> times_;  // starts and middles of the parts, and the end
    std::vector<LocalOff> joint_;
    std::vector<double> weight_;
};

}  // namespace

uint32_t partsOf(const Model& model, const Clip& clip, double often) {
    const uint64_t posed = std::max<uint64_t>(model.skeleton.size() * model.clips.size(), 1);
    const double times = often / kPartsASecond;
    const double most = static_cast<double>(std::max<uint64_t>(kMostPosed / posed, 1)) * times;
    const double wanted = std::min(often * double{clip.durationSeconds}, kMostParts * times);
    return static_cast<uint32_t>(std::clamp(wanted, 1.0, most));
}

MatrixOff MatrixOff::below(const Transform& local, const LocalOff& off) const {
    const double length = glm::length(glm::dvec3(local.translation));
    const glm::dvec3 axes = glm::abs(glm::dvec3(local.scale));
    const double scale = std::max({axes.x, axes.y, axes.z});
    const double moved = off.translation + kPoseRounding * length;
    const double chord = std::min(off.turn + kPoseRounding, 2.0);
    const double scaled = off.scale + kPoseRounding * scale;
    const double longest = scale + scaled;
    // If the distance of two unit quaternions (a chord) is c, the norm of the difference of their
    // matrices is at most 2 c.
    const double turned = 2 * chord * longest + scaled;
    return {translation + linear * (length + moved) + stretch * moved,
            linear * longest + stretch * turned, stretch * scale};
}

void eachPart(const Model& model, const BindBoxes& boxes, const Clip& clip, uint32_t parts,
              const std::function<void(const ClipPart&)>& take) {
    const Offs offs(model, clip, parts);
    const Farthest farthest(model, boxes);
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    std::vector<gpu::Affine> palette(model.binds.size());
    std::vector<MatrixOff> matrices(model.skeleton.size());
    std::vector<double> positionOffs(boxes.entries.size());
    const ClipSampler sampler(clip);
    Pose pose = restPose(model);
    for (uint32_t part = 0; part < parts; ++part) {
        sampler.sample(offs.middleOf(part), pose);
        poseSkeleton(model.skeleton, pose, objectFromJoint);
        computePalette(model.binds, objectFromJoint, palette);
        const std::span<const LocalOff> joints = offs.joints(part);
        for (size_t j = 0; j < matrices.size(); ++j) {
            const int32_t parent = model.skeleton.parents[j];
            const MatrixOff above = parent == kNoParent ? MatrixOff{} : matrices[size_t(parent)];
            matrices[j] = above.below(pose.joints[j], joints[j]);
        }
        const std::span<const double> weights = offs.weights(part);
        const auto offOf = [&](uint32_t w) { return weights[w]; };
        const auto largest = [&](uint32_t w) {
            return std::abs(double{pose.morphWeights[w]}) + weights[w];
        };
        for (size_t e = 0; e < boxes.entries.size(); ++e) {
            const MatrixOff& off = matrices[model.binds[boxes.entries[e].bind].joint];
            const double sum = off.translation + off.linear * farthest.of(e, largest) +
                               off.stretch * farthest.moved(e, offOf);
            positionOffs[e] = sum * (1 + kPoseRounding);
        }
        take({palette, pose, joints, weights, positionOffs});
    }
}

}  // namespace sinew
