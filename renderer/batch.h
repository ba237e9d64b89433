// What a pass draws: batches of instances, and the vertex stage that gets their vertices. Passes
// know neither where vertices come from nor what a stage's constants mean.
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
#include "shaders/shared/variant.h"
#include "shaders/shared/view.h"

namespace sinew {

class Commands;
struct BindingLayout;

/// The specialization constants of a vertex stage that are its own, by constant_id. Those of the
/// draw follow (shaders/variant.glsl).
using StageConstants = std::array<uint32_t, SINEW_CONSTANT_STAGE_COUNT>;

/// Where a pass's vertices come from. Passes compile their vertex shader once for each that they
/// are asked to draw.
struct VertexStage {
    std::string_view source;  // in the shader's name: PASS.SOURCE.vert; see shaders/variants.txt
    StageConstants constants{};
    bool listed = false;  // its batches have visible lists, whose entries are its attribute

    auto operator<=>(const VertexStage&) const = default;
};

/// The specialization constants behind the stage's own: of what is drawn.
struct DrawVariant {
    uint32_t flags = 0;  // SINEW_DRAW_*
    uint32_t view = SINEW_VIEW_SHADED;
};

/// All of them. A stage takes what it declares.
struct StageVariant {
    StageConstants stage{};
    DrawVariant draw;
};
static_assert(sizeof(StageVariant) == SINEW_CONSTANT_COUNT * sizeof(uint32_t));

/// "PASS.SOURCE.vert"; without a pass, "SOURCE.vert".
std::string shaderNameOf(std::string_view pass, const VertexStage& stage);
/// The attribute of a stage: an entry of a visible list for each instance. A stage without lists
/// has a stride of 0, so that any buffer of 4 bytes can be bound.
const VkPipelineVertexInputStateCreateInfo* vertexInputOf(const VertexStage& stage);

/// Valid while `variant` lives.
VkSpecializationInfo specializationOf(const StageVariant& variant);
VkSpecializationInfo specializationOf(const StageConstants& constants);

/// Descriptor set layouts of the passes: set 0 is the view, set 2 a material. Set 1 has the buffers
/// of a batch.
struct PassLayouts {
    SetLayout view;      // uniform buffer ViewConstants, shadow map
    SetLayout material;  // uniform buffer MaterialConstants, SINEW_TEXTURE_COUNT textures

    static PassLayouts create(const Device& device);
};

/// The pipeline layouts of a pass, one for each vertex source. Move-only.
class StageLayouts {
public:
    /// `shaders`: the parts before SOURCE in the names of the pass's vertex shaders; literals.
    /// `material`: set 2; null: none.
    StageLayouts();
    StageLayouts(std::vector<std::string_view> shaders, VkDescriptorSetLayout view,
                 VkDescriptorSetLayout material);
    StageLayouts(StageLayouts&&) noexcept;
    StageLayouts& operator=(StageLayouts&&) noexcept;
    ~StageLayouts();

