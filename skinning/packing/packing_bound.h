// Computes tolerances of packed tracks, and bounds of the resulting vertex error.
#pragma once

#include <vector>

#include "skinning/bounds/bounds.h"
#include "skinning/bounds/farthest.h"
#include "skinning/bounds/range.h"
#include "skinning/packing/packed_track.h"

namespace sinew::packing {

/// Computes how far errors of local transforms move vertices, and which errors are tolerable.
class Reaches {
public:
    /// `size`: the model's size, to which tolerances are proportional. `model` and `bindBoxes` must
    /// outlive this object.
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
    /// Returns a bound of the vertex error. For a joint, M = P L with the parent's matrix P, the
    /// local transform L, its translation t, and errors dP, dL and dt. The linear part of M
    /// deviates by at most |P| |dL| + |dP| |L|. The translation of M deviates by at most that of P
    /// plus |dP| |t| + |P| |dt|. A quaternion error of chord c changes the rotation matrix by at
    /// most 2 c.
    double boundOf(const Errors& errors) const;
    /// Returns a bound for every request, with the errors of all clips. A blend of two rotations
    /// multiplies the larger error by sqrt(2), and a layer does so again. An additive clip adds the
    /// errors of two of its poses, twice in a blend.
    double layeredBoundOf(const std::vector<Errors>& clips) const;

private:
    /// As boundOf(errors), for poses whose local joint transforms are at most `locals` and whose
    /// morph weights are at most `weights`.
    double boundOf(const Errors& errors, const std::vector<LargestLocal>& locals,
                   const std::vector<double>& weights) const;

    const Model& model_;
    std::vector<LargestLocal> locals_;
    std::vector<double> largestWeights_;
    const BindBoxes& boxes_;
    Farthest farthest_;
    std::vector<double> stretch_;  // by joint: product of the largest scales of its ancestors
    std::vector<double> move_, turn_, scale_;
    double weight_ = 0;
};

}  // namespace sinew::packing
