// The specialization constants of shaders that skin.
#pragma once

#include <bit>
#include <cstddef>

#include "renderer/shader_library.h"
#include "skinning/settings.h"

namespace sinew {

/// The specialization constants of kernels and of vertex stages, in the order of constant_id.
struct SkinVariant {
#define SINEW_STAGE_CONSTANT(id, member, name, value) uint32_t member = value;
#include "shaders/shared/stage_constants.inc"
#undef SINEW_STAGE_CONSTANT
    uint32_t workgroupSize = 0;  // for lists.comp

    StageConstants constants() const {
        return std::bit_cast<StageConstants>(*this);
    }
};
#define SINEW_STAGE_CONSTANT(id, member, name, value) \
    static_assert(offsetof(SkinVariant, member) == (id) * sizeof(uint32_t));
#include "shaders/shared/stage_constants.inc"
#undef SINEW_STAGE_CONSTANT

// Shaders compare constants with SINEW_* numbers, which must equal the values of the settings.
template <typename E>
constexpr bool sameNumber(E value, uint32_t number) {
    return static_cast<uint32_t>(value) == number;
}
static_assert(sameNumber(Blend::linear, SINEW_BLEND_LINEAR));
static_assert(sameNumber(Blend::dualQuaternion, SINEW_BLEND_DUAL_QUATERNION));
static_assert(sameNumber(InfluenceFormat::split32, SINEW_INFLUENCES_SPLIT32));
static_assert(sameNumber(InfluenceFormat::packedFloat, SINEW_INFLUENCES_PACKED_FLOAT));
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
static_assert(sameNumber(Normals::none, SINEW_NORMALS_NONE));
static_assert(sameNumber(Output::full, SINEW_OUTPUT_FULL));
static_assert(sameNumber(Output::compact, SINEW_OUTPUT_COMPACT));

}  // namespace sinew
