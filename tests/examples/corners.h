// Triangles without indices, and a software rasterizer for the picture that example 01 must render.
#pragma once

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>
#include <glm/gtc/matrix_transform.hpp>
#include <limits>
#include <vector>

#include "images/decode.h"
#include "skinning/bounds/bounds.h"

namespace sinew::test {

/// A mesh without indices: three entries per triangle.
struct Corners {
    std::vector<glm::dvec3> positions;
    std::vector<glm::dvec3> normals;
};

/// The camera of examples/01-compute-skinning.
inline glm::dmat4 exampleCamera(const Box& box) {
    const double distance = box.radius() / std::sin(glm::radians(15.0));
    const glm::dvec3 center(box.center());
    const glm::dvec3 eye = center + distance * glm::normalize(glm::dvec3(0.4, 0.25, 1.0));
    glm::dmat4 clip = glm::perspective(glm::radians(30.0), 1.0, 0.1 * distance, 3.0 * distance);
    clip[1][1] *= -1.0;
    return clip * glm::lookAt(eye, center, glm::dvec3(0.0, 1.0, 0.0));
}

/// The direction to the light of examples/01-compute-skinning.
inline glm::dvec3 exampleLight() {
    return glm::normalize(glm::dvec3(0.4, 0.7, 0.6));
}

/// The shading of shade.frag.glsl for a front face without shadow, in sRGB.
inline glm::dvec3 exampleShade(glm::dvec3 normal) {
    const double lit = std::max(glm::dot(glm::normalize(normal), exampleLight()), 0.0);
    const glm::dvec3 linear = glm::dvec3(0.4, 0.5, 0.6) * (0.15 + 0.85 * lit);
    return 255.0 * (1.055 * glm::pow(linear, glm::dvec3(1.0 / 2.4)) - 0.055);
}

/// Draws a pixel if its centre is in a triangle; the nearest triangle is visible.
inline images::Pixels drawByHand(const Corners& corners, const glm::dmat4& clipFromObject,
                                 uint32_t side) {
    images::Pixels picture{side, side, std::vector<uint8_t>(size_t{side} * side * 4)};
    std::vector<double> nearest(size_t{side} * side, std::numeric_limits<double>::infinity());
    for (size_t first = 0; first + 2 < corners.positions.size(); first += 3) {
        glm::dvec3 p[3];  // pixels and depth
        for (size_t c = 0; c < 3; ++c) {
            const glm::dvec4 clip = clipFromObject * glm::dvec4(corners.positions[first + c], 1.0);
            p[c] =
                glm::dvec3((glm::dvec2(clip) / clip.w * 0.5 + 0.5) * double(side), clip.z / clip.w);
        }
        const glm::dvec3 low = glm::min(glm::min(p[0], p[1]), p[2]);
        const glm::dvec3 high = glm::max(glm::max(p[0], p[1]), p[2]);
        const auto edge = [](const glm::dvec3& a, const glm::dvec3& b, const glm::dvec2& at) {
            return (b.x - a.x) * (at.y - a.y) - (b.y - a.y) * (at.x - a.x);
        };
        const double area = edge(p[0], p[1], p[2]);
        for (uint32_t y = uint32_t(std::max(low.y, 0.0)); y < std::min(high.y, double(side)); ++y) {
            for (uint32_t x = uint32_t(std::max(low.x, 0.0)); x < std::min(high.x, double(side));
                 ++x) {
                const glm::dvec2 at(x + 0.5, y + 0.5);
                const glm::dvec3 share =
                    glm::dvec3(edge(p[1], p[2], at), edge(p[2], p[0], at), edge(p[0], p[1], at)) /
                    area;
                if (!(share.x >= 0 && share.y >= 0 && share.z >= 0)) continue;
                const double depth = glm::dot(share, glm::dvec3(p[0].z, p[1].z, p[2].z));
                const size_t pixel = size_t{y} * side + x;
                if (depth >= nearest[pixel]) continue;
                nearest[pixel] = depth;
                // Vulkan's front faces run counter-clockwise where y points up: here `area` < 0.
                const glm::dvec3 normal = share.x * corners.normals[first] +
                                          share.y * corners.normals[first + 1] +
                                          share.z * corners.normals[first + 2];
                const glm::dvec3 color = exampleShade(area < 0 ? normal : -normal);
                for (int c = 0; c < 3; ++c) {
                    picture.rgba[pixel * 4 + size_t(c)] = uint8_t(std::lround(color[c]));
                }
                picture.rgba[pixel * 4 + 3] = 255;
            }
        }
    }
    return picture;
}

/// The share of wrong pixels in a picture of example 01.
struct WrongPixels {
    double character = 0;  // relative to the pixels that the character covers
    double shadow = 0;     // relative to the ground's pixels in shadow
};

/// Tests each pixel. The character is bluish and the ground is gray. A pixel of the character must
/// be between ambient light and full light. A pixel of the ground must be dark if and only if the
/// character blocks its light.
inline WrongPixels wrongPixels(const images::Pixels& drawn, const Corners& corners, const Box& box,
                               const glm::dmat4& camera) {
    const images::Pixels character = drawByHand(corners, camera, drawn.width);
    Corners onGround = corners;
    for (glm::dvec3& p : onGround.positions) {
        p -= exampleLight() * ((p.y - double(box.low.y)) / exampleLight().y);
    }
    const images::Pixels shadow = drawByHand(onGround, camera, drawn.width);
    const glm::dvec3 ambient = exampleShade(-exampleLight());
    size_t covered = 0, wrong = 0, shadowed = 0, wrongShadow = 0;
    for (size_t at = 0; at + 3 < drawn.rgba.size(); at += 4) {
        const uint8_t* color = &drawn.rgba[at];
        const bool isGround = color[0] == color[1] && color[1] == color[2];
        const bool expectsGround = character.rgba[at + 3] == 0;
        if (!expectsGround) ++covered;
        if (isGround != expectsGround) {
            ++wrong;
        } else if (isGround) {
            constexpr uint8_t kBetween = 120;  // between the ground's values with and without light
            const bool expectsShadow = shadow.rgba[at + 3] != 0;
            if (expectsShadow) ++shadowed;
            if ((color[0] < kBetween) != expectsShadow) ++wrongShadow;
        } else {
            bool between = true;
            for (int c = 0; c < 3; ++c) {
                between = between && color[c] >= ambient[c] - 4 &&
                          color[c] <= character.rgba[at + size_t(c)] + 4;
            }
            if (!between) ++wrong;
        }
    }
    const auto share = [](size_t part, size_t all) {
        return all > 0 ? double(part) / double(all) : 1.0;
    };
    return {share(wrong, covered), share(wrongShadow, shadowed)};
}

inline WrongPixels wrongPixels(const images::Pixels& drawn, const Corners& corners,
                               const Box& box) {
    return wrongPixels(drawn, corners, box, exampleCamera(box));
}

/// The share of covered pixels that only one image covers, or that differ by more than `step` in a
/// channel.
inline double differing(const images::Pixels& a, const images::Pixels& b, int step) {
    size_t covered = 0, different = 0;
    for (size_t at = 0; at + 3 < std::min(a.rgba.size(), b.rgba.size()); at += 4) {
        if (a.rgba[at + 3] == 0 && b.rgba[at + 3] == 0) continue;
        ++covered;
        for (size_t c = 0; c < 4; ++c) {
            if (std::abs(a.rgba[at + c] - b.rgba[at + c]) <= step) continue;
            ++different;
            break;
        }
    }
    return covered > 0 ? double(different) / double(covered) : 1.0;
}

}  // namespace sinew::test
