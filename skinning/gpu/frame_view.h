// Camera and light of a frame, as shaders see them.
#pragma once

#include "renderer/camera.h"
#include "renderer/vulkan.h"
#include "shaders/shared/layout.h"
#include "skinning/animation/bounds.h"

namespace sinew {

/// `character`: standingBounds(); `crowd`: crowdBounds(), world space. Its previousClipFromWorld is
/// that of the same frame.
gpu::ViewConstants viewConstants(const Camera& camera, VkExtent2D extent, const Box& character,
                                 const Box& crowd, uint32_t cascadeCount);

}  // namespace sinew
