// The largest distance of a bind's vertices from the bind's joint, for bounds of poses.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "skinning/bounds/bounds.h"

namespace sinew {

/// Returns the largest magnitude of each coordinate in a box.
inline glm::dvec3 farthestIn(const Box& box) {
    return glm::max(glm::abs(glm::dvec3(box.low)), glm::abs(glm::dvec3(box.high)));
}

/// Returns a bound of the spectral norm; 1 for a rotation. The square of the norm is at most the
/// trace of m^T m, and at most the largest sum of magnitudes in a row of m^T m.
inline double stretchOf(const glm::dmat3& m) {
    const glm::dmat3 products = glm::transpose(m) * m;
    double row = 0, trace = 0;
    for (int c = 0; c < 3; ++c) {
        const glm::dvec3 sizes = glm::abs(products[c]);
        row = std::max(row, sizes.x + sizes.y + sizes.z);
        trace += products[c][c];
    }
    return std::sqrt(std::min(row, trace));
}

using Corners = std::array<glm::dvec3, 8>;

inline Corners imagesOf(const Box& box, const glm::dmat3x4& matrix) {
    Corners corners;
    for (size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec4 p(i & 1 ? box.low.x : box.high.x, i & 2 ? box.low.y : box.high.y,
                           i & 4 ? box.low.z : box.high.z, 1);
        corners[i] = p * matrix;
    }
    return corners;
}

/// Has two upper bounds for each bind: how far its vertices are from its joint, and how far morph
/// targets move them.
class Farthest {
public:
    /// `boxes` must outlive this object.
    Farthest(const Model& model, const BindBoxes& boxes) : boxes_(boxes) {
        for (const BindBoxes::Entry& entry : boxes.entries) {
            const glm::dmat4 jointFromBind(model.binds[entry.bind].jointFromBind);
            const glm::dmat3x4 rows(glm::transpose(jointFromBind));
            double farthest = 0;
            for (const glm::dvec3& p : imagesOf(entry.box, rows)) {
                farthest = std::max(farthest, glm::length(p));
            }
            still_.push_back(farthest);
            stretch_.push_back(stretchOf(glm::dmat3(jointFromBind)));
        }
    }

    /// Returns how far the vertices of an entry (BindBoxes::entries) can be from the joint of its
    /// bind. `weightOf` returns the magnitude of a morph weight.
    template <typename WeightOf>
    double of(size_t entry, const WeightOf& weightOf) const {
        return still_[entry] + moved(entry, weightOf);
    }
    /// Returns how far these vertices can be from the origin of bind space, times the stretch of
    /// the inverse bind matrix.
    template <typename WeightOf>
    double ofBindSpace(size_t entry, const WeightOf& weightOf) const {
        return stretch_[entry] * glm::length(farthestIn(boxes_.entries[entry].box)) +
               moved(entry, weightOf);
    }
    double stretch(size_t entry) const { return stretch_[entry]; }
    /// Returns how much morph targets add to of().
    template <typename WeightOf>
    double moved(size_t entry, const WeightOf& weightOf) const {
        const BindBoxes::Entry& e = boxes_.entries[entry];
        double length = 0;
        for (uint32_t m = e.firstMorph; m < e.firstMorph + e.morphCount; ++m) {
            const BindBoxes::Morph& morph = boxes_.morphs[m];
            length += weightOf(morph.weight) * glm::length(farthestIn(morph.delta));
        }
        return length * stretch_[entry];
    }

private:
    const BindBoxes& boxes_;
    std::vector<double> still_, stretch_;  // by entry
};

}  // namespace sinew
