// Bounds of the rounding errors of a vertex.
//
// The rounding error of a sum of products is at most c u times the sum of the absolute values of
// its terms, where u = 2^-24 and c is small. Let J be a joint's matrix, B its inverse bind matrix,
// [M] the absolute values of M, and p a vertex with weights w_i. The error of a linear blend is
//   sum w_i (a_i |B_i p| + b_i + c u |[J_i] [B_i] [p]|),
// where a_i and b_i are the errors of J_i's 3x3 and of its translation. The last term is the
// rounding of the palette's product and of the vertex. If P is the parent's matrix and T, R, S are
// the joint's translation, rotation and scale, so that J = P T R S, then
//   a = a_P max[S] + |P| c u (terms of R and S),
//   b = b_P + a_P |T| + c u (|P| terms of T + |[P] [T]|).
// Errors of joints are usually independent, so that their squares add up (Higham and Mary, "A New
// Approach to Probabilistic Rounding Error Analysis", 2019). If the root of the sum of squares
// exceeds full precision (kFullPosition), the bound is the plain sum. In a chain of equal joints
// all errors can have one sign. An example is the scale error of a quaternion whose length is not
// exactly 1. The terms are those of keyframes and blends (TermSizes). If terms cancel, their
// rounding errors remain. The constants c exceed the errors of the CPU methods at least 1.4 times,
// on random poses and chains (tests/unit/rounding_test.cpp) and on the mutants of
// tests/extreme_models.h.
//
// Dual quaternions. The symbols are those of blend_bounds.cpp: r_i and d_i are the real and the
// dual part of entry i, S the blended real part, U the blended shear, x the skinned vertex. Let the
// stretched vertex v = U p be the origin. Then d_i is y_i r_i / 2, where y_i is the image of v
// under entry i, and
//   |dx| <= sum w_i (|dy_i| + 2 |dr_i| max|y_k - x| / |S|) / |S|,
//   |dy_i| <= error of the image of p + 2 |dr_i| |v - U_i p| + 2 |dU_i| |p|.
#include "skinning/reference/rounding.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

#include "skinning/reference/blend_bounds.h"
#include "skinning/reference/reference_pose.h"

