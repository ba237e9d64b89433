// How far errors of joints and morph weights move vertices, and how large they may be.
#pragma once

#include <vector>

#include "skinning/animation/bounds.h"
#include "skinning/animation/farthest.h"
#include "skinning/animation/packed_track.h"
#include "skinning/animation/range.h"

namespace sinew::packing {

/// What errors of a joint's local transform do to vertices.
class Reaches {
public:
    /// `size`: of the model; tolerances follow it. All outlive the reaches.
    Reaches(const Model& model, const BindBoxes& bindBoxes, double size);

    /// What the track may be off.
    double toleranceOf(const Track& track) const;

    /// Errors of one clip.
    struct Errors {
        explicit Errors(const Model& model)
            : joints(model.skeleton.size()), weights(model.restMorphWeights.size()) {}
        struct Joint {
            double translation = 0, turn = 0, scale = 0;
        };
        std::vector<Joint> joints;
        std::vector<double> weights;
    };
    /// No vertex is farther off. Of a matrix M = [A t] with parent P, made from a local one that is
    /// off, the linear part is off by |P| |dL| + |dP| |L|, and the translation by that of P and by
    /// |dP| |t| + |P| |dt|. A rotation that is off by a chord c of its quaternion is off by at most
    /// 2 c.
    double boundOf(const Errors& errors) const;
    /// The same of anything that a request may name, with errors of all clips: a blend of two turns
    /// by the root of 2 times the larger error, a layer over it by that root again, and an additive
    /// clip adds what two of its poses are off, twice in a blend.
    double layeredBoundOf(const std::vector<Errors>& clips) const;

private:
    /// By joints and morph weights that are no larger.
    double boundOf(const Errors& errors, const std::vector<LargestLocal>& locals,
                   const std::vector<double>& weights) const;

    const Model& model_;
    std::vector<LargestLocal> locals_;
    std::vector<double> largestWeights_;
    const BindBoxes& boxes_;
    Farthest farthest_;
    std::vector<double> stretch_;  // of the parent, by joint
    std::vector<double> move_, turn_, scale_;
    double weight_ = 0;
};

}  // namespace sinew::packing
