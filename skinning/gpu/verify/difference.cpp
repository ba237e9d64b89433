// Compares vertices of two methods.
#include "skinning/gpu/verify/difference.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "shaders/shared/colormap.h"
#include "skinning/gpu/verify/captured_vertices.h"
#include "skinning/model.h"

namespace sinew {
namespace {

double finite(double error) {
    return std::isfinite(error) ? error : std::numeric_limits<double>::infinity();
}

Spread spreadOf(std::vector<double> values) {
    if (values.empty()) return {};
    Spread spread;
    for (const double value : values) {
        spread.largest = std::max(spread.largest, value);
        spread.mean += value;
        spread.rms += value * value;
    }
    const auto count = static_cast<double>(values.size());
    spread.mean /= count;
    spread.rms = std::sqrt(spread.rms / count);
    const auto at = values.begin() + static_cast<ptrdiff_t>((values.size() - 1) * 99 / 100);
    std::nth_element(values.begin(), at, values.end());
    spread.percentile99 = *at;
    return spread;
}

size_t decadeOf(double relative) {
    if (relative == 0) return 0;
    // Compares with the decades directly, because a logarithm may round across one.
    constexpr double kDecades[] = {1e-8, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2};
    static_assert(static_cast<float>(kDecades[0]) == SINEW_DIFFERENCE_LEAST);
    static_assert(static_cast<float>(kDecades[6]) == SINEW_DIFFERENCE_MOST);
    const auto above = std::upper_bound(std::begin(kDecades), std::end(kDecades), relative);
    return 1 + static_cast<size_t>(above - std::begin(kDecades));
}

}  // namespace

double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

VertexDifference differenceOf(const CapturedVertices& a, const CapturedVertices& b, double extent) {
    VertexDifference difference{.extent = extent};
    std::vector<double> positions, normals, tangents;
    for (size_t v = 0; v < a.positions.size(); ++v) {
        positions.push_back(
            finite(glm::distance(glm::dvec3(a.positions[v]), glm::dvec3(b.positions[v])) / extent));
        normals.push_back(finite(degreesBetween(a.normals[v], b.normals[v])));
        const glm::dvec4 first(a.tangents[v]), second(b.tangents[v]);
        tangents.push_back(finite(degreesBetween(first, second)));
        difference.handednessDiffers += first.w != second.w;
        ++difference.decades[decadeOf(positions.back())];
    }
    if (const auto most = std::max_element(positions.begin(), positions.end());
        most != positions.end()) {
        difference.vertex = static_cast<uint32_t>(most - positions.begin());
        difference.at = a.positions[difference.vertex];
    }
    difference.position = spreadOf(std::move(positions));
    difference.normalDegrees = spreadOf(std::move(normals));
    difference.tangentDegrees = spreadOf(std::move(tangents));
    return difference;
}

namespace {

/// Returns the glTF accessor element of a vertex of the primitive.
uint32_t elementOf(const Primitive& primitive, uint32_t vertex) {
    for (const VertexRange& range : primitive.fileVertices) {
        if (vertex < range.count) return range.first + vertex;
        vertex -= range.count;
    }
    return vertex;
}

}  // namespace

std::string vertexText(const Model& model, uint32_t vertex) {
    for (const Primitive& primitive : model.primitives) {
        if (vertex - primitive.firstVertex >= primitive.vertexCount) continue;
        const auto copies = static_cast<uint32_t>(primitive.tangentCopies.size());
        const uint32_t ofFile = primitive.vertexCount - copies;
        uint32_t index = vertex - primitive.firstVertex;
        if (index >= ofFile) index = primitive.tangentCopies[index - ofFile];
        return fmt::format("vertex {}, primitive {} of mesh \"{}\"", elementOf(primitive, index),
                           primitive.primitive, primitive.meshName);
    }
    return fmt::format("vertex {}", vertex);
}

}  // namespace sinew
