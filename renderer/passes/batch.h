// A batch has the draws of consecutive instances and the buffers that their vertex stage reads.
// Passes do not depend on how vertices are produced.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "renderer/resources.h"
#include "renderer/shader_library.h"
#include "shaders/shared/culling.h"
#include "shaders/shared/kernel.h"
#include "shaders/shared/material.h"
#include "shaders/shared/view.h"

namespace sinew {

class Commands;
struct BindingLayout;

/// Selects a vertex shader by source and constants. A pass creates pipelines for each VertexStage.
struct VertexStage {
    std::string_view source;  // SOURCE in PASS.SOURCE.vert, see shaders/variants.txt
    StageConstants constants{};
    bool listed = false;  // true: the vertex attribute is an entry of a visible list

    auto operator<=>(const VertexStage&) const = default;
};

struct DrawVariant {
    uint32_t flags = 0;
    uint32_t view = SINEW_VIEW_SHADED;
};

/// All specialization constants. A shader uses those that it declares.
struct StageVariant {
    StageConstants stage{};
    DrawVariant draw;
};
static_assert(sizeof(StageVariant) == SINEW_CONSTANT_COUNT * sizeof(uint32_t));

/// Returns "PASS.SOURCE.vert", or "SOURCE.vert" without a pass.
std::string shaderNameOf(std::string_view pass, const VertexStage& stage);
/// Returns a vertex input with one visible-list entry per instance. If `stage.listed` is false, the
/// stride is 0, so any buffer of at least 4 bytes can be bound.
const VkPipelineVertexInputStateCreateInfo* vertexInputOf(const VertexStage& stage);

/// The result points into the argument.
VkSpecializationInfo specializationOf(const StageVariant& variant);
VkSpecializationInfo specializationOf(const StageConstants& constants);

/// Set layouts: set 0 is the view, set 1 a batch's buffers (StageLayouts), set 2 a material.
struct PassLayouts {
    // Bindings: uniform buffer ViewConstants, shadow map; with ray queries, the top-level
    // acceleration structure.
    SetLayout view;
    SetLayout material;  // uniform buffer MaterialConstants, SINEW_TEXTURE_COUNT textures

    static PassLayouts create(const Device& device);
};

/// The pipeline layouts of a pass, one per vertex source. Move-only.
class StageLayouts {
public:
    /// Each element of `shaders` is a string literal, PASS of a shader name PASS.SOURCE.vert.
    /// `view` is the layout of set 0, `material` that of set 2, or null.
    StageLayouts();
    StageLayouts(std::vector<std::string_view> shaders, VkDescriptorSetLayout view,
                 VkDescriptorSetLayout material);
    StageLayouts(StageLayouts&&) noexcept;
    StageLayouts& operator=(StageLayouts&&) noexcept;
    ~StageLayouts();

    /// Returns the pipeline layout of `stage`. The first call for a source creates it, from the
    /// bindings of all `shaders` with this source.
    VkPipelineLayout prepare(const Device& device, const ShaderLibrary& library,
                             const VertexStage& stage);
    const BindingLayout& of(const VertexStage& stage) const;

private:
    std::vector<std::string_view> shaders_;
    VkDescriptorSetLayout view_ = VK_NULL_HANDLE;
    VkDescriptorSetLayout material_ = VK_NULL_HANDLE;
    std::map<std::string_view, BindingLayout> layouts_;  // by source
};

struct DrawMaterial {
    VkDescriptorSet set = VK_NULL_HANDLE;
    uint32_t flags = 0;  // SINEW_DRAW_*
    bool doubleSided = false;

