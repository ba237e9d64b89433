// Tolerances of packed tracks, and bounds of the resulting vertex error.
#pragma once

#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/bounds/farthest.h"
#include "skinning/bounds/range.h"
#include "skinning/packing/packed_track.h"

namespace sinew::packing {

/// Propagates errors of local transforms to vertices.
class Reaches {
public:
    /// `size`: of the model; scales the tolerances. `model` and `bindBoxes` outlive this object.
    Reaches(const Model& model, const BindBoxes& bindBoxes, double size);

    double toleranceOf(const Track& track) const;

    struct Errors {
        explicit Errors(const Model& model)
            : joints(model.skeleton.size()), weights(model.restMorphWeights.size()) {}
        struct Joint {
            double translation = 0, turn = 0, scale = 0;
        };
        std::vector<Joint> joints;
        std::vector<double> weights;
    };
    /// Bound of the vertex error. For a matrix M = [A t] with parent P and local L, the linear part
    /// deviates by |P| |dL| + |dP| |L|. The translation deviates by that of P and by |dP| |t| + |P|
    /// |dt|. A quaternion error of chord c deviates a rotation by at most 2 c.
    double boundOf(const Errors& errors) const;
    /// Bound for every request, with the errors of all clips. Blending two rotations multiplies the
    /// larger error by sqrt(2), a layer does so again. An additive clip adds the errors of two of
    /// its poses, twice in a blend.
    double layeredBoundOf(const std::vector<Errors>& clips) const;

private:
    /// For joints and morph weights of at most these magnitudes.
    double boundOf(const Errors& errors, const std::vector<LargestLocal>& locals,
                   const std::vector<double>& weights) const;

    const Model& model_;
    std::vector<LargestLocal> locals_;
    std::vector<double> largestWeights_;
    const BindBoxes& boxes_;
    Farthest farthest_;
    std::vector<double> stretch_;  // by joint: product of its ancestors' largest scales
    std::vector<double> move_, turn_, scale_;
    double weight_ = 0;
};

}  // namespace sinew::packing
