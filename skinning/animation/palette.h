// The palette step on the CPU: joint matrices times inverse bind matrices.
#pragma once

#include <span>
#include <vector>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// Computes palette[b] = objectFromJoint[binds[b].joint] * binds[b].jointFromBind, as row-major 3x4
/// matrices. `palette` has binds.size() entries.
void computePalette(std::span<const Bind> binds, std::span<const gpu::Affine> objectFromJoint,
                    std::span<gpu::Affine> palette);

std::vector<gpu::Affine> paletteOf(const Model& model, const Pose& pose);

}  // namespace sinew
