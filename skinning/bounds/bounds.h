// Bounding boxes of posed characters, computed from one box per bind.
#pragma once

#include <limits>
#include <span>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// The largest distance of a vertex from the origin. Squares of lengths stay finite.
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

/// Contains every sum of a point of `a` and a point of `b`.
inline Box sum(const Box& a, const Box& b) {
    return {a.low + b.low, a.high + b.high};
}
inline Box widened(const Box& box, float by) {
    return {box.low - glm::vec3(by), box.high + glm::vec3(by)};
}

/// Contains all vertices in bind space; a point at the origin without vertices.
Box meshBox(const Geometry& geometry);

/// Error of MeshFormat::quantized per side of meshBox(): half a step of 16 bits, and rounding.
inline constexpr double kQuantizedStep = 0.51 / 65535;

/// Contains `box` moved by `matrix`: the centre moves by the matrix, the half sizes by |matrix|.
Box transformed(const Box& box, const gpu::Affine& matrix);

/// Pose-independent bounds of a model. Each bind that moves vertices has the box of these vertices
/// in bind space, valid for every MeshFormat. Each morph target has the box of its deltas.
struct BindBoxes {
    struct Morph {
        uint32_t weight = 0;  // index into Pose::morphWeights
        Box delta;            // contains zero
    };
    struct Entry {
        uint32_t bind = 0;  // index into Model::binds
        Box box;
        uint32_t firstMorph = 0;
        uint32_t morphCount = 0;
    };
    std::vector<Entry> entries;
    std::vector<Morph> morphs;
    float rounding = 0.0f;  // bound of a skinned coordinate's relative error in float
};

/// Computed once per model; O(influences x morph targets that move their vertex). `primitive`: only
/// vertices of its triangles; null: all vertices.
BindBoxes makeBindBoxes(const Model& model, const Primitive* primitive = nullptr);

/// An object-space box around every vertex skinned by `palette` (one entry per bind).
/// `morphWeights` may be negative or above 1. A skinned vertex is a convex combination of its
/// images under its binds' entries, and each image is in its bind's box under that entry. Always
/// finite: coordinates are clamped to kFarthest. A point at the origin without vertices.
Box posedBounds(const BindBoxes& boxes, std::span<const gpu::Affine> palette,
                std::span<const float> morphWeights);

/// The part of posedBounds() for one entry, whose palette entry is `matrix`.
Box posedBox(const BindBoxes& boxes, const BindBoxes::Entry& entry, const gpu::Affine& matrix,
             std::span<const float> morphWeights);

/// The object-space box for placement and lighting: posedBounds() in the rest pose and at 32 times
/// of every clip. Its bottom is the lowest vertex of the rest pose, so a clip that goes below it
/// does not lift the crowd. A unit box for a model without vertices.
Box standingBounds(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
