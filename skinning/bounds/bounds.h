// Bounding boxes of posed characters, computed from one box per bind.
#pragma once

#include <limits>
#include <span>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// Limit of a vertex's distance from the origin. It keeps squares of lengths finite.
inline constexpr float kFarthest = 1e18f;

struct Box {
    glm::vec3 low{0.0f};
    glm::vec3 high{0.0f};

    static Box nothing() {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        return {glm::vec3(kInfinity), glm::vec3(-kInfinity)};
    }
    glm::vec3 center() const { return 0.5f * (low + high); }
    float radius() const { return 0.5f * glm::length(high - low); }
    /// Ignores coordinates that are not a number.
    void include(const glm::vec3& point) { include(Box{point, point}); }
    void include(const Box& other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
};

/// Returns the box of all sums of a point of `a` and a point of `b`.
inline Box sum(const Box& a, const Box& b) {
    return {a.low + b.low, a.high + b.high};
}
inline Box widened(const Box& box, float by) {
    return {box.low - glm::vec3(by), box.high + glm::vec3(by)};
}

/// Returns the bind-space box of all vertices. A mesh without vertices has a point at the origin.
Box meshBox(const Geometry& geometry);

/// Error of a MeshFormat::quantized coordinate, relative to the side of meshBox(): half a step of
/// 16 bits, and rounding.
inline constexpr double kQuantizedStep = 0.51 / 65535;

/// Returns the bounding box of `box` after the transform by `matrix`.
Box transformed(const Box& box, const gpu::Affine& matrix);

/// Bounds of a model that do not depend on the pose. Each bind that influences vertices has the box
/// of these vertices in bind space, valid for every MeshFormat. For each bind, each morph target
/// that moves such vertices has the box of its deltas.
struct BindBoxes {
    struct Morph {
        uint32_t weight = 0;  // index into Pose::morphWeights
        Box delta;            // box of the deltas and zero
    };
    struct Entry {
        uint32_t bind = 0;  // index into Model::binds
        Box box;
        uint32_t firstMorph = 0;
        uint32_t morphCount = 0;
    };
    std::vector<Entry> entries;
    std::vector<Morph> morphs;
    float rounding = 0.0f;  // bound of the relative float error of a skinned coordinate
};

/// Computes the boxes, once per model. If `primitive` is not null, the boxes contain only its
/// vertices.
BindBoxes makeBindBoxes(const Model& model, const Primitive* primitive = nullptr);

/// Returns an object-space box that contains every vertex skinned by `palette` (one entry per
/// bind). A skinned vertex is a convex combination of its images under the palette entries of its
/// binds, and each image is in the transformed box of its bind. `morphWeights` may be negative or
/// above 1. The box is always finite: coordinates are clamped to kFarthest. Without vertices it is
/// a point at the origin.
Box posedBounds(const BindBoxes& boxes, std::span<const gpu::Affine> palette,
                std::span<const float> morphWeights);

/// Returns the box of one bind's vertices for posedBounds(). `matrix` is the bind's palette entry.
Box posedBox(const BindBoxes& boxes, const BindBoxes::Entry& entry, const gpu::Affine& matrix,
             std::span<const float> morphWeights);

/// Returns the object-space box for placement and lighting: posedBounds() in the rest pose and at
/// 32 times of every clip. Its bottom is the lowest vertex of the rest pose, so a clip with lower
/// vertices does not lift the crowd. A model without vertices has a unit box.
Box standingBounds(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
