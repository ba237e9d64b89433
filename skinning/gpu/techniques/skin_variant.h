// What a shader that skins is compiled for.
#pragma once

#include <bit>
#include <compare>
#include <cstddef>

#include "renderer/batch.h"
#include "skinning/settings.h"

namespace sinew {

/// The specialization constants of a stage that skins, by constant_id (shaders/variant.glsl).
struct SkinVariant {
    uint32_t influenceCount = 0;  // a vertex; 0: varies
    uint32_t morphs = 0;
    uint32_t blend = SINEW_BLEND_LINEAR;
    uint32_t influenceFormat = SINEW_INFLUENCES_SPLIT32;
    uint32_t paletteFormat = SINEW_PALETTE_AFFINE;
    uint32_t normals = SINEW_NORMALS_COFACTOR;
    uint32_t output = SINEW_OUTPUT_FULL;
    uint32_t stretched = 0;
    uint32_t uniformWords = 1024;
    uint32_t clips = 0;
    uint32_t culled = 0;
    uint32_t paletteTexels = 0;
    uint32_t meshFormat = SINEW_MESH_FP32;
    uint32_t levels = 0;
    uint32_t joined = 0;  // the kernel's dispatch has several items
    uint32_t rates = 0;
    uint32_t cullBy = SINEW_CULL_BY_CLIPS;

    auto operator<=>(const SkinVariant&) const = default;
    StageConstants constants() const { return std::bit_cast<StageConstants>(*this); }
};
static_assert(offsetof(SkinVariant, influenceCount) == 4 * SINEW_CONSTANT_INFLUENCE_COUNT);
static_assert(offsetof(SkinVariant, morphs) == 4 * SINEW_CONSTANT_MORPHS);
static_assert(offsetof(SkinVariant, blend) == 4 * SINEW_CONSTANT_BLEND);
static_assert(offsetof(SkinVariant, influenceFormat) == 4 * SINEW_CONSTANT_INFLUENCE_FORMAT);
static_assert(offsetof(SkinVariant, paletteFormat) == 4 * SINEW_CONSTANT_PALETTE_FORMAT);
static_assert(offsetof(SkinVariant, normals) == 4 * SINEW_CONSTANT_NORMALS);
static_assert(offsetof(SkinVariant, output) == 4 * SINEW_CONSTANT_OUTPUT);
static_assert(offsetof(SkinVariant, stretched) == 4 * SINEW_CONSTANT_STRETCHED);
static_assert(offsetof(SkinVariant, uniformWords) == 4 * SINEW_CONSTANT_UNIFORM_WORDS);
static_assert(offsetof(SkinVariant, clips) == 4 * SINEW_CONSTANT_CLIPS);
static_assert(offsetof(SkinVariant, culled) == 4 * SINEW_CONSTANT_CULLED);
static_assert(offsetof(SkinVariant, paletteTexels) == 4 * SINEW_CONSTANT_PALETTE_TEXELS);
static_assert(offsetof(SkinVariant, meshFormat) == 4 * SINEW_CONSTANT_MESH_FORMAT);
static_assert(offsetof(SkinVariant, levels) == 4 * SINEW_CONSTANT_LEVELS);
static_assert(offsetof(SkinVariant, joined) == 4 * SINEW_CONSTANT_JOINED);
static_assert(offsetof(SkinVariant, rates) == 4 * SINEW_CONSTANT_RATES);
static_assert(offsetof(SkinVariant, cullBy) == 4 * SINEW_CONSTANT_CULL_BY);

// The numbers that shaders compare with are those of the settings.
template <typename E>
constexpr bool sameNumber(E value, uint32_t number) {
    return static_cast<uint32_t>(value) == number;
}
static_assert(sameNumber(Blend::linear, SINEW_BLEND_LINEAR));
static_assert(sameNumber(Blend::dualQuaternion, SINEW_BLEND_DUAL_QUATERNION));
static_assert(sameNumber(InfluenceFormat::split32, SINEW_INFLUENCES_SPLIT32));
static_assert(sameNumber(InfluenceFormat::folkFloat, SINEW_INFLUENCES_FOLK_FLOAT));
static_assert(sameNumber(InfluenceFormat::u8x4, SINEW_INFLUENCES_U8X4));
static_assert(sameNumber(InfluenceFormat::u16x4, SINEW_INFLUENCES_U16X4));
static_assert(sameNumber(InfluenceFormat::split20, SINEW_INFLUENCES_SPLIT20));
static_assert(sameNumber(InfluenceFormat::split64, SINEW_INFLUENCES_SPLIT64));
static_assert(sameNumber(MeshFormat::fp32, SINEW_MESH_FP32));
static_assert(sameNumber(MeshFormat::quantized, SINEW_MESH_QUANTIZED));
static_assert(sameNumber(PaletteFormat::affine, SINEW_PALETTE_AFFINE));
static_assert(sameNumber(PaletteFormat::matrix, SINEW_PALETTE_MATRIX));
static_assert(sameNumber(PaletteFormat::half, SINEW_PALETTE_HALF));
static_assert(sameNumber(Normals::cofactor, SINEW_NORMALS_COFACTOR));
static_assert(sameNumber(Normals::raw, SINEW_NORMALS_RAW));
static_assert(sameNumber(Normals::inverseTranspose, SINEW_NORMALS_INVERSE_TRANSPOSE));
static_assert(sameNumber(Output::full, SINEW_OUTPUT_FULL));
static_assert(sameNumber(Output::compact, SINEW_OUTPUT_COMPACT));

}  // namespace sinew
