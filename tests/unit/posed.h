// Vertices of a model, computed in floats: sample, pose, palette, CpuSkinner, unpack.
#pragma once

#include <vector>

#include "shaders/shared/packing.h"
#include "shaders/shared/vertex.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/pose_sampler.h"
#include "skinning/cpu/naive.h"
#include "skinning/cpu/skin.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew::test {

struct PosedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

inline PosedVertices unpack(std::span<const gpu::PackedVertex> vertices) {
    PosedVertices out;
    for (const gpu::PackedVertex& vertex : vertices) {
        out.positions.emplace_back(vertex.x, vertex.y, vertex.z);
        out.normals.push_back(gpu::unpackUnit(vertex.normal));
        out.tangents.push_back(gpu::unpackTangent(vertex.tangent));
    }
    return out;
}

inline PosedVertices unpack(std::span<const gpu::CompactVertex> vertices, const Box& box) {
    PosedVertices out;
    for (const gpu::CompactVertex& vertex : vertices) {
        out.positions.push_back(box.low +
                                gpu::unpackCompactPosition(vertex) * (box.high - box.low));
        out.normals.push_back(gpu::unpackCompactNormal(vertex));
        out.tangents.push_back(gpu::unpackCompactTangent(vertex));
    }
    return out;
}

/// Returns the vertices of a pose. `skin` has the parameters of CpuSkinner::skin(). Only
/// Output::compact needs `box`.
template <typename Skin>
PosedVertices skinPoseWith(const Skin& skin, const Model& model, const Pose& pose,
                           const SkinSettings& settings, const Box& box = {}) {
    const auto objectFromJoint = objectFromJointOf(model.skeleton, pose);
    const CpuCrowd crowd{.count = 1,
                         .objectFromJoint = objectFromJoint,
                         .morphWeights = pose.morphWeights,
                         .boxes = {&box, 1}};
    if (settings.output == Output::compact) {
        std::vector<gpu::CompactVertex> vertices(model.geometry.vertexCount());
        skin(crowd, settings, std::as_writable_bytes(std::span(vertices)));
        return unpack(vertices, box);
    }
    std::vector<gpu::PackedVertex> vertices(model.geometry.vertexCount());
    skin(crowd, settings, std::as_writable_bytes(std::span(vertices)));
    return unpack(vertices);
}

inline PosedVertices skinPose(const Model& model, const Pose& pose,
                              const SkinSettings& settings = {}, const Box& box = {}) {
    CpuSkinner skinner(model);
    return skinPoseWith([&](auto&&... arguments) { skinner.skin(arguments...); }, model, pose,
                        settings, box);
}

/// Computes the vertices of pose requests with CpuSkinner. The model must outlive the object.
class Poser {
public:
    explicit Poser(const Model& model) : model_(model), sampler_(model), skinner_(model) {}

    PosedVertices posed(const PoseRequest& request) {
        Pose pose;
        sampler_.localPose(request, pose, scratch_);
        return skinPoseWith([this](auto&&... arguments) { skinner_.skin(arguments...); }, model_,
                            pose, {});
    }

private:
    const Model& model_;
    PoseSampler sampler_;
    CpuSkinner skinner_;
    PoseScratch scratch_;
};

/// Returns the vertices that the method cpu-reference computes.
inline PosedVertices skinPoseNaively(const Model& model, const Pose& pose,
                                     const SkinSettings& settings = {}, const Box& box = {}) {
    return skinPoseWith(
        [&](const CpuCrowd& crowd, const SkinSettings& chosen, std::span<std::byte> out) {
            skinNaively(model, {}, crowd, chosen, out);
        },
        model, pose, settings, box);
}

inline PosedVertices poseModel(const Model& model, uint32_t clip, float timeSeconds) {
    Pose pose = restPose(model);
    if (clip != kRestPose) {
        ClipSampler(model.clips[clip]).sample(wrapTime(model.clips[clip], timeSeconds), pose);
    }
    return skinPose(model, pose);
}

/// Returns the angle between two vectors in degrees. It is exact for small angles, too.
inline double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

/// Returns direction `i` of `count` evenly spread directions (Fibonacci sphere).
inline glm::vec3 spreadDirection(int i, int count) {
    const double z = 1 - 2 * (i + 0.5) / count, radius = std::sqrt(1 - z * z);
    const double angle = i * 2.399963229728653;
    return glm::vec3(radius * std::cos(angle), radius * std::sin(angle), z);
}

}  // namespace sinew::test
