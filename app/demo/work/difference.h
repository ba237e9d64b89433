// Measures the vertex difference between methods A and B at one time.
#pragma once

#include <string>

#include "skinning/animation/placement.h"
#include "skinning/animation/pose_request.h"
#include "skinning/gpu/crowd/scene.h"
#include "skinning/gpu/frame/frame_settings.h"
#include "skinning/gpu/verify/difference.h"

namespace sinew {

struct MeasuredDifference {
    VertexDifference worst;  // at the instance with the largest difference
    uint32_t instance = 0;   // index of that instance
    uint32_t instances = 0;
    glm::vec3 world{0.0f};   // world position of the worst vertex
    std::string vertexText;  // the worst vertex, by vertexText()
    std::string problem;     // error message, or empty
};

inline constexpr uint32_t kMeasuredInstances = 4;

struct PosedInstances {
    std::span<const PoseRequest> requests;
    std::span<const Anchor> anchors;  // root motion offsets; empty: none
    std::span<const gpu::Affine> worldFromObject;
};

/// Captures the vertices of the instances with both methods of `settings` and compares them.
/// Distances are relative to the model's size, as in the difference view. Waits for the GPU; the
/// next frame recreates the crowd's buffers. `shaders` are those of the frame.
MeasuredDifference measureDifference(const std::shared_ptr<Scene>& scene, ShaderLibrary shaders,
                                     const FrameSettings& settings, const PosedInstances& posed);

}  // namespace sinew
