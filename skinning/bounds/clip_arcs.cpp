// Bounds how far dual quaternion blending moves a vertex out of the hull of its images.
//
// Notation, for one vertex: x_i is its position (image) under bind i. r_i are the binds' unit
// quaternions, with the signs for which r_i . r_h >= 0, where h is the heaviest bind. c_ij is
// r_i . r_j. The weights w_i sum to 1. The blend b = sum w_i r_i has b^2 = sum w_i w_j c_ij.
//
// The blended vertex is a sum over pairs. Each pair gives a conic with x_i, x_j and a third control
// point. The offset of this point from the middle of x_i and x_j, times c_ij, is (x_j - x_i) x
// vec(r_j r_i*) / 2. So the vertex is a weighted sum of all x_i plus the sum of 2 w_i w_j (that
// offset) / b^2. The weights of the first sum add up to 1, and are positive if every c_ij is. With
// n influences and c = min c_ij, the second sum is at most
//     F max |x_j - x_i| s_ij / 2,  F = (n - 1) / (1 + (n - 1) c),
// where s_ij is the sine of half the angle between two rotations. A negative c allows weights down
// to -c^2 / 4 / b^2, with b^2 >= (1 + (n - 1) c) / n. The first sum then leaves the hull of all x_i
// by at most n such weights times max |x_j - x_i|.
//
// For any c: relative to x_h, the vertex is the sum of rotated w_j (x_j - x_h), divided by
// |b| >= w_h >= 1 / n. Its distance from x_h is at most (n - 1) max |x_j - x_h|.
//
// Scale and shear are blended separately and applied first. Each x_i is then the image of the
// stretched vertex, which differs from the bind's image by at most the difference of two stretches.
// Distances and angles between two joints, and their deviations, depend only on the joints between
// them in the hierarchy. This fails if a joint scales its axes differently. Such a model uses the
// bound for every request (ClipArcs::any).
#include "skinning/bounds/clip_arcs.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/clip_parts.h"
#include "skinning/bounds/binds_together.h"
#include "skinning/bounds/farthest.h"
#include "skinning/bounds/joint_scales.h"
#include "skinning/bounds/range.h"
#include "skinning/reference/reference_blend.h"

namespace sinew {
namespace {

/// Parts of a clip per second. Parts for boxes are longer: over such a part, the pose would deviate
/// by more than the arc.
constexpr double kArcsASecond = 4 * kPartsASecond;
struct PosedEntry {
    glm::dmat3x4 matrix;
    glm::dquat turn;
    glm::dmat3 stretch;
    double stretchOff = 0;
};

/// The product of the scales from the root to a joint. `middle` is the value in the middle of a
/// part of a clip, `most` the bound over the part.
struct Scale {
    double middle = 1;
    double most = 1;
};

std::vector<Scale> scalesOf(const Skeleton& skeleton, const ClipPart& part) {
    std::vector<Scale> scales;
    for (size_t j = 0; j < skeleton.size(); ++j) {
        const int32_t parent = skeleton.parents[j];
        const Scale above = parent == kNoParent ? Scale{} : scales[size_t(parent)];
        const double scale = double{part.pose.joints[j].scale.x};
        scales.push_back({above.middle * scale,
                          above.most * (scale * (1 + kPoseRounding) + part.joints[j].scale)});
    }
    return scales;
}

/// Bounds for the vertices of a BindPair in a part of a clip.
struct Apart {
    double positions = 0;  // distance of the images under the two binds
    double stretches = 0;  // distance of the vertices stretched by the two binds
    double cosine = 1;     // between the two quaternions
    double turnOff = 0;    // deviation of their angle
};

/// Returns a bound of |x_j - x_i| s_ij / 2: half the distance of the images, times the sine of half
/// the angle.
double bowOf(const Apart& apart) {
    const double square = std::max(1 - apart.cosine * apart.cosine, 0.0);
    return 0.5 * apart.positions * std::min(std::sqrt(square) + apart.turnOff, 1.0);
}

double farthestApart(const Box& box, const glm::dmat3x4& difference) {
    double most = 0;
    for (const glm::dvec3& p : imagesOf(box, difference)) most = std::max(most, glm::length(p));
    return most;
}

/// Returns the common ancestor of two joints. Calls `take` for each joint on both paths to it.
template <typename Take>
int32_t meet(const Skeleton& skeleton, uint32_t a, uint32_t b, const Take& take) {
    auto from = static_cast<int32_t>(a), to = static_cast<int32_t>(b);
    // Parents precede children, so the later joint is not an ancestor of the other one.
    while (from != to) {
        int32_t& later = from > to ? from : to;
        take(static_cast<uint32_t>(later));
        later = skeleton.parents[size_t(later)];
    }
    return from;
}

class Arcs {
public:
    Arcs(const Model& model, const BindBoxes& boxes)
        : model_(model),
          boxes_(boxes),
          farthest_(model, boxes),
          together_(bindsTogether(model, boxes)),
          stretched_(stretches(model)) {}

