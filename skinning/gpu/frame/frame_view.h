// The view constants of camera and light.
#pragma once

#include "renderer/camera.h"
#include "renderer/vulkan.h"
#include "shaders/shared/view.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

/// The direction to the sun, world space; its elevation is at least 5 degrees.
glm::vec3 towardsSun(const SunMoved& moved);

/// `character`: standingBounds(); `crowd`: crowdBounds(), world space. Its previousClipFromWorld is
/// that of the same frame.
gpu::ViewConstants viewConstants(const Camera& camera, VkExtent2D extent, const Box& character,
                                 const Box& crowd, uint32_t cascadeCount,
                                 const glm::vec3& towardsLight);

/// `view` with the cascades of the culling camera's view `frozen`, and with its frustum, which ends
/// behind the crowd.
gpu::ViewConstants outsideView(gpu::ViewConstants view, const gpu::ViewConstants& frozen,
                               const Box& crowd);

}  // namespace sinew
