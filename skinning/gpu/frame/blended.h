// Blended surfaces of a model and their world-space centers, by which a frame sorts them.
#pragma once

#include <glm/glm.hpp>
#include <span>
#include <vector>

#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"
#include "skinning/bounds/bounds.h"

namespace sinew {

class Crowd;

/// Primitives whose material blends, with data to bound them in any pose of the model.
class BlendedSurfaces {
public:
    explicit BlendedSurfaces(const Model& model);

    /// Returns indices into Model::primitives, ascending.
    std::span<const uint32_t> primitives() const { return primitives_; }

    /// Returns the world-space center of the posed box of each surface, ordered by instance.
    /// `requests` and `worldFromObject` have one entry per instance; `anchors` too, or none. Poses
    /// on the CPU for every method. The result is valid until the next call. Throws OutOfRange, as
    /// Crowd::pose() does. Adds the CPU time of other threads to `workersMs`.
    std::span<const glm::vec3> middles(Crowd& crowd, std::span<const PoseRequest> requests,
                                       std::span<const gpu::Affine> worldFromObject,
                                       std::span<const Anchor> anchors, double& workersMs);

private:
    std::vector<uint32_t> primitives_;
    std::vector<BindBoxes> boxes_;  // one per element of primitives_
    std::vector<gpu::Affine> objectFromJoint_, palette_;
    std::vector<float> weights_;
    std::vector<glm::vec3> middles_;
};

}  // namespace sinew
