// The rows of buffers that several methods and steps share.
#pragma once

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

/// The source of poses on the GPU; empty if the CPU poses.
BufferList posingRows(const SkinPlan& plan);
/// The buffers of culling; empty without culling. Those of class Culling are small and not listed.
BufferList cullingRows(const SkinPlan& plan);
/// Joint local-to-object matrices, which palettes and the skeleton overlay read.
BufferRow posesRow(const SkinPlan& plan);
/// Object-space boxes: of compact vertices, and for the bounds overlay.
BufferRow boxesRow(const SkinPlan& plan);
/// Skinned vertices, which the passes read.
BufferRow skinnedVerticesRow(const SkinPlan& plan, WrittenBy writer, VkBufferUsageFlags usage = 0);
/// Palettes, the source of poses, and the morph weights and normal palettes that the plan needs.
BufferList paletteRows(const SkinPlan& plan);

}  // namespace sinew
