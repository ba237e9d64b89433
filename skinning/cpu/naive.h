// The cpu-reference method: skinning as in a tutorial, vertex by vertex.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "skinning/cpu/crowd_input.h"
#include "skinning/model.h"
#include "skinning/settings.h"

namespace sinew {

/// Skins `crowd` into `out` (layout: CpuCrowd) in scalar float on one thread, as the definitions of
/// Blend and Normals say. out[i] of an instance is vertex vertexOrder[i]; if vertexOrder is empty,
/// the order is that of the file. Uses settings.blend, normals, output and influenceLimit. Writes
/// `out` once, front to back, and never reads it.
void skinNaively(const Model& model, std::span<const uint32_t> vertexOrder, const CpuCrowd& crowd,
                 const SkinSettings& settings, std::span<std::byte> out);

}  // namespace sinew
