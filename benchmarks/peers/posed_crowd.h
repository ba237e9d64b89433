// A posed crowd with its palettes: the input of every measured skinning kernel.
#pragma once

#include <memory>

#include "skinning/gpu/verify/capture.h"
#include "skinning/reference/reference.h"

namespace sinew {

/// Returns a copy of `model` without morph targets, materials and images, which the measured
/// kernels do not read.
Model skinOnly(const Model& model);

/// Instances at different times of one clip, and the passes that a frame uses to skin them. Not
/// movable, because crowds refer to the scene.
class PosedCrowd {
public:
    /// full: method compute; compact: with compact vertices; matrices: only palettes, as 4x4
    /// matrices; quantized: with compact vertices and a quantized mesh.
    enum class Variant : uint8_t { full, compact, matrices, quantized };
    static SkinChoice choiceOf(Variant variant);
    /// Returns the reason why the model cannot be skinned; empty if it can.
    static std::string missing(Variant variant, const Model& model);

    /// Poses the crowd and waits for the GPU. `model` is a result of skinOnly(). Throws as
    /// SkinnedCrowd::create does.
    PosedCrowd(const Device& device, const ShaderLibrary& shaders,
               std::shared_ptr<const Model> model, uint32_t clip, uint32_t instances);

    const Model& model() const { return *model_; }
    uint32_t instances() const { return static_cast<uint32_t>(boxes_.size()); }
    const SkinnedCrowd& crowd(Variant variant, size_t group = 0) const {
        return groups_[group].crowds[static_cast<size_t>(variant)];
    }
    const Buffer& palettesOf(Variant variant, size_t group) const;
    /// Returns the number of palette entries from one instance to the next.
    uint32_t paletteStride(Variant variant) const;
    std::vector<uint32_t> groupInstances() const;

    /// Records the skin step. Returns the number of dispatches. Variant::matrices has no skin step.
    uint32_t recordSkin(Commands& commands, Variant variant) const;
    CapturedVertices read(const Device& device, Variant variant, uint32_t instance) const;

    ReferencePose referencePose(uint32_t instance) const;
    /// Returns the box that compact positions are relative to, in object space.
    const Box& box(uint32_t instance) const { return boxes_[instance]; }

private:
    void makePalettes(const Device& device, const ShaderLibrary& shaders);

    std::shared_ptr<const Model> model_;
    std::vector<PoseRequest> requests_;
    PassLayouts layouts_;
    std::shared_ptr<Scene> scene_;
    Kernels kernels_;
    // Each group has one crowd per Variant.
    std::vector<CrowdGroup> groups_;
    std::vector<Box> boxes_;
};

uint64_t posedCrowdBytes(const Device& device, const Model& model, uint32_t instances);

}  // namespace sinew
