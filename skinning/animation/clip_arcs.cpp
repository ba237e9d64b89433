// Arcs of blended rotations.
//
// Of a vertex, let x_i be its place under bind i, r_i the unit quaternions, each on the side of the
// heaviest one, c_ij = r_i . r_j, and w_i the weights, which sum to 1. The blend b = sum w_i r_i
// has the square sum w_i w_j c_ij, and puts the vertex at a sum over pairs. Of a pair that is a
// conic with x_i, x_j and a third control point, whose offset from the middle of both, times c_ij,
// is (x_j - x_i) x vec(r_j r_i*) / 2. So the vertex is a sum of all x_i, with weights that sum to 1
// and are positive where every c_ij is, and beside it the sum of 2 w_i w_j (that offset) / b^2.
// With n influences and c = min c_ij that is no longer than
//     F max |x_j - x_i| s_ij / 2,  F = (n - 1) / (1 + (n - 1) c),
// s_ij being the sine of half the angle between two rotations. A c below 0 makes a weight as low as
// -c^2 / 4 / b^2, with b^2 >= (1 + (n - 1) c) / n; and so the sum leaves the hull of all x_i by no
// more than n such weights times max |x_j - x_i|.
//
// Whatever c is: seen from the heaviest one's x_h, the vertex is the sum of w_j (x_j - x_h),
// turned, divided by |b| >= w_h >= 1 / n; and so no farther than (n - 1) max |x_j - x_h|.
//
// Scale and shear are blended apart and come first: the vertex of x_i is then the blended one,
// which is off from the bind's own by the difference of two stretches at most.
//
// Distances and angles between two joints depend on the joints between them alone, and so does what
// may be off in a part of time. Where a joint scales unevenly that does not hold; such a model has
// what holds for everything.
#include "skinning/animation/clip_arcs.h"

#include <algorithm>
#include <cmath>

#include "skinning/animation/binds_together.h"
#include "skinning/animation/clip_parts.h"
#include "skinning/animation/farthest.h"
#include "skinning/animation/joint_scales.h"
#include "skinning/animation/range.h"
#include "skinning/cpu/reference_blend.h"

namespace sinew {
namespace {

/// In longer parts, how far all moves within one would count for more than the arcs.
constexpr double kArcsASecond = 4 * kPartsASecond;
/// A palette entry taken apart, in the middle of a part.
struct PosedEntry {
    glm::dmat3x4 matrix;
    glm::dquat turn;
    glm::dmat3 stretch;
    double stretchOff = 0;  // as a norm
};

/// The product of the scales from the root to a joint, and the largest that it may be.
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

/// Of vertices of a pair in a part of time: how far two places are apart, how far two stretched
/// vertices are, and the cosine between both quaternions.
struct Apart {
    double places = 0;
    double stretches = 0;
    double cosine = 1;
    double turnOff = 0;
};

/// Half of the distance times the sine of half the angle, at the most.
double bowOf(const Apart& apart) {
    const double square = std::max(1 - apart.cosine * apart.cosine, 0.0);
    return 0.5 * apart.places * std::min(std::sqrt(square) + apart.turnOff, 1.0);
}

double farthestApart(const Box& box, const glm::dmat3x4& difference) {
    double most = 0;
    for (const glm::dvec3& p : imagesOf(box, difference)) most = std::max(most, glm::length(p));
    return most;
}

/// Moves both joints up to where their ways to the root meet, which is what it returns; `take` is
/// told each joint that is left.
template <typename Take>
int32_t meet(const Skeleton& skeleton, uint32_t a, uint32_t b, const Take& take) {
    auto from = static_cast<int32_t>(a), to = static_cast<int32_t>(b);
    while (from != to) {  // parents come first: the later one is not above the other
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
    /// By entry, how far its vertices leave the hull of their places, at the most.
    std::vector<double> arcsOf(const ClipPart& part, const std::vector<PosedEntry>& posed,
                               const std::vector<Scale>& scales) const;
    std::vector<PosedEntry> take(const ClipPart& part, const std::vector<Scale>& scales) const;
    Apart apartOf(const ClipPart& part, const std::vector<Scale>& scales,
                  const std::vector<PosedEntry>& posed, const BindPair& pair) const;
    /// How far a vertex of the entry is off, seen from a joint above.
    double offFrom(int32_t above, uint32_t entry, const ClipPart& part) const;
    /// How far vertices leave the hull of their places. `apart`: one a pair.
    double leaves(const BindSet& set, const std::vector<Apart>& apart) const;
    /// What float arithmetic is off: a share of what coordinates are summed of. Not finite where
    /// they are not.
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
    std::vector<uint32_t> way;
    for (auto j = static_cast<int32_t>(jointOf(entry)); j != above;
         j = model_.skeleton.parents[size_t(j)]) {
        way.push_back(static_cast<uint32_t>(j));
    }
    MatrixOff off;
    std::for_each(way.rbegin(), way.rend(),
                  [&](uint32_t j) { off = off.below(part.pose.joints[j], part.joints[j]); });
    const auto offOf = [&](uint32_t w) { return part.morphWeights[w]; };
    const auto largest = [&](uint32_t w) {
        return std::abs(double{part.pose.morphWeights[w]}) + offOf(w);
    };
    return off.place + off.linear * farthest_.of(entry, largest) +
           off.stretch * farthest_.moved(entry, offOf);
}

/// The differences of images are affine in the vertex, and so largest at a corner; each morph
/// target adds its own.
Apart Arcs::apartOf(const ClipPart& part, const std::vector<Scale>& scales,
                    const std::vector<PosedEntry>& posed, const BindPair& pair) const {
    const PosedEntry &a = posed[pair.a], &b = posed[pair.b];
    const glm::dmat3x4 places = b.matrix - a.matrix;
    const glm::dmat3 rows = glm::transpose(b.stretch - a.stretch);
    const glm::dmat3x4 stretches(glm::dvec4(rows[0], 0), glm::dvec4(rows[1], 0),
                                 glm::dvec4(rows[2], 0));
    Apart apart{farthestApart(pair.shared, places),
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
        apart.places += moved(places);
        if (stretched_) apart.stretches += moved(stretches);
        longest +=
            (weight + part.morphWeights[morph.weight]) * glm::length(farthestIn(morph.delta));
    }
    const int32_t above = meet(model_.skeleton, jointOf(pair.a), jointOf(pair.b), [&](uint32_t j) {
        apart.turnOff += part.joints[j].turn + kPoseRounding;
    });
    const Scale scale = above == kNoParent ? Scale{} : scales[size_t(above)];
    apart.places *= scale.most / scale.middle;
    apart.places += scale.most * (offFrom(above, pair.a, part) + offFrom(above, pair.b, part));
    if (stretched_) apart.stretches += (a.stretchOff + b.stretchOff) * longest;
    apart.cosine = glm::dot(a.turn, b.turn);
    return apart;
}

/// The smallest cosine of a set while all are on the side of the heaviest, whichever that is.
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
        farthest = std::max(farthest, apart[pair].places);
        bow = std::max(bow, bowOf(apart[pair]));
    }
    const double most = set.most() * farthest;
    if (set.count > kMostInSet) return most;
    const double cosine = leastCosine(set, apart), others = set.count - 1.0;
    const double square = 1 + others * cosine;  // n times the least of b^2
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
    for (Apart& each : apart) each.places += 2 * stretch;
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
        include(i, together_.pairs[i].most * apart[i].places);
    }
    return arcs;
}

