// Camera and light of a frame, as shaders see them.
#pragma once

#include "renderer/camera.h"
#include "renderer/vulkan.h"
#include "shaders/shared/view.h"
#include "skinning/animation/bounds.h"
#include "skinning/gpu/frame_settings.h"

namespace sinew {

/// The direction to it; no lower than 5 degrees.
glm::vec3 towardsSun(const SunMoved& moved);

/// `character`: standingBounds(); `crowd`: crowdBounds(), world space. Its previousClipFromWorld is
/// that of the same frame.
gpu::ViewConstants viewConstants(const Camera& camera, VkExtent2D extent, const Box& character,
                                 const Box& crowd, uint32_t cascadeCount,
                                 const glm::vec3& towardsLight);

/// `view` with the cascades of `frozen`, the view of a culling camera at the same moment, and with
/// what that one sees, up to behind the crowd.
gpu::ViewConstants seenFromOutside(gpu::ViewConstants view, const gpu::ViewConstants& frozen,
                                   const Box& crowd);

}  // namespace sinew
