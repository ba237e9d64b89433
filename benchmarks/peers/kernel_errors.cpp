// Derives error bounds from the vertex formats of engines.
//
// A vertex has the weights w_i, the palette entries M_i = (A_i, t_i), the position p and the normal
// n. A = sum w_i A_i. A format stores w_i + e_i with |e_i| <= s, p + d, and n + m. The position
// error is sum e_i M_i (p + d) + A d. Its length is at most
//   s sum |M_i p| + (|A| + s sum |A_i|) |d|.
// The skinned normal is A n, with an error of at most
//   s sum |A_i| |n + m| + |A| |m|.
// Kernels that use the inverse transpose instead of A have exact formats: s, d and m are 0.
#include "benchmarks/peers/kernel_errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "skinning/reference/reference_blend.h"

namespace sinew {
namespace {

/// Returns the maximum angle in degrees between a vector of `length` and the same vector plus an
/// error vector of length `error`.
double turnedBy(double error, double length) {
    if (error <= 0) return 0;
    return error < length ? glm::degrees(std::asin(error / length)) : 180.0;
}

/// Returns the Frobenius norm: a matrix multiplies the length of a vector by at most this factor.
double norm(const glm::dmat3& m) {
    return std::sqrt(glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2]));
}

/// Returns the error in degrees of a unit direction that was read with an error of `readDegrees`
/// and multiplied by `linear`, which has an error of `linearError`.
double directionDegrees(const glm::dmat3& linear, double linearError, const glm::dvec3& direction,
                        double readDegrees) {
    const double read = 2 * std::sin(0.5 * glm::radians(readDegrees));
    return turnedBy(linearError * (1 + read) + norm(linear) * read,
                    glm::length(linear * direction));
}

}  // namespace

std::vector<VertexBound> peerBounds(const Model& model, const ReferencePose& pose,
                                    const ReferenceVertices& reference,
                                    const SkinSettings& settings, const PeerSteps& steps,
                                    std::span<const PeerRange> ranges) {
    std::vector<reference::Entry> palette;
    for (const glm::dmat4& matrix : pose.palette) palette.push_back(reference::makeEntry(matrix));
    std::vector<reference::Share> shares;
    std::vector<VertexBound> bounds(model.geometry.vertexCount());
    for (const PeerRange& range : ranges) {
        const double moved =
            steps.position * glm::length(glm::dvec3(range.box.high) - glm::dvec3(range.box.low));
        for (uint32_t v = range.firstVertex; v < range.firstVertex + range.vertexCount; ++v) {
            const reference::Vertex vertex = reference::morphedVertex(model.geometry, v, {});
            reference::sharesOf(model.geometry, v, settings.influenceLimit, shares);
            const reference::Transform transform =
                reference::blended(palette, shares, Blend::linear, settings.normals);
            double reach = 0, linearError = 0;
            for (const reference::Share& share : shares) {
                const glm::dmat4& m = palette[share.bind].matrix;
                reach += steps.weight * glm::length(glm::dvec3(m * glm::dvec4(vertex.position, 1)));
                linearError += steps.weight * norm(glm::dmat3(m));
            }
            const double position = reach + (norm(transform.linear) + linearError) * moved;
            const double normal =
                directionDegrees(transform.normals, linearError, vertex.normal, steps.normalRead);
            const double tangent =
                directionDegrees(transform.linear, linearError, vertex.tangent, steps.tangentRead);
            bounds[v] = {.position = kFullPosition * reference.extent + position,
                         .normalDegrees = std::min(180.0, fullDegrees(reference.normalShares[v]) +
                                                              normal + steps.normalWritten),
                         .tangentDegrees = std::min(180.0, fullDegrees(reference.tangentShares[v]) +
                                                               tangent + steps.tangentWritten)};
        }
    }
    return bounds;
}

RowErrors rowErrorsOf(const VertexErrors& errors) {
    return {errors.position, errors.normalDegrees, errors.tangentDegrees};
}

std::string errorText(const RowErrors& errors) {
    return fmt::format(
        "error against the reference: {:.2g} of the model's size, normals {:.3f} degrees, "
        "tangents {:.3f} degrees",
        errors.position, errors.normalDegrees, errors.tangentDegrees);
}

}  // namespace sinew
