// Step forward: sky, ground, the crowd and lines over it, into the frame's target; before
// that, if wanted, the crowd's depth alone.
#pragma once

#include <map>

#include "renderer/batch.h"
#include "renderer/commands.h"
#include "renderer/pipeline.h"
#include "renderer/target.h"
#include "shaders/shared/view.h"

namespace sinew {

/// Lines over everything that is drawn. The stage's shader is SOURCE.vert.
struct Lines {
    VertexStage stage;
    std::span<const Batch> batches;
    uint32_t verticesAnInstance = 0;  // two a line
};

/// What the pass is compiled for, beside what it draws (shaders/variant.glsl says why).
struct ForwardVariant {
    bool motion = false;  // velocities are written too
    uint32_t view = SINEW_VIEW_SHADED;
    bool wireframe = false;  // of the crowd its edges alone; needs Device::has().wireframe

    auto operator<=>(const ForwardVariant&) const = default;
};

/// How a frame is drawn.
struct ForwardLook {
    ForwardVariant variant;
    std::span<const Lines> lines;
    std::span<const BlendedDraw> blended;  // in the order in which they are drawn
    bool depthIsThere = false;             // recordDepth wrote it
};

inline constexpr VkFormat kVelocityFormat = VK_FORMAT_R16G16_SFLOAT;

/// Owns the depth buffer, the velocities and, with MSAA, the multisampled images. Move-only.
class ForwardPass {
public:
    /// `samples` as Device::sampleCount gave it.
    static ForwardPass create(const Device& device, const PassLayouts& layouts,
                              VkFormat colorFormat, VkSampleCountFlagBits samples);

    /// Makes the pipelines for crowds of this stage with the draws of `batch`, and for what stands
    /// around them; before record, outside the frame.
    void prepare(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage,
                 const Batch& batch, const ForwardVariant& variant);
    /// The same before recordDepth.
    void prepareDepth(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage,
                      const Batch& batch);
    /// The same for lines.
    void prepareLines(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage,
                      const ForwardVariant& variant);

    /// Makes the attachments for `extent`; what they replace is returned, to be retired.
    struct Attachments {
        Image2D color;  // only with MSAA
        Image2D depth;
    };
    [[nodiscard]] Attachments resize(const Device& device, VkExtent2D extent);
    VkExtent2D extent() const { return attachments_.depth.extent(); }

    /// The same for what motion needs beside them.
    struct VelocityAttachments {
        Image2D multisampled;  // only with MSAA
        Image2D velocities;
    };
    [[nodiscard]] VelocityAttachments resizeVelocities(const Device& device, VkExtent2D extent);
    /// kVelocityFormat: pixels that each surface has moved since the frame before, x right, y down.
    /// Of the last record with motion, which leaves it as a colour attachment.
    const Image2D& velocities() const { return velocityAttachments_.velocities; }

    VkFormat colorFormat() const { return colorFormat_; }
    VkSampleCountFlagBits samples() const { return samples_; }

    /// Transitions for the pass's own attachments; contents are not kept from frame to frame.
    void prepareAttachments(VkCommandBuffer commands, const ForwardVariant& variant) const;

    /// The depth of all that is not blended; afterwards the forward pass shades every sample once.
    /// A barrier stands between the two. Returns draw calls.
    uint32_t recordDepth(Commands& commands, VkDescriptorSet view,
                         std::span<const DrawnCrowd> crowds) const;

    /// The target is a colour attachment, the shadow map is being sampled. Returns draw calls.
    uint32_t record(Commands& commands, const Target& target, VkDescriptorSet view,
                    std::span<const DrawnCrowd> crowds, const ForwardLook& look) const;

private:
    struct Surroundings {
        Pipeline ground, sky;
    };
    enum class Part { depth, opaque };
    struct Key {
        VertexStage stage;
        ForwardVariant variant;
        auto operator<=>(const Key&) const = default;
    };
    /// By SINEW_DRAW_*, those that the part depends on.
    using Pipelines = std::map<uint32_t, Pipeline>;

    StageLayouts& layoutsFor(bool motion) { return motion ? motionLayouts_ : layouts_; }
    const StageLayouts& layoutsFor(bool motion) const { return motion ? motionLayouts_ : layouts_; }
    static uint32_t flagsFor(Part part, const Draw& draw, const DrawMaterial& material);
    Surroundings createSurroundings(const Device& device, const ShaderLibrary& shaders,
                                    bool motion) const;
    Pipeline createPipeline(const Device& device, const ShaderLibrary& shaders, const Key& key,
                            uint32_t flags) const;
    Pipeline createDepthPipeline(const Device& device, const ShaderLibrary& shaders,
                                 const VertexStage& stage, uint32_t flags) const;
    Pipeline createLinePipeline(const Device& device, const ShaderLibrary& shaders,
                                const VertexStage& stage, bool motion) const;
    struct CrowdPipelines {
        const BindingLayout& layout;
        const Pipelines& byFlags;
    };
    uint32_t drawCrowd(Commands& commands, VkDescriptorSet view, const DrawnCrowd& crowd, Part part,
                       const CrowdPipelines& pipelines) const;
    uint32_t drawBlended(Commands& commands, VkDescriptorSet view,
                         std::span<const DrawnCrowd> crowds, const ForwardLook& look) const;
    uint32_t drawLines(Commands& commands, VkDescriptorSet view, const Lines& lines,
                       bool motion) const;
    void drawBackdrop(VkCommandBuffer commands, const Pipeline& pipeline, VkDescriptorSet view,
                      uint32_t vertexCount) const;

    VkFormat colorFormat_ = VK_FORMAT_UNDEFINED;
    VkSampleCountFlagBits samples_ = VK_SAMPLE_COUNT_1_BIT;
    Attachments attachments_;
    VelocityAttachments velocityAttachments_;
    PipelineLayout viewLayout_;  // ground and sky
    StageLayouts layouts_, motionLayouts_;
    StageLayouts lineLayouts_;
    std::map<Key, Pipelines> pipelines_;
    std::map<VertexStage, Pipelines> depthPipelines_;
    std::map<bool, Surroundings> surroundings_;               // by motion
    std::map<std::pair<VertexStage, bool>, Pipeline> lines_;  // by stage and motion
};

}  // namespace sinew
