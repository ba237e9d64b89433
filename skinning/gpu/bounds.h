// Boxes around instances, object space: each contains every vertex that a skinning method puts
// there.
#pragma once

#include <span>

#include "skinning/animation/bake.h"
#include "skinning/animation/placement.h"
#include "skinning/gpu/scene.h"

namespace sinew {

/// Boxes of linear blending (Crowd::bounds) grow to those of dual quaternions; null: they stay.
void growBy(const ClipArcs* arcs, std::span<const PoseRequest> requests,
            std::span<Box> objectBoxes);

/// Boxes of instances that play baked clips.
void boundBaked(const BakedClips& clips, const Model& model, const BindBoxes& bindBoxes,
                std::span<const PoseRequest> requests, std::span<Box> objectBoxes);

/// The world-space box around the instances on their places at that moment: for framing. Of a
/// large crowd some are posed, and the others take no more room than those. `anchors`: as
/// FrameInput has them; `scatter`: as FrameSettings does.
Box crowdBoundsAt(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors = {}, uint32_t scatter = 0);
/// The same on places that are given, such as Frame::places().
Box crowdBoundsAt(Scene& scene, std::span<const PoseRequest> requests,
                  std::span<const Anchor> anchors, std::span<const gpu::Affine> worldFromObject);

}  // namespace sinew