    Box of(const Clip& clip, uint32_t parts) const {
        Box most;
        eachPart(model_, boxes_, clip, parts,
                 [&](const ClipPart& part) { most.include(within(part)); });
        return most;
    }

    Box ofAnything() const;

private:
    uint32_t jointOf(uint32_t entry) const {
        return model_.binds[boxes_.entries[entry].bind].joint;
    }
    Box within(const ClipPart& part) const;
    /// Returns, per entry of BindBoxes, a bound of how far its vertices leave the hull of their
    /// images.
    std::vector<double> arcsOf(const ClipPart& part, const std::vector<PosedEntry>& posed,
                               const std::vector<Scale>& scales) const;
    std::vector<PosedEntry> take(const ClipPart& part, const std::vector<Scale>& scales) const;
    Apart apartOf(const ClipPart& part, const std::vector<Scale>& scales,
                  const std::vector<PosedEntry>& posed, const BindPair& pair) const;
    /// Returns a bound of the deviation of the entry's vertices within the part, relative to the
    /// joint `above`.
    double offFrom(int32_t above, uint32_t entry, const ClipPart& part) const;
    /// Returns a bound of how far vertices of `set` leave the hull of their images. `apart` has an
    /// element per pair.
    double leaves(const BindSet& set, const std::vector<Apart>& apart) const;
    /// Returns a bound of the rounding error of float arithmetic. It is not finite if a coordinate
    /// is not finite.
    double rounded(const std::vector<PosedEntry>& posed) const;

