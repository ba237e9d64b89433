// A model's vertices by the float path, unpacked: sample, pose, palette, CpuSkinner.
#pragma once

#include <vector>

#include "shaders/shared/packing.h"
#include "skinning/animation/crowd.h"
#include "skinning/animation/pose.h"
#include "skinning/animation/sample.h"
#include "skinning/cpu/skin.h"
#include "skinning/model.h"

namespace sinew::test {

struct PosedVertices {
    std::vector<glm::vec3> positions;
    std::vector<glm::vec3> normals;
    std::vector<glm::vec4> tangents;
};

inline PosedVertices unpack(std::span<const gpu::SkinnedVertex> vertices) {
    PosedVertices out;
    for (const gpu::SkinnedVertex& vertex : vertices) {
        out.positions.emplace_back(vertex.x, vertex.y, vertex.z);
        out.normals.push_back(gpu::unpackUnit(vertex.normal));
        out.tangents.push_back(gpu::unpackTangent(vertex.tangent));
    }
    return out;
}

inline PosedVertices skinPose(const Model& model, const Pose& pose) {
    std::vector<gpu::Affine> objectFromJoint(model.skeleton.size());
    poseSkeleton(model.skeleton, pose, objectFromJoint);
    std::vector<gpu::SkinnedVertex> vertices(model.geometry.vertexCount());
    CpuSkinner(model).skin(1, objectFromJoint, pose.morphWeights, {}, vertices);
    return unpack(vertices);
}

inline PosedVertices poseModel(const Model& model, uint32_t clip, float timeSeconds) {
    Pose pose = restPose(model);
    if (clip != kRestPose) {
        sampleClip(model.clips[clip], wrapTime(model.clips[clip], timeSeconds), pose);
    }
    return skinPose(model, pose);
}

/// Angle between two directions in degrees, exact for small ones.
inline double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

}  // namespace sinew::test