    bool masked() const { return (flags & SINEW_DRAW_MASK) != 0; }
    bool blended() const { return (flags & SINEW_DRAW_BLEND) != 0; }
};

/// Winding of front faces. `changing`: the winding differs between triangles or frames. Then the
/// rasteriser culls nothing. The fragment shader finds back faces by the sign of the determinant of
/// the blended skin matrix.
enum class Winding : uint8_t { counterClockwise, clockwise, changing };

struct Draw {
    uint32_t firstIndex = 0;
    uint32_t indexCount = 0;
    uint32_t material = 0;  // index into Batch::drawMaterials
    uint32_t flags = 0;     // SINEW_DRAW_*, added to the material's
    Winding winding = Winding::counterClockwise;
};

/// All pipelines use VK_FRONT_FACE_COUNTER_CLOCKWISE, so clockwise draws cull front faces.
inline VkCullModeFlags cullModeOf(const Draw& draw, const DrawMaterial& material) {
    if (material.doubleSided || draw.winding == Winding::changing) return VK_CULL_MODE_NONE;
    return draw.winding == Winding::clockwise ? VK_CULL_MODE_FRONT_BIT : VK_CULL_MODE_BACK_BIT;
}

/// True if the fragment stage must discard back faces, because winding does not identify them.
inline bool dropsBacks(const Draw& draw, const DrawMaterial& material) {
    return draw.winding == Winding::changing && !material.doubleSided;
}

/// True if depth needs no fragment shader: no alpha test, no blending, no back faces to discard.
inline bool isDepthOnly(const Draw& draw, const DrawMaterial& material) {
    return !material.masked() && !material.blended() && !dropsBacks(draw, material);
}

/// The SINEW_DRAW_* flags that decide which fragments of a masked or blended surface cast shadows.
inline constexpr uint32_t kHoleFlags =
    SINEW_DRAW_MASK | SINEW_DRAW_BLEND | SINEW_DRAW_COLORS | (1u << SINEW_TEXTURE_BASE_COLOR);

inline uint32_t flagsOf(const Draw& draw, const DrawMaterial& material) {
    return draw.flags | material.flags | (dropsBacks(draw, material) ? SINEW_DRAW_CULL : 0) |
           (draw.winding == Winding::clockwise ? SINEW_DRAW_MIRRORED : 0) |
           (draw.winding == Winding::changing ? SINEW_DRAW_CHANGING : 0);
}

struct BatchConstants {
    gpu::SkinConstants stage;
    gpu::DrawConstants draw;
};
static_assert(sizeof(BatchConstants) <= 128, "what every Vulkan device offers");

struct InstanceList {
    VkDeviceSize firstEntry = 0;     // bytes into Lists::visible
    VkDeviceSize firstArgument = 0;  // bytes into Lists::arguments
};

/// Indirect arguments of a batch and, for a culled crowd, its visible lists.
struct Lists {
    VkBuffer visible = VK_NULL_HANDLE;              // visible lists; null: all instances are drawn
    VkBuffer arguments = VK_NULL_HANDLE;            // null: direct draws
    std::array<InstanceList, SINEW_LIST_COUNT> of;  // index: SINEW_LIST_*; [0]: drawPoints()
    uint32_t levels = 1;                            // consecutive arguments per draw, one per LOD
    uint32_t atOnce = 1;                            // maximum arguments per indirect call
    // Byte offset in `arguments` of the arguments for drawSingle(), with the index instance * draw
    // count + draw. They exist only if a material is blended.
    VkDeviceSize firstSingle = 0;

    explicit operator bool() const { return arguments != VK_NULL_HANDLE; }
};
inline constexpr uint32_t kArgumentBytes = SINEW_ARGUMENT_WORDS * sizeof(uint32_t);

/// All draws of consecutive instances, with the buffers that their vertex stage reads.
struct Batch {
    std::span<const Descriptor> buffers;  // index: binding in set 1
    VkDeviceSize uniformOffset = 0;       // bytes, added to uniform buffer offsets
    gpu::SkinConstants constants{};
    VkBuffer indices = VK_NULL_HANDLE;
    std::span<const Draw> draws;
    std::span<const DrawMaterial> drawMaterials;
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;
    uint32_t vertexCount = 0;
    Lists lists;
};

struct DrawnCrowd {
    VertexStage stage;
    std::span<const Batch> batches;
    VkRect2D scissor{};
};

/// An overlay of lines, or of triangles if lines are too thin. The vertex shader is SOURCE.vert,
/// where SOURCE is VertexStage::source.
struct Lines {
    VertexStage stage;
    std::span<const Batch> batches;
    uint32_t verticesAnInstance = 0;  // two per line, three per triangle
    std::string_view fragmentShader = "lines.frag";
    VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
};

enum class ForwardShadows : uint8_t { none, map, traced };

struct ForwardVariant {
    bool motion = false;
    ForwardShadows shadows = ForwardShadows::none;  // traced: ignored with `motion`
    uint32_t view = SINEW_VIEW_SHADED;
    bool wireframe = false;  // edges over dim surfaces; needs Device::has().wireframe

    auto operator<=>(const ForwardVariant&) const = default;
};

/// One draw of one instance. The frame sorts the draws of blended surfaces by distance.
struct BlendedDraw {
    uint32_t crowd = 0;  // index into the frame's DrawnCrowds
    uint32_t batch = 0;  // index into DrawnCrowd::batches
    uint32_t draw = 0;   // index into Batch::draws
    uint32_t instance = 0;
};

/// Binds the view and the batch's buffers, and pushes the constants.
void bindBatch(Commands& commands, const BindingLayout& layout, VkDescriptorSet view,
               const Batch& batch, const gpu::DrawConstants& draw);
void bindMaterial(VkCommandBuffer commands, const BindingLayout& layout, VkDescriptorSet material);
void bindStreams(VkCommandBuffer commands, const Batch& batch, uint32_t list);
/// Returns the index after the last draw that one API call can record together with draw `first`.
/// Only indirect calls record several draws; all have equal stateOf() (pipeline, material).
template <typename StateOf>
uint32_t endOfRun(const Batch& batch, uint32_t first, const StateOf& stateOf) {
    uint32_t end = first + 1;
    if (!batch.lists || batch.lists.atOnce == 1) return end;
    while (end < batch.draws.size() && stateOf(end) == stateOf(first)) ++end;
    return end;
}
/// Draws Batch::draws in [first, end); `end` is a result of endOfRun(). Returns the number of API
/// calls.
uint32_t drawRun(VkCommandBuffer commands, const Batch& batch, uint32_t list, uint32_t first,
                 uint32_t end);
void drawSingle(VkCommandBuffer commands, const Batch& batch, uint32_t draw, uint32_t instance);
void drawPoints(VkCommandBuffer commands, const Batch& batch);

}  // namespace sinew
