// Boxes around posed characters, from one box for every joint that moves vertices.
#pragma once

#include <limits>
#include <span>

#include "shaders/shared/types.h"
#include "skinning/model.h"

namespace sinew {

/// How far from the origin a vertex may be: squares of lengths are still finite.
inline constexpr float kFarthest = 1e18f;

struct Box {
    glm::vec3 low{0.0f};
    glm::vec3 high{0.0f};

    /// Empty at first; grows by points.
    static Box nothing() {
        constexpr float kInfinity = std::numeric_limits<float>::infinity();
        return {glm::vec3(kInfinity), glm::vec3(-kInfinity)};
    }
    glm::vec3 center() const { return 0.5f * (low + high); }
    float radius() const { return 0.5f * glm::length(high - low); }
    /// A coordinate that is not a number is left out.
    void include(const glm::vec3& point) { include(Box{point, point}); }
    void include(const Box& other) {
        low = glm::min(low, other.low);
        high = glm::max(high, other.high);
    }
};

/// Holds every sum of a point of one and a point of the other.
inline Box sum(const Box& a, const Box& b) {
    return {a.low + b.low, a.high + b.high};
}
/// By a length on every side.
inline Box widened(const Box& box, float by) {
    return {box.low - glm::vec3(by), box.high + glm::vec3(by)};
}

/// Around all vertices in bind space; at the origin where there are none.
Box meshBox(const Geometry& geometry);

/// How far MeshFormat::quantized may move a vertex, in sides of meshBox(): half a step of 16 bits,
/// and what floats round where it is unpacked.
inline constexpr double kQuantizedStep = 0.51 / 65535;

/// The box around `box` moved by `matrix`: the centre moves, the half sizes by |matrix|.
Box transformed(const Box& box, const gpu::Affine& matrix);

/// What bounds a model in any pose: for every bind that moves vertices the bind-space box of those
/// vertices, however MeshFormat stores them, and of what each morph target adds to them.
struct BindBoxes {
    struct Morph {
        uint32_t weight = 0;  // index into Pose::morphWeights
        Box delta;            // holds zero
    };
    struct Entry {
        uint32_t bind = 0;  // index into Model::binds
        Box box;
        uint32_t firstMorph = 0;  // into `morphs`
        uint32_t morphCount = 0;
    };
    std::vector<Entry> entries;
    std::vector<Morph> morphs;
    float rounding = 0.0f;  // bound of a skinned coordinate's relative error in float
};

/// Once a model; O(influences x morph targets that move their vertex). `primitive`: bounds the
/// vertices of its triangles alone; null: all vertices.
BindBoxes makeBindBoxes(const Model& model, const Primitive* primitive = nullptr);

/// An object-space box that contains every vertex skinned by `palette` (one entry a bind) with
/// `morphWeights`, which may be negative or above 1. A skinned vertex is the sum of its images
/// under the palette entries of its binds, with weights that are positive and sum to 1. Each image
/// lies in its bind's box under that entry; a box is convex, so that the box around all of them
/// contains every such sum. Finite for every palette; vertices farther than kFarthest are left out.
/// An empty box at the origin for a model of no vertices.
Box posedBounds(const BindBoxes& boxes, std::span<const gpu::Affine> palette,
                std::span<const float> morphWeights);

/// The part of posedBounds that is of one entry, whose palette entry is `matrix`.
Box posedBox(const BindBoxes& boxes, const BindBoxes::Entry& entry, const gpu::Affine& matrix,
             std::span<const float> morphWeights);

/// The object-space box by which a character is placed and lit: posedBounds in the rest pose and at
/// 32 times of every clip. Its bottom is the lowest vertex of the rest pose, whatever a clip does,
/// so that a clip that goes below it does not lift the whole crowd. A unit box for a model of no
/// vertices.
Box standingBounds(const Model& model, const BindBoxes& boxes);

}  // namespace sinew