namespace sinew {
namespace {

using reference::Entry;
using reference::EntryError;
using reference::kUnbounded;
using reference::longest;
using reference::norm;
using reference::Share;

constexpr double kUnit = 0x1p-24;   // u
constexpr double kTiny = 0x1p-126;  // devices may flush smaller numbers to zero
// The constants c: for a quaternion's terms, a sum, a skinned vertex, a quaternion's matrix.
constexpr double kRotationUnits = 4, kSumUnits = 4, kVertexUnits = 3;
const glm::dvec2 kMatrixUnits(1.5, 6);  // x and y as in PoseRounding::Joint
/// If a skinned direction is shorter, a shader may return the input direction instead.
constexpr double kShortestDirection = 2e-15;

glm::dmat4 magnitudes(const glm::dmat4& m) {
    return {glm::abs(m[0]), glm::abs(m[1]), glm::abs(m[2]), glm::abs(m[3])};
}

struct Joint {
    glm::dmat4 matrix{1.0};
    PoseRounding::Joint errors{};
};

/// Combines three errors: x is the root of the sum of squares, y the plain sum.
glm::dvec2 together(const glm::dvec2& a, const glm::dvec2& b, const glm::dvec2& c) {
    const glm::dvec2 sum(std::hypot(a.x, b.x, c.x), a.y + b.y + c.y);
    return sum.y == 0 ? sum : sum + kTiny;
}

Joint objectFromJoint(const Joint& parent, const reference::LocalPose& pose, size_t j) {
    const glm::dvec3 &t = pose.translations[j], &s = pose.scales[j];
    const reference::TermSizes& sizes = pose.sizes[j];
    const double scale = std::max({std::abs(s.x), std::abs(s.y), std::abs(s.z)});
    const double stretch = longest(glm::dmat3(parent.matrix));
    const glm::dvec2 turned = (kRotationUnits * sizes.rotation + kMatrixUnits) * scale;
    const glm::dvec3 moved(magnitudes(parent.matrix) * glm::dvec4(glm::abs(t), 1.0));
    const auto& [linear, translation] = parent.errors;
    return {.matrix = parent.matrix * glm::translate(glm::dmat4(1.0), t) *
                      glm::mat4_cast(pose.rotations[j]) * glm::scale(glm::dmat4(1.0), s),
            .errors = {.linear = together(linear * scale, stretch * kUnit * turned,
                                          glm::dvec2(stretch * kUnit * kSumUnits * sizes.scale)),
                       .translation = together(
                           translation, linear * glm::length(t),
                           glm::dvec2(kSumUnits * kUnit *
                                      (stretch * sizes.translation + glm::length(moved))))}};
}

/// Returns the factor by which Gram-Schmidt magnifies rounding errors. It is large if the second
/// column is almost parallel to the first.
double gramSchmidtFactor(const Entry& entry) {
    const glm::dmat3 m(entry.matrix), q = glm::mat3_cast(entry.rotation);
    const double left = glm::length(m[1] - q[0] * glm::dot(q[0], m[1]));
    return left > 0.5 * reference::kShortColumn * norm(m) ? glm::length(m[1]) / left : 1;
}

/// Returns the error bounds of a palette entry. If its scale is uniform, errors of rotations do not
/// shear it. Normals of an almost flat joint have no bound, because the reference does not invert
/// its matrix.
EntryError entryError(const Entry& entry, const PoseRounding::Entry& rounding, int part,
                      const glm::dmat3& jointFromBind) {
    constexpr double kEven = 1e-3;
    const glm::dmat3 product = kVertexUnits * kUnit * glm::dmat3(rounding.sizes);
    const double linear = rounding.joint.linear[part] * longest(jointFromBind) + norm(product);
    EntryError error = reference::errorOf(entry, glm::dmat4(glm::dmat3(linear / std::sqrt(3.0))));
    const glm::dmat3 m(entry.matrix), u = entry.shear;
    const bool isEven = norm(u - u[0][0] * glm::dmat3(1.0)) < kEven * norm(u);
    if (isEven && std::isfinite(error.shear)) error.shear = longest(product);
    const double box = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    const double flat = 2 * reference::kFlatVolume * box + kTiny / kUnit;
    if (!(std::abs(glm::determinant(m)) > flat)) {
        error.matrixNormals = error.shearNormals = kUnbounded;
    }
    return error;
}

struct Palette {
    const Model& model;
    int part = 0;  // component of PoseRounding::Joint: 0 is x, 1 is y
    std::vector<PoseRounding::Entry> rounding;
    std::vector<Entry> entries{};
    std::vector<EntryError> errors{};
};

Palette paletteOf(const Model& model, const ReferencePose& pose, Blend blend,
                  const PoseRounding& rounding, int part) {
    Palette palette{model, part, rounding.entries};
    for (size_t b = 0; b < pose.palette.size(); ++b) {
        const Entry& entry = palette.entries.emplace_back(reference::makeEntry(pose.palette[b]));
        glm::dmat4& sizes = palette.rounding[b].sizes;
        if (blend == Blend::dualQuaternion) {
            sizes *= gramSchmidtFactor(entry);
            sizes[3] *= 2.0;  // a product recovers the translation
        }
        palette.errors.push_back(
            entryError(entry, palette.rounding[b], part, glm::dmat3(model.binds[b].jointFromBind)));
    }
    return palette;
}

double imageError(const Palette& palette, uint32_t bind, const glm::dvec4& p) {
    const auto& [joint, sizes] = palette.rounding[bind];
    const glm::dmat4 jointFromBind(palette.model.binds[bind].jointFromBind);
    return joint.linear[palette.part] * glm::length(glm::dvec3(jointFromBind * p)) +
           joint.translation[palette.part] +
           kVertexUnits * kUnit * glm::length(glm::dvec3(sizes * glm::abs(p)));
}

double positionError(const Palette& palette, std::span<const Share> shares,
                     const reference::Transform& t, Blend blend, const glm::dvec3& p) {
    const bool isLinear = blend == Blend::linear;
    const glm::dvec3 v = t.linear * p, x = t.rotation * v + t.translation;
    const glm::dquat& first = palette.entries[shares[0].bind].rotation;
    glm::dquat sum(0, 0, 0, 0);
    double apart = 0, error = 0;
    for (const Share& share : shares) {
        const Entry& e = palette.entries[share.bind];
        const glm::dvec3 image = isLinear ? glm::dmat3(e.matrix) * p : e.rotation * v;
        const double off = glm::length(image + glm::dvec3(e.matrix[3]) - x);
        error += share.weight * imageError(palette, share.bind, {p, 1}) + share.step * off;
        apart = std::max(apart, off);
        sum += share.weight * reference::sideOf(first, e.rotation) * e.rotation;
    }
    if (isLinear) return error;
    const double length = glm::length(sum);
    error += kVertexUnits * kUnit * glm::length(v);
    for (const Share& share : shares) {
        const EntryError& e = palette.errors[share.bind];
        const double stretched = glm::length(v - palette.entries[share.bind].shear * p);
        error += 2 * share.weight *
                     (e.shear * glm::length(p) + e.quaternion * (stretched + apart / length)) +
                 share.step * apart / length;
    }
    return error / length;
}

/// Returns the errors of a vertex's position (x), normal (y) and tangent (z) after morph targets.
glm::dvec3 morphErrors(const Geometry& geometry, uint32_t v, std::span<const double> weights,
                       std::span<const double> sizes) {
    glm::dvec3 out(0.0);
    if (geometry.morphOffsets.empty()) return out;
    for (uint32_t d = geometry.morphOffsets[v]; d < geometry.morphOffsets[v + 1]; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        const double error =
            kSumUnits * kUnit * (sizes[delta.weight] + std::abs(weights[delta.weight]));
        out += error * glm::dvec3(glm::length(glm::dvec3(delta.position)),
                                  glm::length(glm::dvec3(delta.normal)),
                                  glm::length(glm::dvec3(delta.tangent)));
    }
    return out;
}

VertexBound boundOf(const Palette& palette, std::span<const Share> shares, Normals normals,
                    Blend blend, const reference::Vertex& vertex, const glm::dvec3& before) {
    const reference::Blending blending{
        .palette = palette.entries, .errors = palette.errors, .shares = shares, .kept = 1};
    const reference::Transform t = reference::blended(palette.entries, shares, blend, normals);
    const reference::TransformError error =
        reference::transformError(blending, t, blend, vertex.position);
    if (error.turnDegrees >= 180) return {kUnbounded, 180.0, 180.0, false};
    const double stretch = longest(t.linear), normal = glm::length(t.normals * vertex.normal);
    const double terms = normals == Normals::cofactor ? stretch * stretch : norm(t.normals);
    const auto degrees = [&](double turned, double length) {
        return length > kShortestDirection ? std::min(180.0, error.turnDegrees + turned) : 180.0;
    };
    return {
        .position = positionError(palette, shares, t, blend, vertex.position) + stretch * before[0],
        .normalDegrees =
            degrees(reference::turnedBy(kVertexUnits * kUnit * terms, normal) +
                        reference::normalDegrees(t, error, normals, vertex.normal, before[1]),
                    normal),
        .tangentDegrees = degrees(reference::tangentDegrees(t, error, vertex.tangent, before[2]),
                                  glm::length(t.linear * vertex.tangent)),
        .handedness = reference::hasHandedness(t, error.linear)};
}

void widen(double& degrees, double rounding, double full) {
    if (rounding > full) degrees = std::min(degrees - full + rounding, 180.0);
}

}  // namespace

PoseRounding poseRounding(const Model& model, const PoseRequest& request) {
    const reference::LocalPose pose = reference::localPose(model, request);
    std::vector<Joint> joints;
    for (size_t j = 0; j < model.skeleton.size(); ++j) {
        const int32_t parent = model.skeleton.parents[j];
        joints.push_back(objectFromJoint(
            parent == kNoParent ? Joint{} : joints[static_cast<size_t>(parent)], pose, j));
    }
    PoseRounding out{.entries = {}, .morphSizes = pose.weightSizes};
    for (const Bind& bind : model.binds) {
        const auto& [matrix, errors] = joints[bind.joint];
        out.entries.push_back(
            {errors, magnitudes(matrix) * magnitudes(glm::dmat4(bind.jointFromBind))});
    }
    return out;
}

PoseRounding storedRounding(const ReferencePose& sizes) {
    PoseRounding out{.entries = {}, .morphSizes = sizes.morphWeights};
    for (const glm::dmat4& size : sizes.palette) out.entries.push_back({.sizes = 2.0 * size});
    return out;
}

uint32_t accountForRounding(const Model& model, const ReferencePose& pose,
                            const SkinSettings& settings, const PoseRounding& rounding,
                            const ReferenceVertices& reference, std::span<VertexBound> bounds) {
    const std::array palettes = {paletteOf(model, pose, settings.blend, rounding, 0),
                                 paletteOf(model, pose, settings.blend, rounding, 1)};
    const bool splits = settings.influences == InfluenceFormat::split32;
    // For other formats, formatBounds() already includes the error of weights.
    const double step = splits ? splitStep(pose.palette.size()) : 0;
    const double full = kFullPosition * reference.extent;
    auto first = static_cast<uint32_t>(bounds.size());
    std::vector<Share> shares;
    for (uint32_t v = 0; v < bounds.size(); ++v) {
        reference::sharesOf(model.geometry, v, settings.influenceLimit, shares);
        for (Share& share : shares) share.step = shares.size() > 1 ? step : 0;
        // With one influence there is no blend: rotation * shear is the palette entry itself.
        const Blend blend = shares.size() > 1 ? settings.blend : Blend::linear;
        const auto boundBy = [&](const Palette& palette) {
            return boundOf(palette, shares, settings.normals, blend,
                           reference::morphedVertex(model.geometry, v, pose.morphWeights),
                           morphErrors(model.geometry, v, pose.morphWeights, rounding.morphSizes));
        };
        VertexBound& bound = bounds[v];
        const VertexBound independent = boundBy(palettes[0]);
        bound.handedness = bound.handedness && independent.handedness;
        const double normal = fullDegrees(reference.normalShares[v]);
        const double tangent = fullDegrees(reference.tangentShares[v]);
        if (independent.position <= full && independent.normalDegrees <= normal &&
            independent.tangentDegrees <= tangent) {
            continue;
        }
        const VertexBound worst = boundBy(palettes[1]);
        const double position = worst.position;
        bound.handedness = bound.handedness && worst.handedness;
        widen(bound.normalDegrees, worst.normalDegrees, normal);
        widen(bound.tangentDegrees, worst.tangentDegrees, tangent);
        if (position <= full) continue;
        if (position <= kLargestRounding * reference.extent) {
            bound.position += position - full;
        } else if (std::isfinite(bound.position)) {
            bound.position = kUnbounded;
            first = std::min(first, v);
        }
    }
    return first;
}

}  // namespace sinew