    /// Creates the layout if it does not exist: all bindings that the pass's shaders of this source
    /// declare.
    VkPipelineLayout prepare(const Device& device, const ShaderLibrary& library,
                             const VertexStage& stage);
    const BindingLayout& of(const VertexStage& stage) const;

private:
    std::vector<std::string_view> shaders_;
    VkDescriptorSetLayout view_ = VK_NULL_HANDLE;
    VkDescriptorSetLayout material_ = VK_NULL_HANDLE;
    std::map<std::string_view, BindingLayout> layouts_;  // by source
};

/// How a surface looks.
struct DrawMaterial {
    VkDescriptorSet set = VK_NULL_HANDLE;
    uint32_t flags = 0;  // SINEW_DRAW_*
    bool masked = false;
    bool blended = false;
    bool doubleSided = false;
};

/// The winding of front faces. `changing`: it differs between triangles or between frames,
/// so the fragment stage finds back faces by the normal.
enum class Winding : uint8_t { counterClockwise, clockwise, changing };

/// A range of the index buffer, drawn once for every instance of the batch.
struct Draw {
    uint32_t firstIndex = 0;
    uint32_t indexCount = 0;
    uint32_t material = 0;  // index into Batch::drawMaterials
    uint32_t flags = 0;     // SINEW_DRAW_*, beyond the material's
    Winding winding = Winding::counterClockwise;
};

/// The triangles that the hardware culls. VkFrontFace stays counter-clockwise.
inline VkCullModeFlags cullModeOf(const Draw& draw, const DrawMaterial& material) {
    if (material.doubleSided || draw.winding == Winding::changing) return VK_CULL_MODE_NONE;
    return draw.winding == Winding::clockwise ? VK_CULL_MODE_FRONT_BIT : VK_CULL_MODE_BACK_BIT;
}

/// The fragment stage drops backs, because the hardware cannot know them.
inline bool dropsBacks(const Draw& draw, const DrawMaterial& material) {
    return draw.winding == Winding::changing && !material.doubleSided;
}

/// Its depth is known without a fragment stage, and nothing is read of the material.
inline bool isWhole(const Draw& draw, const DrawMaterial& material) {
    return !material.masked && !material.blended && !dropsBacks(draw, material);
}

/// The bits of SINEW_DRAW_* that say where a masked or blended surface casts no shadow.
inline constexpr uint32_t kHoleFlags =
    SINEW_DRAW_MASK | SINEW_DRAW_BLEND | SINEW_DRAW_COLORS | (1u << SINEW_TEXTURE_BASE_COLOR);

/// SINEW_DRAW_* of a draw with its material.
inline uint32_t flagsOf(const Draw& draw, const DrawMaterial& material) {
    return draw.flags | material.flags | (dropsBacks(draw, material) ? SINEW_DRAW_CULL : 0) |
           (draw.winding == Winding::clockwise ? SINEW_DRAW_MIRRORED : 0) |
           (draw.winding == Winding::changing ? SINEW_DRAW_CHANGING : 0);
}

/// What push constants look like in every pass that draws batches.
struct BatchConstants {
    gpu::SkinConstants stage;
    gpu::DrawConstants draw;
};
static_assert(sizeof(BatchConstants) <= 128, "what every Vulkan device offers");

/// The instances that the GPU found for one pass.
struct InstanceList {
    VkDeviceSize firstNumber = 0;    // bytes into Lists::numbers
    VkDeviceSize firstArgument = 0;  // bytes into Lists::arguments: of the first draw
};

/// Where a batch's draws have their arguments in a buffer: that, and of a culled crowd the lists of
/// instances that the GPU chose.
struct Lists {
    VkBuffer numbers = VK_NULL_HANDLE;    // of instances; null: all are drawn
    VkBuffer arguments = VK_NULL_HANDLE;  // of draws, kArgumentBytes apart; null: they are recorded
    std::array<InstanceList, SINEW_LIST_COUNT> of;  // by SINEW_LIST_*; the first has points
    uint32_t levels = 1;                            // arguments of a draw, one after the other
    uint32_t atOnce = 1;                            // arguments that one call may take
    // Bytes into `arguments`: the draws of each instance on its own, instance-major, if some are
    // blended.
    VkDeviceSize firstSingle = 0;

    explicit operator bool() const { return arguments != VK_NULL_HANDLE; }
};
inline constexpr uint32_t kArgumentBytes = SINEW_ARGUMENT_WORDS * sizeof(uint32_t);

/// All draws of a run of instances, with the buffers and constants that its vertex stage reads.
struct Batch {
    std::span<const Descriptor> buffers;  // by binding of set 1
    VkDeviceSize uniformOffset = 0;       // bytes, added to the offsets of uniform buffers
    gpu::SkinConstants constants{};
    VkBuffer indices = VK_NULL_HANDLE;  // 32 bit
    std::span<const Draw> draws;
    std::span<const DrawMaterial> drawMaterials;
    uint32_t firstInstance = 0;
    uint32_t instanceCount = 0;
    uint32_t vertexCount = 0;
    Lists lists;
};

/// What a crowd is drawn with, and in which part of the camera's target.
struct DrawnCrowd {
    VertexStage stage;
    std::span<const Batch> batches;
    VkRect2D scissor{};
};

/// One draw of one instance. The frame sorts the draws of blended surfaces by distance.
struct BlendedDraw {
    uint32_t crowd = 0;     // index into the drawn crowds
    uint32_t batch = 0;     // index into DrawnCrowd::batches
    uint32_t draw = 0;      // index into Batch::draws
    uint32_t instance = 0;  // index in the crowd
};

/// Binds the view and the batch's buffers, and pushes the constants of the batch and of a draw.
void bindBatch(Commands& commands, const BindingLayout& layout, VkDescriptorSet view,
               const Batch& batch, const gpu::DrawConstants& draw);
void bindMaterial(VkCommandBuffer commands, const BindingLayout& layout, VkDescriptorSet material);
/// Binds indices, and the list of the pass where there are lists: the `list`-th of Lists::of.
void bindStreams(VkCommandBuffer commands, const Batch& batch, uint32_t list);
/// Returns the end of the run of draws from `first` that one call can draw: with indirect
/// arguments, all consecutive draws with the same `stateOf` (pipeline, material), else one draw.
template <typename StateOf>
uint32_t endOfRun(const Batch& batch, uint32_t first, const StateOf& stateOf) {
    uint32_t end = first + 1;
    if (!batch.lists || batch.lists.atOnce == 1) return end;
    while (end < batch.draws.size() && stateOf(end) == stateOf(first)) ++end;
    return end;
}
/// Batch::draws from `first` to `end`, which one call can draw. Returns how many calls there were.
uint32_t drawRun(VkCommandBuffer commands, const Batch& batch, uint32_t list, uint32_t first,
                 uint32_t end);
/// One draw of one instance.
void drawSingle(VkCommandBuffer commands, const Batch& batch, uint32_t draw, uint32_t instance);
/// All vertices as points.
void drawPoints(VkCommandBuffer commands, const Batch& batch);

}  // namespace sinew