/// Vertices of one bind stay in its box: of the others, each place lies in the box of its bind, and
/// so their box, wider by the arc, may leave the one of all. Within the part either may be off.
Box Arcs::within(const ClipPart& part) const {
    const std::vector<Scale> scales = scalesOf(model_.skeleton, part);
    const std::vector<PosedEntry> posed = take(part, scales);
    const double rounding = rounded(posed);
    if (!(rounding < kFarthest)) return widened({}, kFarthest);  // nothing is drawn in that pose
    const std::vector<double> arcs = arcsOf(part, posed, scales);
    Box linear = Box::nothing(), blended = Box::nothing();
    for (uint32_t e = 0; e < boxes_.entries.size(); ++e) {
        BindBoxes::Entry entry = boxes_.entries[e];
        const auto boxOf = [&](double wider) {
            return widened(
                posedBox(boxes_, entry, part.palette[entry.bind], part.pose.morphWeights),
                static_cast<float>(wider * (1 + kPoseRounding)));
        };
        linear.include(boxOf(-part.places[e]));
        if (together_.blended[e].low.x > together_.blended[e].high.x) continue;
        entry.box = together_.blended[e];
        blended.include(boxOf(part.places[e] + arcs[e]));
    }
    const glm::vec3 none(0.0f), farthest(kFarthest);
    const Box grown{glm::clamp(blended.low - linear.low, -farthest, none),
                    glm::clamp(blended.high - linear.high, none, farthest)};
    return widened(grown, static_cast<float>(rounding));
}

/// How far joint `j` may be from the origin of its parent, and its stretch.
struct Span {
    double length = 0;
    double stretch = 1;
};

std::vector<Span> spansOf(const Model& model, const LargestLayered& layered) {
    std::vector<Span> spans;
    for (size_t j = 0; j < model.skeleton.size(); ++j) {
        const int32_t parent = model.skeleton.parents[j];
        const double above = parent == kNoParent ? 1.0 : spans[size_t(parent)].stretch;
        spans.push_back({above * layered.locals[j].translation, above * layered.locals[j].scale});
    }
    return spans;
}

Box Arcs::ofAnything() const {
    const LargestLayered layered = largestLayered(model_);
    const std::vector<Span> spans = spansOf(model_, layered);
    const auto weightOf = [&](uint32_t w) { return double{layered.weights[w]}; };
    double stretch = 0, most = 0;
    std::vector<double> apart;
    for (const BindPair& pair : together_.pairs) {
        double places = 0, stretches = 0;
        for (const uint32_t e : {pair.a, pair.b}) {
            const double stretchOfJoint = spans[jointOf(e)].stretch;
            places += stretchOfJoint * farthest_.of(e, weightOf);
            stretches += stretchOfJoint * farthest_.ofBindSpace(e, weightOf);
        }
        meet(model_.skeleton, jointOf(pair.a), jointOf(pair.b),
             [&](uint32_t j) { places += spans[j].length; });
        apart.push_back(places);
        if (stretched_) stretch = std::max(stretch, stretches);
    }
    for (size_t i = 0; i < apart.size(); ++i) {
        most = std::max(most, together_.pairs[i].most * (apart[i] + 2 * stretch));
    }
    most = std::min(stretch + most, double{kFarthest}) * (1 + kPoseRounding);
    return widened({}, static_cast<float>(most));
}

}  // namespace

const Box& ClipArcs::of(const PoseRequest& request) const {
    if (request.otherWeight != 0 || hasLayers(request)) return any;
    const uint32_t clip = baseOf(request).clip;
    return clip < clips.size() ? clips[clip] : rest;
}

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
