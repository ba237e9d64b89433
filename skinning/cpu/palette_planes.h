// Computes palettes in the planes of four floats that skin_kernel.h describes.
#pragma once

#include <span>

#include "shaders/shared/types.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew::kernel {

/// Writes one instance's palette, objectFromJoint[binds[b].joint] * binds[b].jointFromBind, to
/// `planes`: planesOf(settings) * 4 floats per bind, 16-byte aligned. Returns true if all floats
/// are finite.
bool writePlanes(std::span<const Bind> binds, std::span<const gpu::Affine> objectFromJoint,
                 const SkinSettings& settings, std::span<float> planes);

}  // namespace sinew::kernel
