// Culling planes of the passes, margins of boxes, and the CPU version of the test in cull.comp.
#include "skinning/bounds/frustum.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sinew {
namespace {

/// Rounding error of a coordinate, relative to the sum of the magnitudes of its terms. It covers
/// float products of two matrices and a point, here and in the vertex stage, and clipping. Each of
/// these has under ten roundings.
constexpr double kCoordinateRounding = 64 * 0.5 * std::numeric_limits<float>::epsilon();

/// Returns the plane a . (p, 1) + b . (p, 1) >= 0. The vertex stage rounds both terms, so the slack
/// grows with both, even if their sum is small.
gpu::CullPlane planeOf(const glm::dvec4& a, const glm::dvec4& b) {
    return {.plane = glm::vec4(a + b),
            .slack = glm::vec4(kCoordinateRounding * (glm::abs(a) + glm::abs(b)))};
}

/// Returns the index of the box of the request's base clip among `count` boxes. The box of the rest
/// pose follows the boxes of all clips.
size_t clipOf(size_t count, const PoseRequest& request) {
    return std::min<size_t>(baseOf(request).clip, count - 2);
}

/// Returns a box that contains every vertex of the request's pose, like ClipBoxes::of().
const Box& boxOf(std::span<const Box> boxes, const PoseRequest& request) {
    const bool blends = request.otherWeight != 0 || hasLayers(request);
    return blends ? boxes.back() : boxes[clipOf(boxes.size(), request)];
}

/// Tests a box as cull.comp does, but with twice the slack.
bool isVisible(const gpu::CullViews& views, const Box& box, const gpu::Affine& worldFromObject) {
    if (views.disableCulling != 0) return true;
    const Box world = transformed(box, worldFromObject);
    const glm::vec3 center = world.center(), reach = world.high - center;
    const gpu::Affine sizes(glm::abs(worldFromObject[0]), glm::abs(worldFromObject[1]),
                            glm::abs(worldFromObject[2]));
    const glm::vec4 largest(glm::vec4(glm::abs(box.center()), 1.0f) * sizes + reach, 1.0f);
    const auto isOutside = [&](const gpu::CullPlane& side) {
        const float farthest = glm::dot(side.plane, glm::vec4(center, 1.0f)) +
                               glm::dot(glm::abs(glm::vec3(side.plane)), reach);
        return farthest + 2 * glm::dot(side.slack, largest) < 0;
    };
    for (uint32_t list = SINEW_LIST_CAMERA; list < views.listCount; ++list) {
        const std::span planes(views.planes + (list - 1) * SINEW_VIEW_PLANES, SINEW_VIEW_PLANES);
        if (std::none_of(planes.begin(), planes.end(), isOutside)) return true;
    }
    return false;
}

gpu::Affine worldFromObjectOf(const CullInput& input, uint32_t instance) {
    const gpu::Affine& placement = input.worldFromObject[instance];
    return input.anchors.empty() ? placement : moved(placement, input.anchors[instance]);
}

/// Returns a plane that culls nothing.
gpu::CullPlane noPlane() {
    return planeOf({0, 0, 0, 0}, {0, 0, 0, 1});
}

/// Returns the error that formats with coarse rounding cause, relative to the sum of the magnitudes
/// of a coordinate's terms.
double coarseness(const Model& model, const SkinSettings& settings) {
    double share = 0;
    const bool half = settings.palette == PaletteFormat::half || settings.bake.halfTexels;
    if (half) share += std::exp2(-10);
    if (settings.influences == InfluenceFormat::packedFloat) {
        // One float stores the entry index and half of the weight. So the weight has those of the
        // 24 bits that the index does not need.
        uint32_t most = 0;
        const std::vector<uint32_t>& offsets = model.geometry.influenceOffsets;
        for (size_t v = 1; v < offsets.size(); ++v) {
            most = std::max(most, offsets[v] - offsets[v - 1]);
        }
        share += most * std::exp2(std::ceil(std::log2(double(model.binds.size()) + 1)) - 22);
    }
    return share;
}

/// Returns CullViews::pixels: the largest size in pixels of a length of 1 at depth 1, divided by
/// the allowed error `pixels` (shaders/cull/detail.glsl). Returns 0 if `pixels` is 0.
float shareOf(const gpu::ViewConstants& view, float pixels) {
    if (pixels <= 0) return 0;
    const glm::mat4 rows = glm::transpose(view.clipFromWorld);
    const glm::vec2 focal(glm::length(glm::vec3(rows[0])), glm::length(glm::vec3(rows[1])));
    const glm::vec2 corner = 1.0f / focal;
    const glm::vec2 inPixels = 0.5f * view.targetSize * focal;
    return std::max(inPixels.x, inPixels.y) * std::sqrt(1 + glm::dot(corner, corner)) / pixels;
}

}  // namespace

