// Draws the icon from distance functions, with smooth edges at any size.
#include "app/demo/platform/icon.h"

#include <algorithm>
#include <cmath>
#include <glm/glm.hpp>

namespace sinew {
namespace {

float distanceToBone(glm::vec2 p, glm::vec2 from, glm::vec2 to) {
    const glm::vec2 along = to - from;
    const float t = glm::clamp(glm::dot(p - from, along) / glm::dot(along, along), 0.0f, 1.0f);
    return glm::length(p - from - t * along);
}

/// Returns the distance to the edge of a rounded square around (0.5, 0.5); negative inside.
float distanceToGround(glm::vec2 p) {
    constexpr float kHalf = 0.48f, kRound = 0.14f;
    const glm::vec2 beyond = glm::max(glm::abs(p - 0.5f) - (kHalf - kRound), glm::vec2(0.0f));
    return glm::length(beyond) - kRound;
}

}  // namespace

std::vector<uint8_t> iconPixels(uint32_t size) {
    constexpr glm::vec3 kGround(0.10f, 0.12f, 0.16f), kBone(0.90f, 0.92f, 0.95f);
    constexpr glm::vec3 kJoint(0.36f, 0.68f, 0.94f);
    constexpr glm::vec2 kJoints[] = {{0.30f, 0.18f}, {0.66f, 0.48f}, {0.34f, 0.82f}};
    std::vector<uint8_t> pixels;
    pixels.reserve(size_t{4} * size * size);
    const auto pixel = 1.0f / static_cast<float>(size);
    // Returns the share of a pixel that a shape covers, from the distance to the shape.
    const auto covered = [&](float distance) {
        return glm::clamp(0.5f - distance / pixel, 0.0f, 1.0f);
    };
    const auto byte = [](float share) { return static_cast<uint8_t>(std::lround(255.0f * share)); };
    for (uint32_t y = 0; y < size; ++y) {
        for (uint32_t x = 0; x < size; ++x) {
            const glm::vec2 p = (glm::vec2(x, y) + 0.5f) * pixel;
            const float bones = std::min(distanceToBone(p, kJoints[0], kJoints[1]),
                                         distanceToBone(p, kJoints[1], kJoints[2]));
            glm::vec3 color = glm::mix(kGround, kBone, covered(bones - 0.06f));
            for (const glm::vec2& joint : kJoints) {
                color = glm::mix(color, kJoint, covered(glm::length(p - joint) - 0.10f));
            }
            for (int c = 0; c < 3; ++c) pixels.push_back(byte(color[c]));
            pixels.push_back(byte(covered(distanceToGround(p))));
        }
    }
    return pixels;
}

}  // namespace sinew
