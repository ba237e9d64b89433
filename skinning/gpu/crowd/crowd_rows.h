// The rows of buffers that several methods and steps share.
#pragma once

#include "skinning/gpu/skin/skinning_method.h"

namespace sinew {

/// The source of poses on the GPU; empty if the CPU poses.
BufferList posingRows(const SkinPlan& plan);
/// What culling reads and writes; empty without culling. The buffers of class Culling are small and
/// not listed.
BufferList cullingRows(const SkinPlan& plan);
/// Joint local-to-object matrices. `everyFrame`: false if only the skeleton overlay reads them.
BufferRow posesRow(const SkinPlan& plan, bool everyFrame);
/// Object-space boxes: of compact vertices, and for the bounds overlay.
BufferRow boxesRow(const SkinPlan& plan);
/// Skinned vertices, which the passes read.
BufferRow skinnedVerticesRow(const SkinPlan& plan, WrittenBy writer, VkBufferUsageFlags usage = 0);
/// Poses, boxes, palettes and, where there are such, morph weights and normal palettes.
BufferList paletteRows(const SkinPlan& plan);

}  // namespace sinew
