// Renders ground, crowds, sky, blended surfaces, edges and lines into the frame's target,
// optionally after a depth prepass of the crowds.
#pragma once

#include <map>

#include "renderer/passes/batch.h"
#include "renderer/passes/target.h"
#include "renderer/pipeline.h"

namespace sinew {

struct ForwardLook {
    ForwardVariant variant;
    std::span<const Lines> lines;
    std::span<const BlendedDraw> blended;  // in drawing order
    bool depthIsThere = false;             // recordDepth() wrote the depth buffer
};

inline constexpr VkFormat kVelocityFormat = VK_FORMAT_R16G16_SFLOAT;

/// Owns the images for depth, velocity and MSAA. Move-only.
class ForwardPass {
public:
    /// `samples` is a result of Device::sampleCount().
    static ForwardPass create(const Device& device, const PassLayouts& layouts,
                              VkFormat colorFormat, VkSampleCountFlagBits samples);

    /// Creates the pipelines for the draws of `batch`, for ground and for sky. Call it before
    /// record(), not while a frame is recorded.
    void prepare(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage,
                 const Batch& batch, const ForwardVariant& variant);
    void prepareDepth(const Device& device, const ShaderLibrary& shaders, const VertexStage& stage,
                      const Batch& batch);
    void prepareLines(const Device& device, const ShaderLibrary& shaders, const Lines& lines,
                      const ForwardVariant& variant);

    /// resize() creates attachments of the size `extent` and returns the previous ones. The caller
    /// retires them (FrameRing::retire()).
    struct Attachments {
        Image2D color;  // only with MSAA
        Image2D depth;
    };
    [[nodiscard]] Attachments resize(const Device& device, VkExtent2D extent);
    VkExtent2D extent() const { return attachments_.depth.extent(); }

    struct VelocityAttachments {
        Image2D multisampled;  // only with MSAA
        Image2D velocities;
    };
    [[nodiscard]] VelocityAttachments resizeVelocities(const Device& device, VkExtent2D extent);
    /// Returns the screen motion since the previous frame, in pixels, x right, y down
    /// (kVelocityFormat). Valid after a record() with motion, which leaves the image in the colour
    /// attachment layout.
    const Image2D& velocities() const { return velocityAttachments_.velocities; }

    VkFormat colorFormat() const { return colorFormat_; }
    VkSampleCountFlagBits samples() const { return samples_; }

    void prepareAttachments(VkCommandBuffer commands, const ForwardVariant& variant) const;

    /// Writes the depth of opaque surfaces, so that record() shades each sample once. The caller
    /// records a barrier between recordDepth() and record(). Returns the number of draw calls.
    uint32_t recordDepth(Commands& commands, VkDescriptorSet view,
                         std::span<const DrawnCrowd> crowds) const;

    /// `target` must be in the colour attachment layout, and the shadow map ready to be sampled.
    /// Returns the number of draw calls.
    uint32_t record(Commands& commands, const Target& target, VkDescriptorSet view,
                    std::span<const DrawnCrowd> crowds, const ForwardLook& look) const;

private:
    struct Surroundings {
        Pipeline ground, sky;
    };
    enum class Part { depth, opaque, edges };
    struct Key {
        VertexStage stage;
        ForwardVariant variant;
        auto operator<=>(const Key&) const = default;
    };
    /// The key is a result of flagsFor(). Flags of Part::edges include SINEW_DRAW_EDGES, so one map
    /// can have pipelines of several parts.
    using Pipelines = std::map<uint32_t, Pipeline>;

    StageLayouts& layoutsFor(bool motion) { return motion ? motionLayouts_ : layouts_; }
    const StageLayouts& layoutsFor(bool motion) const { return motion ? motionLayouts_ : layouts_; }
    static uint32_t flagsFor(Part part, const Draw& draw, const DrawMaterial& material);
    Surroundings createSurroundings(const Device& device, const ShaderLibrary& shaders, bool motion,
                                    ForwardShadows shadows) const;
    Pipeline createPipeline(const Device& device, const ShaderLibrary& shaders, const Key& key,
                            uint32_t flags) const;
    Pipeline createDepthPipeline(const Device& device, const ShaderLibrary& shaders,
                                 const VertexStage& stage, uint32_t flags) const;
    Pipeline createLinePipeline(const Device& device, const ShaderLibrary& shaders,
                                const Lines& lines, bool motion) const;
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
    PipelineLayout viewLayout_;  // for ground and sky
    StageLayouts layouts_, motionLayouts_;
    StageLayouts lineLayouts_;
    std::map<Key, Pipelines> pipelines_;
    std::map<VertexStage, Pipelines> depthPipelines_;
    std::map<std::pair<bool, ForwardShadows>, Surroundings> surroundings_;  // key: motion, shadows
    std::map<std::pair<VertexStage, bool>, Pipeline> lines_;                // key: stage, motion
};

}  // namespace sinew
