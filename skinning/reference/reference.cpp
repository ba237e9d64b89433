// Morphs and skins in double precision. It shares no code with the float methods.
#include "skinning/reference/reference.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "skinning/reference/reference_blend.h"

namespace sinew {
namespace {

// Normalizes `v`. A zero vector becomes +z, like in octahedral packing.
glm::dvec3 unit(const glm::dvec3& v) {
    const double length = glm::length(v);
    return length > 0 ? v / length : glm::dvec3(0, 0, 1);
}

// `v` is a unit vector transformed by `m`. Returns its length divided by the length that a uniform
// scale of the same norm would give, at most 1.
double shareOf(const glm::dvec3& v, const glm::dmat3& m) {
    const double even =
        std::sqrt((glm::dot(m[0], m[0]) + glm::dot(m[1], m[1]) + glm::dot(m[2], m[2])) / 3);
    return even > 0 ? std::min(glm::length(v) / even, 1.0) : 0.0;
}

}  // namespace

ReferenceVertices referenceVertices(const Model& model, const ReferencePose& pose,
                                    const SkinSettings& settings) {
    const Geometry& geometry = model.geometry;
    std::vector<reference::Entry> palette;
    for (const glm::dmat4& matrix : pose.palette) palette.push_back(reference::makeEntry(matrix));
    std::vector<reference::Share> shares;
    ReferenceVertices out;
    glm::dvec3 low(std::numeric_limits<double>::max()), high(-low);
    for (uint32_t v = 0; v < geometry.vertexCount(); ++v) {
        const reference::Vertex vertex = reference::morphedVertex(geometry, v, pose.morphWeights);
        reference::sharesOf(geometry, v, settings.influenceLimit, shares);
        const reference::Transform transform =
            reference::blended(palette, shares, settings.blend, settings.normals);
        const glm::dvec3 normal = transform.normals * vertex.normal;
        const glm::dvec3 tangent = transform.linear * vertex.tangent;
        out.positions.push_back(transform.rotation * (transform.linear * vertex.position) +
                                transform.translation);
        out.normals.push_back(transform.rotation * unit(normal));
        const double w = geometry.tangents[v].w;
        out.mirrored.push_back(glm::determinant(transform.linear) < 0);
        out.tangents.emplace_back(transform.rotation * unit(tangent), out.mirrored.back() ? -w : w);
        out.normalShares.push_back(shareOf(normal, transform.normals));
        out.tangentShares.push_back(shareOf(tangent, transform.linear));
        low = glm::min(low, out.positions.back());
        high = glm::max(high, out.positions.back());
    }
    out.extent = out.positions.empty() ? 0.0 : glm::length(high - low);
    return out;
}

ReferenceVertices referenceVertices(const Model& model, uint32_t clip, double timeSeconds,
                                    const SkinSettings& settings) {
    return referenceVertices(model, referencePose(model, clip, timeSeconds), settings);
}

ReferenceVertices referenceVertices(const Model& model, const PoseRequest& request,
                                    const SkinSettings& settings) {
    return referenceVertices(model, referencePose(model, request), settings);
}

ReferenceVertices referenceVertices(const Model& model, const Pose& pose,
                                    const SkinSettings& settings) {
    return referenceVertices(model, referencePose(model, pose), settings);
}

}  // namespace sinew