gpu::CullViews cullViewsOf(const gpu::ViewConstants& view, bool disableCulling, float pixels) {
    gpu::CullViews views{};
    views.listCount = SINEW_LIST_CASCADE + view.cascadeCount;
    views.disableCulling = disableCulling ? 1 : 0;
    views.depth = glm::transpose(view.clipFromWorld)[3];
    views.lightDirection = view.lightDirection;
    views.pixels = shareOf(view, pixels);
    const auto planes = [&](uint32_t list) {
        return views.planes + (list - 1) * SINEW_VIEW_PLANES;
    };
    const glm::dmat4 rows = glm::transpose(glm::dmat4(view.clipFromWorld));
    gpu::CullPlane* camera = planes(SINEW_LIST_CAMERA);
    for (int axis = 0; axis < 2; ++axis) {
        *camera++ = planeOf(rows[3], rows[axis]);
        *camera++ = planeOf(rows[3], -rows[axis]);
    }
    *camera = planeOf(rows[3], -rows[2]);  // near: depth is reversed
    for (uint32_t cascade = 0; cascade < view.cascadeCount; ++cascade) {
        const glm::dmat4 sides = glm::transpose(glm::dmat4(view.cascadeFromWorld[cascade]));
        gpu::CullPlane* plane = planes(SINEW_LIST_CASCADE + cascade);
        const glm::dvec4 one(0, 0, 0, 1);
        for (int axis = 0; axis < 2; ++axis) {
            *plane++ = planeOf(sides[axis], {0, 0, 0, 0});
            *plane++ = planeOf(one, -sides[axis]);
        }
        *plane = noPlane();
    }
    return views;
}

void rateBy(const gpu::ViewConstants& view, float pixels, uint32_t frame, gpu::CullViews& views) {
    views.ratePixels = shareOf(view, pixels);
    views.frame = frame;
}

gpu::CullViews cullViewsOfNone() {
    gpu::CullViews views{};
    views.listCount = SINEW_LIST_CAMERA;
    views.disableCulling = 1;
    return views;
}

double coarseBy(const Model& model, const BindBoxes& bindBoxes, const SkinSettings& settings) {
    return coarseness(model, settings) * largestTerm(model, bindBoxes);
}

std::vector<Box> boxesToCullBy(const ClipBoxes& boxes, const ClipArcs* arcs, const Model& model,
                               const BindBoxes& bindBoxes, const SkinSettings& settings,
                               const PackedBounds* packed) {
    const double coarse = coarseBy(model, bindBoxes, settings);
    std::vector<Box> all = boxes.clips;
    all.push_back(boxes.rest);
    all.push_back(boxes.any);
    for (size_t i = 0; i < all.size(); ++i) {
        const bool isClip = i < boxes.clips.size(), isRest = i == boxes.clips.size();
        double by = coarse;
        if (arcs) all[i] = sum(all[i], isClip ? arcs->clips[i] : isRest ? arcs->rest : arcs->any);
        if (packed && !isRest) by += isClip ? packed->clips[i] : packed->layered;
        all[i] = widened(all[i], static_cast<float>(by));
    }
    return all;
}

void listVisible(const gpu::CullViews& views, const CullInput& input,
                 std::vector<uint32_t>& listed) {
    listed.clear();
    listed.reserve(input.requests.size());  // later frames do not allocate
    for (uint32_t i = 0; i < input.requests.size(); ++i) {
        if (isVisible(views, boxOf(input.boxes, input.requests[i]), worldFromObjectOf(input, i))) {
            listed.push_back(i);
        }
    }
}

}  // namespace sinew
