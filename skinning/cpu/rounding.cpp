// From a pose's rounding to vertices: what blending, transforming and taking apart add to it.
//
// A weighted sum of n entries and a transformed vertex take n + 12 roundings at most, each relative
// to the sum of the magnitudes of what is added: the same as entries that are off by as many units
// of themselves. So one set of errors of entries, put through blend_bounds.h, bounds all of it.
#include "skinning/cpu/rounding.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "skinning/cpu/blend_bounds.h"

namespace sinew {
namespace {

using reference::Blending;
using reference::Entry;
using reference::EntryError;
using reference::kUnbounded;
using reference::longest;
using reference::norm;
using reference::Share;
using reference::TransformError;

constexpr int kVertexUnits = 12;
/// Of a matrix product's 3x3.
constexpr int kProductUnits = 4;
/// A quaternion that is made from a rotation matrix, made unit length, and multiplied.
constexpr double kQuaternionUnits = 16;
/// A translation that is read back from a dual quaternion is usually off by more than a quarter of
/// its worst case: measured, up to 6.4 units. So many more make that and kRoom.
constexpr double kUsualDualUnits = 5;
/// A shorter result may be replaced by the input direction (skinning.glsl), or its square may be
/// zero.
constexpr double kShortestDirection = 2e-15;
/// The bound of a blend of dual quaternions is looser than that of a weighted sum by as much.
constexpr double kUsualOfDualQuaternions = 0.2;

/// How far the direction of `v` may be off, where `v` is off by `error`. A vector that is certainly
/// shorter than `shortest` gets another direction, which is off by `otherwise`.
double directionError(double length, double error, double shortest, double otherwise) {
    if (length + error <= shortest) return otherwise;
    if (length - error <= shortest) return kUnbounded;
    return 2 * error / length;
}

/// The axis along which `q` is shortest is certain, `q` being off by `error`.
bool hasShortestAxis(const glm::dvec3& q, double error) {
    if (error == 0) return true;
    std::array<double, 3> sizes = {std::abs(q.x), std::abs(q.y), std::abs(q.z)};
    std::sort(sizes.begin(), sizes.end());
    return sizes[1] - sizes[0] > 2 * error;
}

/// Of the rotation that Gram-Schmidt takes from a matrix that is off by `e`, as a quaternion. A
/// column of zeros is exact.
double rotationError(const Entry& entry, double e) {
    const glm::dmat3 m(entry.matrix), q = glm::mat3_cast(entry.rotation);
    const double whole = norm(m);
    if (whole == 0) return 0;
    const double shortest = reference::kShortColumn * whole,
                 margin = reference::kShortColumn * e + kTiny;
    const auto off = [&](const glm::dvec3& column) {
        return (column == glm::dvec3(0.0) ? 0.0 : e) + margin;
    };
    const double first = directionError(glm::length(m[0]), off(m[0]), shortest, 0.0);
    const glm::dvec3 left = m[1] - q[0] * glm::dot(q[0], m[1]);
    const double ofLeft = off(m[1]) + (2 * first + 8 * kUnit) * glm::length(m[1]);
    const double otherwise = hasShortestAxis(q[0], first) ? 3 * first : kUnbounded;
    const double second = directionError(glm::length(left), ofLeft, shortest, otherwise);
    // The third is the product of the two; half of what the matrix turns.
    return first + second;
}

/// Of the matrix that carries normals for `m`, which is off by `e`. Where the volume is nearly
/// none, rounding decides whether it is divided by.
double normalsError(const glm::dmat3& m, double e) {
    const glm::dmat3 cofactors = reference::cofactorMatrix(m);
    const double a = norm(m);
    const double ofCofactors = std::sqrt(2.0) * a * e + e * e + 4 * kUnit * a * a;
    const double volume = std::abs(glm::dot(m[0], cofactors[0]));
    const double box = glm::length(m[0]) * glm::length(m[1]) * glm::length(m[2]);
    const double change = norm(cofactors) * e + a * e * e + e * e * e + 8 * kUnit * box;
    const double flat = reference::kFlatVolume * (box + 3 * a * a * e);
    if (volume == 0 && box == 0) return ofCofactors;
    if (volume + change <= reference::kFlatVolume * (box - 3 * a * a * e)) return ofCofactors;
    if (volume - change <= flat + kTiny / kUnit) return kUnbounded;
    return (ofCofactors + norm(cofactors) * change / volume) / (volume - change);
}

/// What an entry's 3x3 is off: because of its joint's, and because of the product that makes it.
struct EntryOff {
    double joint = 0;
    double product = 0;
    Rounding kind = Rounding::worst;
};

/// What a rotation and an upper triangle are off that are taken from a matrix `m`, which is off by
/// `e`: the bounds of blend_bounds.cpp where they hold.
struct PartsOff {
    double quaternion = 0;
    double shear = 0;
};
PartsOff takenApart(const Entry& entry, double e) {
    const glm::dmat3 m(entry.matrix);
    const double relative = longest(glm::inverse(m)) * e;
    if (relative < 0.25) {
        const double turned = std::sqrt(2.0) * relative / (1 - relative);
        return {.quaternion = 0.5 * turned, .shear = e + turned * longest(m)};
    }
    const double quaternion = rotationError(entry, e);
    return {.quaternion = quaternion, .shear = e + 2 * quaternion * norm(m)};
}

/// What rotation times shear is off the matrix that they are taken from. Gram-Schmidt leaves its
/// second direction as far from perpendicular as cancellation magnifies rounding.
double lossOf(const Entry& entry, double unit) {
    constexpr double kUnits = 6;
    const glm::dmat3 m(entry.matrix), q = glm::mat3_cast(entry.rotation);
    const double second = glm::length(m[1]);
    const double left = glm::length(m[1] - q[0] * glm::dot(q[0], m[1]));
    const bool hasDirection = left > 0.5 * reference::kShortColumn * norm(m);
    return hasDirection ? kUnits * unit * second / left : kUnits * unit;
}

/// A rotation, stretched evenly or not at all, but for rounding.
bool isRigid(const Entry& entry) {
    constexpr double kRounding = 1e-3;
    const glm::dmat3& u = entry.shear;
    return norm(u - u[0][0] * glm::dmat3(1.0)) <= kRounding * norm(u);
}

/// A rigid joint that is off is usually turned by that, and its shear stays.
EntryError roundingOf(const Entry& entry, const EntryOff& off) {
    const glm::dmat3 m(entry.matrix);
    const double e = off.joint + off.product;
    const double extra = kQuaternionUnits * unitOf(off.kind);
    const PartsOff parts = takenApart(entry, e);
    const bool turns = off.kind == Rounding::usual && isRigid(entry);
    const double shear = turns ? off.product : parts.shear;
    const double lost = extra + lossOf(entry, unitOf(off.kind));
    EntryError out{
        .linear = e, .quaternion = parts.quaternion + lost, .shear = shear + lost * norm(m)};
    out.matrixNormals = normalsError(m, e);
    out.shearNormals = normalsError(entry.shear, out.shear);
    return out;
}

/// What a vertex is off before it is skinned, because of its morph targets.
struct VertexError {
    double position = 0;
    double normal = 0;
    double tangent = 0;
};

VertexError morphErrors(const Geometry& geometry, uint32_t v, std::span<const double> weights,
                        std::span<const double> weightErrors) {
    VertexError out;
    if (geometry.morphOffsets.empty()) return out;
    const uint32_t first = geometry.morphOffsets[v], end = geometry.morphOffsets[v + 1];
    const double units = (end - first + 2) * kUnit;
    for (uint32_t d = first; d < end; ++d) {
        const MorphDelta& delta = geometry.morphDeltas[d];
        const double weight = std::abs(weights[delta.weight]);
        const double off = weightErrors[delta.weight] + units * weight;
        out.position += off * glm::length(glm::dvec3(delta.position));
        out.normal += off * glm::length(glm::dvec3(delta.normal));
        out.tangent += off * glm::length(glm::dvec3(delta.tangent));
    }
    if (first == end) return out;
    const double sums = (end - first) * kUnit;
    out.position += sums * glm::length(glm::dvec3(geometry.positions[v]));
    out.normal += sums;
    out.tangent += sums;
    return out;
}

/// A row or column that is zero in every entry is zero in every computation, and so is the volume.
bool exactlyFlat(const Blending& b) {
    for (int i = 0; i < 3; ++i) {
        bool column = true, row = true;
        for (const Share& share : b.shares) {
            const glm::dmat4 &m = b.palette[share.bind].matrix, &e = b.errors[share.bind].elements;
            for (int k = 0; k < 3; ++k) {
                column = column && m[i][k] == 0 && e[i][k] == 0;
                row = row && m[k][i] == 0 && e[k][i] == 0;
            }
        }
        if (column || row) return true;
    }
    return false;
}

double degreesOf(double moved, double length) {
    return length <= kShortestDirection ? 180.0 : reference::turnedBy(moved, length);
}

/// With the cofactor matrix: what its own arithmetic adds, and the side that rounding may choose.
double normalDegrees(const Blending& b, const reference::Transform& t, const TransformError& error,
                     const SkinSettings& settings, const glm::dvec3& normal) {
    const double in = glm::length(normal), length = glm::length(t.normals * normal);
    const double a = norm(t.linear), e = error.linear;
    if (settings.normals == Normals::raw) {
        return degreesOf((e + 4 * kUnit * a) * in, length);
    }
    if (settings.normals == Normals::inverseTranspose) {
        return degreesOf((error.normals + 4 * kUnit * norm(t.normals)) * in, length);
    }
    const glm::dmat3 cofactors = reference::cofactorMatrix(t.linear);
    const double volume = std::abs(glm::dot(t.linear[0], cofactors[0]));
    const double change = norm(cofactors) * e + a * e * e + e * e * e + 8 * kUnit * a * a * a;
    if (volume <= change && !exactlyFlat(b)) return 180.0;
    const double along = in > 0 ? glm::length(t.linear * normal) / in : 0;
    const double across = std::sqrt(std::max(a * a - along * along, 0.0));
    return degreesOf((across * e + 0.5 * e * e + 8 * kUnit * a * a) * in, length);
}

/// The weights' own step, which full precision has room for only where entries agree.
double weightStepOf(const SkinSettings& settings, size_t bindCount) {
    if (settings.influences != InfluenceFormat::split32) return 0;  // format_bounds.h
    const int bindBits = std::bit_width(std::max<size_t>(bindCount, 2) - 1);
    return 1 / (std::exp2(32 - bindBits) - 1);
}

uint32_t mostInfluences(const Geometry& geometry) {
    uint32_t most = 0;
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        most = std::max(most, geometry.influenceOffsets[v + 1] - geometry.influenceOffsets[v]);
    }
    return most;
}

/// What all vertices of a pose share.
struct Parts {
    const Model& model;
    const SkinSettings& settings;
    const PoseRounding& rounding;
    std::vector<Entry> palette{};
    std::vector<EntryError> errors{};
    std::vector<glm::dmat4> jointFromBind{};
    double units = 0;  // of a vertex: kVertexUnits and its influences
    double weightStep = 0;
};

Parts partsOf(const Model& model, const ReferencePose& pose, const SkinSettings& settings,
              const PoseRounding& rounding) {
    Parts parts{.model = model, .settings = settings, .rounding = rounding};
    parts.units = (mostInfluences(model.geometry) + kVertexUnits) * unitOf(rounding.kind);
    parts.weightStep = weightStepOf(settings, pose.palette.size());
    for (size_t b = 0; b < pose.palette.size(); ++b) {
        const PoseRounding::Entry& own = rounding.entries[b];
        const glm::dmat4& jointFromBind =
            parts.jointFromBind.emplace_back(model.binds[b].jointFromBind);
        const Entry& entry = parts.palette.emplace_back(reference::makeEntry(pose.palette[b]));
        const double unit = unitOf(rounding.kind);
        parts.errors.push_back(
            roundingOf(entry, {.joint = own.linear * longest(glm::dmat3(jointFromBind)),
                               .product = kProductUnits * unit * norm(glm::dmat3(own.sizes)),
                               .kind = rounding.kind}));
    }
    return parts;
}

/// How far the image of `p` under an entry may be off: a joint's errors count by how far the vertex
/// is from the joint, the product's own by how far from the origin.
double imageError(const Parts& parts, uint32_t bind, const glm::dvec3& p) {
    const PoseRounding::Entry& own = parts.rounding.entries[bind];
    const double inJoint = glm::length(glm::dvec3(parts.jointFromBind[bind] * glm::dvec4(p, 1.0)));
    const double added = glm::length(glm::dvec3(own.sizes * glm::dvec4(glm::abs(p), 1.0)));
    return own.linear * inJoint + own.translation + parts.units * added;
}

double linearPosition(const Parts& parts, const Blending& b, const reference::Transform& t,
                      const glm::dvec3& p) {
    const glm::dvec3 x = t.linear * p + t.translation;
    double error = 0;
    for (const Share& share : b.shares) {
        const glm::dvec3 image(parts.palette[share.bind].matrix * glm::dvec4(p, 1.0));
        error += (share.weight + share.step) * imageError(parts, share.bind, p) +
                 share.step * glm::length(image - x);
    }
    return error;
}

/// As in blend_bounds.cpp, with the vertex for the origin: what is blended are the images of the
/// vertex under the rotations and translations, once it is stretched, and each is off by no more
/// than the image of the vertex and the stretch are.
double dualQuaternionPosition(const Parts& parts, const Blending& b, const reference::Transform& t,
                              const glm::dvec3& p) {
    const glm::dquat& first = parts.palette[b.shares[0].bind].rotation;
    const glm::dvec3 stretched = t.linear * p;
    const glm::dvec3 x = t.rotation * stretched + t.translation;
    const auto imageOf = [&](const Entry& e) {
        return e.rotation * stretched + glm::dvec3(e.matrix[3]);
    };
    glm::dquat sum(0, 0, 0, 0), dual(0, 0, 0, 0);
    double sumError = 0, stretchError = 0, sizes = glm::length(stretched);
    for (const Share& share : b.shares) {
        const Entry& e = parts.palette[share.bind];
        const glm::dquat sided = reference::sideOf(first, e.rotation) * e.rotation;
        sum += share.weight * sided;
        dual += share.weight * 0.5 * (glm::dquat(0, imageOf(e)) * sided);
        sumError += (share.weight + share.step) * parts.errors[share.bind].quaternion + share.step;
        stretchError += share.weight * parts.errors[share.bind].shear * glm::length(p);
        sizes += share.weight * glm::length(glm::dvec3(e.matrix[3]));
    }
    const double length = glm::length(sum);
    if (!(sumError < length)) return kUnbounded;
    const double scalar = (dual * glm::conjugate(sum)).w / (length * length);
    double moved = 0;
    for (const Share& share : b.shares) {
        const Entry& e = parts.palette[share.bind];
        const EntryError& error = parts.errors[share.bind];
        const double apart = std::hypot(0.5 * glm::length(imageOf(e) - x), scalar);
        const double ofImage = imageError(parts, share.bind, p) + stretchError +
                               error.shear * glm::length(p) +
                               2 * error.quaternion * glm::length(stretched - e.shear * p);
        moved += (share.weight + share.step) * (0.5 * ofImage + apart * error.quaternion) +
                 share.step * apart;
    }
    return 2 * moved / (length - sumError) + parts.units * sizes / length;
}

VertexBound roundingOfVertex(const Parts& parts, const ReferencePose& pose, uint32_t v,
                             std::span<const Share> shares) {
    const Model& model = parts.model;
    const reference::Vertex vertex = reference::morphedVertex(model.geometry, v, pose.morphWeights);
    // With one influence, rotation times shear is its matrix, up to lossOf, for any such two.
    const Blend blend = shares.size() > 1 ? parts.settings.blend : Blend::linear;
    const Blending blending{
        .palette = parts.palette, .errors = parts.errors, .shares = shares, .kept = 1.0};
    const reference::Transform transform =
        reference::blended(parts.palette, shares, blend, parts.settings.normals);
    TransformError error = reference::transformError(blending, transform, blend, vertex.position);
    const VertexError before =
        morphErrors(model.geometry, v, pose.morphWeights, parts.rounding.morphWeights);
    double position = kUnbounded;
    if (blend == Blend::linear) {
        position = linearPosition(parts, blending, transform, vertex.position);
        if (parts.settings.blend == Blend::dualQuaternion) {
            const Entry& entry = parts.palette[shares[0].bind];
            const double lost =
                lossOf(entry, unitOf(parts.rounding.kind)) * norm(glm::dmat3(entry.matrix));
            position += lost * glm::length(vertex.position);
            if (parts.rounding.kind == Rounding::usual) {
                position += kUsualDualUnits * kUnit * glm::length(glm::dvec3(entry.matrix[3]));
            }
            error.linear += lost;
            error.normals = std::max(error.normals, parts.errors[shares[0].bind].shearNormals);
        }
    } else if (std::isfinite(error.linear)) {
        position = dualQuaternionPosition(parts, blending, transform, vertex.position);
        if (parts.rounding.kind == Rounding::usual) position *= kUsualOfDualQuaternions;
    }
    const double stretched = norm(transform.linear);
    const double ofNormal = before.normal > 0
                                ? degreesOf(norm(transform.normals) * before.normal,
                                            glm::length(transform.normals * vertex.normal))
                                : 0;
    const double tangent =
        degreesOf((error.linear + 4 * kUnit * stretched) * glm::length(vertex.tangent) +
                      stretched * before.tangent,
                  glm::length(transform.linear * vertex.tangent));
    const double normal = normalDegrees(blending, transform, error, parts.settings, vertex.normal);
    return {.position = position + stretched * before.position,
            .normalDegrees = std::min(180.0, normal + ofNormal + error.turnDegrees),
            .tangentDegrees = std::min(180.0, tangent + error.turnDegrees)};
}

}  // namespace

std::vector<VertexBound> roundingBounds(const Model& model, const ReferencePose& pose,
                                        const SkinSettings& settings,
                                        const PoseRounding& rounding) {
    const Parts parts = partsOf(model, pose, settings, rounding);
    std::vector<Share> shares;
    std::vector<VertexBound> bounds;
    for (uint32_t v = 0; v < model.geometry.vertexCount(); ++v) {
        reference::sharesOf(model.geometry, v, settings.influenceLimit, shares);
        for (Share& share : shares) share.step = shares.size() > 1 ? parts.weightStep : 0;
        bounds.push_back(roundingOfVertex(parts, pose, v, shares));
    }
    return bounds;
}

}  // namespace sinew
