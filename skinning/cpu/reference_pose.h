// The reference's pose before the palette; the bounds of rounding read it.
#pragma once

#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <vector>

#include "skinning/animation/pose_request.h"

namespace sinew::reference {

struct LocalPose {
    std::vector<glm::dvec3> translations;
    std::vector<glm::dquat> rotations;  // unit length
    std::vector<glm::dvec3> scales;
    std::vector<double> weights;
};

/// `model` with clip `clip` (kRestPose: none) at `timeSeconds` (wrapped here).
LocalPose localPose(const Model& model, uint32_t clip, double timeSeconds);

/// What a request stands for.
LocalPose localPose(const Model& model, const PoseRequest& request);

/// Of a layer: its weight times the joint's share of its mask. Behind the last joint: of morph
/// weights.
double shareOf(const Model& model, const LayerMoment& layer, size_t joint);

/// Half of the cosine's angle is what two rotations are apart: where it is negative, the one is
/// mixed with the other's opposite, which is the same rotation.
double cosineOf(const glm::dquat& a, const glm::dquat& b);

/// Where a wrapped time falls among a channel's keys: between `key` and the next, unless it is
/// held.
struct KeyMoment {
    size_t key = 0;
    bool held = true;     // at a key, or beyond all of them; always where the channel steps
    double duration = 0;  // seconds from the key to the next
    double share = 0;     // of it, that have passed
};
KeyMoment momentOf(const Clip& clip, const Channel& channel, double timeSeconds);

/// One key's value (part 1), in-tangent (0) or out-tangent (2).
std::vector<double> keyValue(const Clip& clip, const Channel& channel, size_t key, size_t part);

}  // namespace sinew::reference
