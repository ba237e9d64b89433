// The seam between techniques and passes: how a technique hands its vertices to a pass.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <span>
#include <string_view>

#include "renderer/resources.h"
#include "shaders/shared/layout.h"

namespace sinew {

/// Where a vertex stage gets its vertices. Each pass has one variant of its vertex shader for each
/// source; shaders/vertex_source.glsl is the other side of this enum.
enum class VertexSource : uint8_t { skinned, palette, uniform, texture };
inline constexpr std::array<std::string_view, 4> kVertexSourceNames{"skinned", "palette", "uniform",
                                                                    "texture"};

/// The specialization constants of a stage that skins, by constant_id (shaders/variant.glsl). What
/// the numbers mean is the technique's affair.
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

    auto operator<=>(const SkinVariant&) const = default;
};
static_assert(sizeof(SkinVariant) == SINEW_CONSTANT_SKIN_COUNT * sizeof(uint32_t));

/// The specialization constants behind those of SkinVariant: of a stage that draws.
struct DrawVariant {
    uint32_t flags = 0;  // SINEW_DRAW_*
    uint32_t view = SINEW_VIEW_SHADED;
};

/// All of them. A stage takes what it declares.
struct StageVariant {
    SkinVariant skin;
    DrawVariant draw;
};
static_assert(sizeof(StageVariant) == SINEW_CONSTANT_COUNT * sizeof(uint32_t));

/// Valid while `variant` lives.
VkSpecializationInfo specializationOf(const SkinVariant& variant);
VkSpecializationInfo specializationOf(const StageVariant& variant);

/// A technique's vertex stage: passes compile theirs once for each that they are asked to draw.
struct VertexStage {
    VertexSource source = VertexSource::skinned;
    SkinVariant variant;

    auto operator<=>(const VertexStage&) const = default;
};

/// The descriptor set layouts that every pass shares: set 0 the view, set 1 a page of instances,
/// set 2 a material.
struct SetLayouts {
    SetLayout view;      // uniform buffer ViewConstants, shadow map
    SetLayout page;      // SINEW_BINDING_*, see shaders/page.glsl
    SetLayout material;  // uniform buffer MaterialConstants, SINEW_TEXTURE_COUNT textures
    SetLayout capture;   // one storage buffer

    static SetLayouts create(const Device& device);
};

/// How a surface looks.
struct DrawMaterial {
    VkDescriptorSet set = VK_NULL_HANDLE;
    uint32_t flags = 0;  // SINEW_DRAW_*
    bool masked = false;
    bool blended = false;
    bool doubleSided = false;
};

/// Which way the triangles that face the viewer run. `changing`: one way here and another there, or
/// now and then; the hardware cannot know, and the fragment stage drops backs by the normal.
enum class Winding : uint8_t { counterClockwise, clockwise, changing };

/// A range of the index buffer, drawn once for every instance of the batch.
struct Draw {
    uint32_t firstIndex = 0;
    uint32_t indexCount = 0;
    uint32_t material = 0;  // index into Batch::drawMaterials
    uint32_t flags = 0;     // SINEW_DRAW_*, beyond the material's
    Winding winding = Winding::counterClockwise;
};

/// The fragment stage drops backs, because the hardware cannot know them.
inline bool dropsBacks(const Draw& draw, const DrawMaterial& material) {
    return draw.winding == Winding::changing && !material.doubleSided;
}

/// Those of SINEW_DRAW_* that say where a masked surface has holes.
inline constexpr uint32_t kHoleFlags =
    SINEW_DRAW_MASK | SINEW_DRAW_COLORS | (1u << SINEW_TEXTURE_BASE_COLOR);

/// SINEW_DRAW_* of a draw with its material.
inline uint32_t flagsOf(const Draw& draw, const DrawMaterial& material) {
    return draw.flags | material.flags | (dropsBacks(draw, material) ? SINEW_DRAW_CULL : 0);
}

/// All draws of one page of instances, or of a run of them. The vertex stage sees `constants` and
/// the set; a pass adds the material's set and the draw's constants.
struct Batch {
    VkDescriptorSet page = VK_NULL_HANDLE;
    std::array<uint32_t, 2> pageOffsets{};  // dynamic: of the uniform palettes, now and before
    VkBuffer indices = VK_NULL_HANDLE;      // 32 bit
    gpu::SkinConstants constants;
    std::span<const Draw> draws;
    std::span<const DrawMaterial> drawMaterials;
    uint32_t firstInstance = 0;  // in the page
    uint32_t instanceCount = 0;
    uint32_t vertexCount = 0;
    uint32_t jointCount = 0;
};

/// Binds `sets` as set 0 and up; the batch's page is one of them.
void bindBatch(VkCommandBuffer commands, VkPipelineBindPoint point, VkPipelineLayout layout,
               std::span<const VkDescriptorSet> sets, const Batch& batch);

/// What push constants look like in every pass that draws batches.
struct BatchConstants {
    gpu::SkinConstants skin;
    gpu::DrawConstants draw;
};
static_assert(sizeof(BatchConstants) <= 128, "what every Vulkan device offers");

}  // namespace sinew
