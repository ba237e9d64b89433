// How far way B puts the crowd's vertices from where way A does, at one moment.
#pragma once

#include <string>

#include "skinning/animation/placement.h"
#include "skinning/gpu/difference.h"
#include "skinning/gpu/frame_settings.h"

namespace sinew {

struct MeasuredDifference {
    VertexDifference worst;  // of the instance that is furthest apart
    uint32_t instance = 0;   // that instance
    uint32_t instances = 0;  // how many were compared
    glm::vec3 world{0.0f};   // where its furthest vertex is
    std::string place;       // which vertex that is in the file
    std::string problem;     // why nothing was measured, or empty
};

/// So many instances are compared at the most.
inline constexpr uint32_t kMeasuredInstances = 4;

/// Instances of one model.
struct PosedInstances {
    std::span<const PoseRequest> requests;
    std::span<const Anchor> anchors;               // as FrameInput has them
    std::span<const gpu::Affine> worldFromObject;  // such as Frame::places()
};

/// The instances of `posed` by both ways of `settings`, as the passes see them. Waits for the
/// GPU; the crowd's buffers are made anew at the next frame. Relative to the extent that the
/// difference view takes. `shaders`: what the frame draws with.
MeasuredDifference measureDifference(const std::shared_ptr<Scene>& scene, ShaderLibrary shaders,
                                     const FrameSettings& settings, const PosedInstances& posed);

}  // namespace sinew
