// A crowd in one pose whose palettes are made: what every skinning kernel is measured on.
#pragma once

#include <memory>

#include "skinning/cpu/reference.h"
#include "skinning/gpu/capture.h"

namespace sinew {

/// `model` without morph targets, materials and images, which no kernel here reads.
Model skinOnly(const Model& model);

/// Instances staggered over a clip as Crowd poses them, and the frame's own passes to skin them
/// with. Not movable: crowds refer to the scene.
class PosedCrowd {
public:
    /// Method compute, the same with compact vertices, one that has palettes of 4x4 matrices and no
    /// vertices, and compact vertices of a quantized mesh.
    enum class Way : uint8_t { full, compact, matrices, quantized };
    static SkinChoice choiceOf(Way way);
    /// What the model needs and the way lacks; empty: nothing.
    static std::string missing(Way way, const Model& model);

    /// `model` as skinOnly() leaves it; `clip` may be kRestPose. Poses, makes all palettes, and
    /// waits. Throws as SkinnedCrowd::create does.
    PosedCrowd(const Device& device, const ShaderLibrary& shaders,
               std::shared_ptr<const Model> model, uint32_t clip, uint32_t instances);

    const Model& model() const { return *model_; }
    uint32_t instances() const { return static_cast<uint32_t>(boxes_.size()); }
    /// `group`: index among the groups of instances.
    const SkinnedCrowd& crowd(Way way, size_t group = 0) const {
        return groups_[group].crowds[static_cast<size_t>(way)];
    }
    const Buffer& palettesOf(Way way, size_t group) const;
    /// Entries from one instance's palette to the next's.
    uint32_t paletteStride(Way way) const;
    /// Instances of each group.
    std::vector<uint32_t> groupInstances() const;

    /// The skin step alone, by the pass that the frame records. Returns dispatches. Not of
    /// Way::matrices.
    uint32_t recordSkin(Commands& commands, Way way) const;
    /// One instance of its result.
    CapturedVertices read(const Device& device, Way way, uint32_t instance) const;

    ReferencePose referencePose(uint32_t instance) const;
    /// In which compact positions are stored, object space.
    const Box& box(uint32_t instance) const { return boxes_[instance]; }

private:
    void makePalettes(const Device& device, const ShaderLibrary& shaders);

    std::shared_ptr<const Model> model_;
    std::vector<PoseRequest> requests_;
    PassLayouts layouts_;
    std::shared_ptr<Scene> scene_;
    Kernels kernels_;
    std::vector<CrowdGroup> groups_;  // each with a crowd for each way
    std::vector<Box> boxes_;
};

/// Bytes of all ways together.
uint64_t posedCrowdBytes(const Device& device, const Model& model, uint32_t instances);

}  // namespace sinew