    const Model& model_;
    const BindBoxes& boxes_;
    Farthest farthest_;
    BindsTogether together_;
    bool stretched_;
};

std::vector<PosedEntry> Arcs::take(const ClipPart& part, const std::vector<Scale>& scales) const {
    std::vector<PosedEntry> posed;
    for (uint32_t e = 0; e < boxes_.entries.size(); ++e) {
        const glm::dmat3x4 rows(part.palette[boxes_.entries[e].bind]);
        const reference::Entry taken = reference::makeEntry(
            glm::transpose(glm::dmat4(rows[0], rows[1], rows[2], {0, 0, 0, 1})));
        const Scale& scale = scales[jointOf(e)];
        posed.push_back({rows, taken.rotation, taken.shear,
                         (scale.most - scale.middle) * farthest_.stretch(e)});
    }
    return posed;
}

double Arcs::offFrom(int32_t above, uint32_t entry, const ClipPart& part) const {
    std::vector<uint32_t> chain;
    for (auto j = static_cast<int32_t>(jointOf(entry)); j != above;
         j = model_.skeleton.parents[size_t(j)]) {
        chain.push_back(static_cast<uint32_t>(j));
    }
    MatrixOff off;
    std::for_each(chain.rbegin(), chain.rend(),
                  [&](uint32_t j) { off = off.below(part.pose.joints[j], part.joints[j]); });
    const auto offOf = [&](uint32_t w) { return part.morphWeights[w]; };
    const auto largest = [&](uint32_t w) {
        return std::abs(double{part.pose.morphWeights[w]}) + offOf(w);
    };
    return off.translation + off.linear * farthest_.of(entry, largest) +
           off.stretch * farthest_.moved(entry, offOf);
}

/// The difference of a vertex's two images is affine in the vertex, so a corner of the box has the
/// largest.
Apart Arcs::apartOf(const ClipPart& part, const std::vector<Scale>& scales,
                    const std::vector<PosedEntry>& posed, const BindPair& pair) const {
    const PosedEntry &a = posed[pair.a], &b = posed[pair.b];
    const glm::dmat3x4 positions = b.matrix - a.matrix;
    const glm::dmat3 rows = glm::transpose(b.stretch - a.stretch);
    const glm::dmat3x4 stretches(glm::dvec4(rows[0], 0), glm::dvec4(rows[1], 0),
                                 glm::dvec4(rows[2], 0));
    Apart apart{farthestApart(pair.shared, positions),
                stretched_ ? farthestApart(pair.shared, stretches) : 0};
    double longest = glm::length(farthestIn(pair.shared));
    const BindBoxes::Entry& entry = boxes_.entries[pair.a];
    for (uint32_t m = entry.firstMorph; m < entry.firstMorph + entry.morphCount; ++m) {
        const BindBoxes::Morph& morph = boxes_.morphs[m];
        const double weight = std::abs(double{part.pose.morphWeights[morph.weight]});
        const auto moved = [&](const glm::dmat3x4& matrix) {
            const auto row = [&](int r) { return glm::dvec4(glm::dvec3(matrix[r]), 0); };
            return weight * farthestApart(morph.delta, {row(0), row(1), row(2)});
        };
        apart.positions += moved(positions);
        if (stretched_) apart.stretches += moved(stretches);
        longest +=
            (weight + part.morphWeights[morph.weight]) * glm::length(farthestIn(morph.delta));
    }
    const int32_t above = meet(model_.skeleton, jointOf(pair.a), jointOf(pair.b), [&](uint32_t j) {
        apart.turnOff += part.joints[j].turn + kPoseRounding;
    });
    const Scale scale = above == kNoParent ? Scale{} : scales[size_t(above)];
    apart.positions *= scale.most / scale.middle;
    apart.positions += scale.most * (offFrom(above, pair.a, part) + offFrom(above, pair.b, part));
    if (stretched_) apart.stretches += (a.stretchOff + b.stretchOff) * longest;
    apart.cosine = glm::dot(a.turn, b.turn);
    return apart;
}

/// Returns a lower bound of all c_ij of a set. Any bind may be the heaviest, so all are tried.
double leastCosine(const BindSet& set, const std::vector<Apart>& apart) {
    const auto pairAt = [&](uint32_t i, uint32_t j) -> const Apart& {
        if (i > j) std::swap(i, j);
        return apart[set.pairs[i * (2 * set.count - i - 1) / 2 + j - i - 1]];
    };
    double least = 1;
    for (uint32_t heaviest = 0; heaviest < set.count; ++heaviest) {
        for (uint32_t i = 0; i < set.count; ++i) {
            for (uint32_t j = i + 1; j < set.count; ++j) {
                const Apart& pair = pairAt(i, j);
                double cosine = std::abs(pair.cosine);
                if (i != heaviest && j != heaviest) {
                    const Apart &one = pairAt(heaviest, i), &two = pairAt(heaviest, j);
                    const bool known =
                        std::abs(one.cosine) > one.turnOff && std::abs(two.cosine) > two.turnOff;
                    if (!known || pair.cosine * one.cosine * two.cosine < 0) cosine = -cosine;
                    least = std::min(least, cosine - pair.turnOff);
                } else {
                    least = std::min(least, std::max(cosine - pair.turnOff, 0.0));
                }
            }
        }
    }
    return least;
}

double Arcs::leaves(const BindSet& set, const std::vector<Apart>& apart) const {
    double farthest = 0, bow = 0;
    for (const uint32_t pair : set.pairs) {
        farthest = std::max(farthest, apart[pair].positions);
        bow = std::max(bow, bowOf(apart[pair]));
    }
    const double most = set.most() * farthest;
    if (set.count > kMostInSet) return most;
    const double cosine = leastCosine(set, apart), others = set.count - 1.0;
    const double square = 1 + others * cosine;  // n times the lower bound of b^2
    if (square <= 0) return most;
    const double negative = std::min(cosine, 0.0);
    const double outside = set.count * set.count * negative * negative / 4 / square;
    return std::min(others / square * bow + outside * farthest, most);
}

double Arcs::rounded(const std::vector<PosedEntry>& posed) const {
    double largest = 0;
    for (size_t e = 0; e < posed.size(); ++e) {
        for (const glm::dvec3& p : imagesOf(boxes_.entries[e].box, posed[e].matrix)) {
            const double length = glm::length(p);
            if (length > largest || std::isnan(length)) largest = length;
        }
    }
    return kPoseRounding * largest;
}

std::vector<double> Arcs::arcsOf(const ClipPart& part, const std::vector<PosedEntry>& posed,
                                 const std::vector<Scale>& scales) const {
    std::vector<Apart> apart;
    double stretch = 0;
    for (const BindPair& pair : together_.pairs) {
        apart.push_back(apartOf(part, scales, posed, pair));
        stretch = std::max(stretch, apart.back().stretches);
    }
    for (Apart& each : apart) each.positions += 2 * stretch;
    std::vector<double> arcs(posed.size(), 0);
    const auto include = [&](uint32_t pair, double arc) {
        for (const uint32_t e : {together_.pairs[pair].a, together_.pairs[pair].b}) {
            arcs[e] = std::max(arcs[e], stretch + arc);
        }
    };
    for (const BindSet& set : together_.sets) {
        const double arc = leaves(set, apart);
        for (const uint32_t pair : set.pairs) include(pair, arc);
    }
    for (uint32_t i = 0; i < apart.size() && together_.sets.empty(); ++i) {
        include(i, together_.pairs[i].most * apart[i].positions);
    }
    return arcs;
}

/// Returns how far blended vertices leave the box of linear blending. A vertex with one bind stays
/// in the bind's box. Blended vertices stay in the boxes of their binds widened by the arc. For a
/// safe bound over the part, the deviation within it shrinks the boxes of linear blending and
/// enlarges those of blended vertices.
Box Arcs::within(const ClipPart& part) const {
    const std::vector<Scale> scales = scalesOf(model_.skeleton, part);
    const std::vector<PosedEntry> posed = take(part, scales);
    const double rounding = rounded(posed);
    if (!(rounding < kFarthest)) return widened({}, kFarthest);  // no instance draws such a pose
    const std::vector<double> arcs = arcsOf(part, posed, scales);
    Box linear = Box::nothing(), blended = Box::nothing();
    for (uint32_t e = 0; e < boxes_.entries.size(); ++e) {
        BindBoxes::Entry entry = boxes_.entries[e];
        const auto boxOf = [&](double wider) {
            return widened(
                posedBox(boxes_, entry, part.palette[entry.bind], part.pose.morphWeights),
                static_cast<float>(wider * (1 + kPoseRounding)));
        };
        linear.include(boxOf(-part.positionOffs[e]));
        if (together_.blended[e].low.x > together_.blended[e].high.x) continue;
        entry.box = together_.blended[e];
        blended.include(boxOf(part.positionOffs[e] + arcs[e]));
    }
    const glm::vec3 none(0.0f), farthest(kFarthest);
    const Box grown{glm::clamp(blended.low - linear.low, -farthest, none),
                    glm::clamp(blended.high - linear.high, none, farthest)};
    return widened(grown, static_cast<float>(rounding));
}

/// Bounds of a joint for every request: distance from its parent's origin, and stretch.
struct Span {
    double length = 0;
    double stretch = 1;
};

std::vector<Span> spansOf(const Model& model, const LargestPose& layered) {
    std::vector<Span> spans;
    for (size_t j = 0; j < model.skeleton.size(); ++j) {
        const int32_t parent = model.skeleton.parents[j];
        const double above = parent == kNoParent ? 1.0 : spans[size_t(parent)].stretch;
        spans.push_back({above * layered.locals[j].translation, above * layered.locals[j].scale});
    }
    return spans;
}

Box Arcs::ofAnything() const {
    const LargestPose layered = largestLayered(model_);
    const std::vector<Span> spans = spansOf(model_, layered);
    const auto weightOf = [&](uint32_t w) { return double{layered.weights[w]}; };
    double stretch = 0, most = 0;
    std::vector<double> apart;
    for (const BindPair& pair : together_.pairs) {
        double positions = 0, stretches = 0;
        for (const uint32_t e : {pair.a, pair.b}) {
            const double stretchOfJoint = spans[jointOf(e)].stretch;
            positions += stretchOfJoint * farthest_.of(e, weightOf);
            stretches += stretchOfJoint * farthest_.ofBindSpace(e, weightOf);
        }
        meet(model_.skeleton, jointOf(pair.a), jointOf(pair.b),
             [&](uint32_t j) { positions += spans[j].length; });
        apart.push_back(positions);
        if (stretched_) stretch = std::max(stretch, stretches);
    }
    for (size_t i = 0; i < apart.size(); ++i) {
        most = std::max(most, together_.pairs[i].most * (apart[i] + 2 * stretch));
    }
    most = std::min(stretch + most, double{kFarthest}) * (1 + kPoseRounding);
    return widened({}, static_cast<float>(most));
}

}  // namespace

ClipArcs makeClipArcs(const Model& model, const BindBoxes& boxes) {
    const Arcs arcs(model, boxes);
    const Box any = arcs.ofAnything();
    ClipArcs result{std::vector<Box>(model.clips.size(), any), any, any};
    if (!scalesEvenly(model)) return result;
    result.rest = arcs.of({}, 1);
    for (size_t i = 0; i < model.clips.size(); ++i) {
        result.clips[i] = arcs.of(model.clips[i], partsOf(model, model.clips[i], kArcsASecond));
    }
    return result;
}

}  // namespace sinew
