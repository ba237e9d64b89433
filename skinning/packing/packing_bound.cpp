// Derives tolerances from the reach of joints, and error bounds along the hierarchy.
#include "skinning/packing/packing_bound.h"

#include <algorithm>
#include <cmath>

namespace sinew::packing {
namespace {

// kWantedShare is the target error of a clip, divided by the model's size. The others are the
// limits of a rotation's tolerance, as a distance of unit quaternions.
constexpr double kWantedShare = 1e-3;
constexpr double kFinestTurn = 1e-4;
constexpr double kCoarsestTurn = 4e-3;

}  // namespace

Reaches::Reaches(const Model& model, const BindBoxes& bindBoxes, double size)
    : model_(model), boxes_(bindBoxes), farthest_(model, bindBoxes) {
    const uint32_t joints = model.skeleton.size();
    const auto [locals, weights] = largestOfKeys(model);
    locals_ = locals;
    largestWeights_.assign(weights.begin(), weights.end());
    std::vector<double> reach(joints, 0.0);  // by joint: distance to its farthest vertex
    const auto largest = [&](uint32_t w) { return largestWeights_[w]; };
    for (size_t e = 0; e < boxes_.entries.size(); ++e) {
        const Bind& bind = model.binds[boxes_.entries[e].bind];
        reach[bind.joint] = std::max(reach[bind.joint], farthest_.of(e, largest));
    }
    // Adds the reach of children, and counts the joints of the longest chain through each joint.
    std::vector<uint32_t> above(joints, 1), below(joints, 1);
    stretch_.assign(joints, 1.0);
    for (uint32_t j = 0; j < joints; ++j) {
        if (model.skeleton.parents[j] == kNoParent) continue;
        const auto parent = static_cast<uint32_t>(model.skeleton.parents[j]);
        stretch_[j] = stretch_[parent] * locals_[parent].scale;
        above[j] = above[parent] + 1;
    }
    for (uint32_t j = joints; j-- > 0;) {
        reach[j] *= locals_[j].scale;
        if (model.skeleton.parents[j] == kNoParent) continue;
        const auto parent = static_cast<uint32_t>(model.skeleton.parents[j]);
        reach[parent] = std::max(reach[parent], locals_[j].translation + reach[j]);
        below[parent] = std::max(below[parent], below[j] + 1);
    }
    const double wanted = kWantedShare * size;
    for (uint32_t j = 0; j < joints; ++j) {
        const double each = wanted / (stretch_[j] * (above[j] + below[j] - 1));
        move_.push_back(each);
        const double turn = reach[j] > 0 ? each / (2 * reach[j]) : kCoarsestTurn;
        turn_.push_back(std::clamp(turn, kFinestTurn, kCoarsestTurn));
        scale_.push_back(reach[j] > 0 ? each / reach[j] : 1e-3);
    }
    double moved = 0;
    for (size_t e = 0; e < boxes_.entries.size(); ++e) {
        const uint32_t joint = model.binds[boxes_.entries[e].bind].joint;
        const double byOne = farthest_.moved(e, [](uint32_t) { return 1.0; });
        moved = std::max(moved, stretch_[joint] * locals_[joint].scale * byOne);
    }
    weight_ = moved > 0 ? wanted / moved : 1e-3;
}

double Reaches::toleranceOf(const Track& track) const {
    switch (track.path) {
        case Channel::Path::translation:
            return move_[track.target];
        case Channel::Path::rotation:
            return turn_[track.target];
        case Channel::Path::scale:
            return scale_[track.target];
        case Channel::Path::weights:
            break;
    }
    return weight_;
}

double Reaches::boundOf(const Errors& errors) const {
    return boundOf(errors, locals_, largestWeights_);
}

double Reaches::layeredBoundOf(const std::vector<Errors>& clips) const {
    const double root = std::sqrt(2.0);
    Errors largest(model_);
    const auto raise = [](double& to, double by) { to = std::max(to, by); };
    for (const Errors& clip : clips) {
        for (size_t j = 0; j < largest.joints.size(); ++j) {
            const auto& [translation, turn, scale] = clip.joints[j];
            raise(largest.joints[j].translation, 3 * translation);
            raise(largest.joints[j].turn, (2 + 2 * root) * turn);
            raise(largest.joints[j].scale, 3 * scale);
        }
        for (size_t w = 0; w < largest.weights.size(); ++w) {
            raise(largest.weights[w], 3 * clip.weights[w]);
        }
    }
    const auto [locals, weights] = largestLayered(model_);
    return boundOf(largest, locals, {weights.begin(), weights.end()});
}

double Reaches::boundOf(const Errors& errors, const std::vector<LargestLocal>& locals,
                        const std::vector<double>& weights) const {
    struct Off {
        double moved = 0, turned = 0, stretch = 1;
    };
    std::vector<Off> off;
    for (uint32_t j = 0; j < model_.skeleton.size(); ++j) {
        const int32_t parent = model_.skeleton.parents[j];
        const Off from = parent == kNoParent ? Off{} : off[static_cast<size_t>(parent)];
        const auto& [translation, turn, scale] = errors.joints[j];
        const double largest = locals[j].scale + scale;
        off.push_back({from.moved + from.turned * (locals[j].translation + translation) +
                           from.stretch * translation,
                       from.turned * largest + from.stretch * (2 * turn * largest + scale),
                       from.stretch * largest});
    }
    double bound = 0;
    const auto largest = [&](uint32_t w) { return std::abs(weights[w]); };
    const auto offOf = [&](uint32_t w) { return errors.weights[w]; };
    for (size_t e = 0; e < boxes_.entries.size(); ++e) {
        const Off& of = off[model_.binds[boxes_.entries[e].bind].joint];
        bound = std::max(bound, of.moved + of.turned * farthest_.of(e, largest) +
                                    (of.stretch + of.turned) * farthest_.moved(e, offOf));
    }
    return bound;
}

}  // namespace sinew::packing
