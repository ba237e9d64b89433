// A crowd in one pose with its palettes: the input of every measured skinning kernel.
#pragma once

#include <memory>

#include "skinning/gpu/verify/capture.h"
#include "skinning/reference/reference.h"

namespace sinew {

/// Copies `model` without morph targets, materials and images, which no kernel here reads.
Model skinOnly(const Model& model);

/// Instances staggered over a clip, with the frame's own passes. Not movable: crowds refer to the
/// scene.
class PosedCrowd {
public:
    /// Method compute; with compact vertices; only palettes, as 4x4 matrices; with compact vertices
    /// and a quantized mesh.
    enum class Variant : uint8_t { full, compact, matrices, quantized };
    static SkinChoice choiceOf(Variant variant);
    /// Reason why the model cannot be skinned; empty if it can.
    static std::string missing(Variant variant, const Model& model);

    /// Poses and waits. `model`: result of skinOnly(). Throws as SkinnedCrowd::create does.
    PosedCrowd(const Device& device, const ShaderLibrary& shaders,
               std::shared_ptr<const Model> model, uint32_t clip, uint32_t instances);

    const Model& model() const { return *model_; }
    uint32_t instances() const { return static_cast<uint32_t>(boxes_.size()); }
    const SkinnedCrowd& crowd(Variant variant, size_t group = 0) const {
        return groups_[group].crowds[static_cast<size_t>(variant)];
    }
    const Buffer& palettesOf(Variant variant, size_t group) const;
    /// Palette entries from one instance to the next.
    uint32_t paletteStride(Variant variant) const;
    std::vector<uint32_t> groupInstances() const;

    /// Returns the number of dispatches. Not for Way::matrices.
    uint32_t recordSkin(Commands& commands, Variant variant) const;
    CapturedVertices read(const Device& device, Variant variant, uint32_t instance) const;

    ReferencePose referencePose(uint32_t instance) const;
    /// The box that compact positions are relative to, object space.
    const Box& box(uint32_t instance) const { return boxes_[instance]; }

private:
    void makePalettes(const Device& device, const ShaderLibrary& shaders);

    std::shared_ptr<const Model> model_;
    std::vector<PoseRequest> requests_;
    PassLayouts layouts_;
    std::shared_ptr<Scene> scene_;
    Kernels kernels_;
    std::vector<CrowdGroup> groups_;  // each has one crowd per Way
    std::vector<Box> boxes_;
};

uint64_t posedCrowdBytes(const Device& device, const Model& model, uint32_t instances);

}  // namespace sinew
