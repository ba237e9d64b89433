// The rows of buffers that several methods and steps share.
#pragma once

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

/// Returns the buffers for culling; empty without culling. Omits the small buffers of class
/// Culling.
BufferList cullingRows(const SkinPlan& plan);
/// Returns the row of joint local-to-object matrices, which palettes and skeleton overlay read.
BufferRow posesRow(const SkinPlan& plan);
/// Returns the row of object-space boxes, for compact vertices and the bounds overlay.
BufferRow boxesRow(const SkinPlan& plan);
/// Returns the row of skinned vertices, which the passes read.
BufferRow skinnedVerticesRow(const SkinPlan& plan, WrittenBy writer, VkBufferUsageFlags usage = 0);
/// Returns palettes, the morph weights and normal palettes that the plan needs and, if the GPU
/// poses, the buffers from which it computes poses.
BufferList paletteRows(const SkinPlan& plan);

}  // namespace sinew
