// Object-space boxes of instances. A box contains every vertex that the skinning method produces.
#pragma once

#include <span>

#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"

namespace sinew {

class Scene;
struct BakedClips;
struct ClipBoxes;

/// Enlarges boxes of linear blending to those of dual quaternion blending. Null `arcs`: no change.
void growBy(const ClipBoxes* arcs, std::span<const PoseRequest> requests,
            std::span<Box> objectBoxes);

void boundBaked(const BakedClips& clips, const Model& model, const BindBoxes& bindBoxes,
                std::span<const PoseRequest> requests, std::span<Box> objectBoxes);

/// Returns a world-space box for framing the crowd. In a large crowd only some instances are posed,
/// and the others use the union of their boxes. `anchors`: as in FrameInput; `scatter`: as in
/// FrameSettings.
Box crowdBoundsAt(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors = {}, uint32_t scatter = 0);
Box crowdBoundsAt(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors, std::span<const gpu::Affine> worldFromObject);

}  // namespace sinew
