// The seam between techniques and passes: how a technique hands its vertices to a pass.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "renderer/resources.h"
#include "shaders/shared/layout.h"

namespace sinew {

/// Which vertex stage a pass uses. Each pass has one variant of its vertex shader for each source;
/// shaders/vertex_source.glsl is the other side of this enum.
enum class VertexSource : uint8_t { skinned, palette };
inline constexpr std::array<std::string_view, 2> kVertexSourceNames{"skinned", "palette"};

/// The descriptor set layouts that every pass shares: set 0 the view, set 1 a page of instances,
/// set 2 a material.
struct SetLayouts {
    SetLayout view;      // uniform buffer ViewConstants, shadow map
    SetLayout page;      // SINEW_BINDING_COUNT storage buffers, see shaders/page.glsl
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

/// All draws of one page of instances. The vertex stage sees `constants` and the set; a pass adds
/// the material's set and the draw's constants.
struct Batch {
    VkDescriptorSet page = VK_NULL_HANDLE;
    VkBuffer indices = VK_NULL_HANDLE;  // 32 bit
    gpu::SkinConstants constants;
    std::span<const Draw> draws;
    std::span<const DrawMaterial> drawMaterials;
    uint32_t instanceCount = 0;
    uint32_t vertexCount = 0;
    uint32_t jointCount = 0;
};

/// What push constants look like in every pass that draws batches.
struct BatchConstants {
    gpu::SkinConstants skin;
    gpu::DrawConstants draw;
};
static_assert(sizeof(BatchConstants) <= 128, "what every Vulkan device offers");

}  // namespace sinew
