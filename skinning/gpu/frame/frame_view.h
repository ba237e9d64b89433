// The view constants of camera and light.
#pragma once

#include "renderer/device/vulkan.h"
#include "renderer/passes/camera.h"
#include "shaders/shared/view.h"
#include "skinning/bounds/bounds.h"
#include "skinning/gpu/frame/frame_settings.h"

namespace sinew {

/// Returns the direction to the sun, world space. Its elevation is at least 5 degrees.
glm::vec3 towardsSun(const SunMoved& moved);

/// Returns the view constants. `character` is standingBounds(); `crowd` is crowdBounds(), in world
/// space. Sets previousClipFromWorld to this frame's clipFromWorld.
gpu::ViewConstants viewConstants(const Camera& camera, VkExtent2D extent, const Box& character,
                                 const Box& crowd, uint32_t cascadeCount,
                                 const glm::vec3& towardsLight);

/// Returns `view` with the cascades and the frustum of `frozen`, the view of a frozen culling
/// camera. The frustum ends behind the crowd.
gpu::ViewConstants outsideView(gpu::ViewConstants view, const gpu::ViewConstants& frozen,
                               const Box& crowd);

}  // namespace sinew
