// How far a joint's vertices are from it: what bounds of poses are made of.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "skinning/animation/bounds.h"

namespace sinew {

/// The largest of each coordinate.
inline glm::dvec3 farthestIn(const Box& box) {
    return glm::max(glm::abs(glm::dvec3(box.low)), glm::abs(glm::dvec3(box.high)));
}

/// No vector gets longer by more than this; 1 of a rotation. The square is at most the trace of the
/// columns' products, and their largest row.
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

/// Images of a box's corners.
inline Corners imagesOf(const Box& box, const glm::dmat3x4& matrix) {
    Corners corners;
    for (size_t i = 0; i < corners.size(); ++i) {
        const glm::dvec4 p(i & 1 ? box.low.x : box.high.x, i & 2 ? box.low.y : box.high.y,
                           i & 4 ? box.low.z : box.high.z, 1);
        corners[i] = p * matrix;
    }
    return corners;
}

/// From a joint to the vertices of a bind: how far they are, and how long morph targets move them.
class Farthest {
public:
    /// `boxes` outlives it.
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

    /// By its number in the boxes, with weights of these magnitudes.
    template <typename WeightOf>
    double of(size_t entry, const WeightOf& weightOf) const {
        return still_[entry] + moved(entry, weightOf);
    }
    /// The same from the origin of bind space, made as long as the inverse bind matrix makes it.
    template <typename WeightOf>
    double ofBindSpace(size_t entry, const WeightOf& weightOf) const {
        return stretch_[entry] * glm::length(farthestIn(boxes_.entries[entry].box)) +
               moved(entry, weightOf);
    }
    /// How much longer its inverse bind matrix makes a vector, at the most.
    double stretch(size_t entry) const { return stretch_[entry]; }
    /// Of that by morph targets.
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
