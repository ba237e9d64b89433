// Fits shadow cascades to a camera and to the sphere around the shadow casters.
#include "renderer/passes/cascades.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_transform.hpp>

namespace sinew {
namespace {

/// Returns the smallest sphere around a slice of the view frustum. By symmetry its centre is on the
/// view axis. A shifted frustum is enclosed in a larger, symmetric one.
Sphere sliceSphere(const Camera& camera, float aspect, float nearDepth, float farDepth) {
    const float t = std::tan(camera.verticalFovRadians * 0.5f);
    const float high = 1.0f + std::abs(camera.shift.y);
    const float wide = aspect * (1.0f + std::abs(camera.shift.x));
    const float k = t * t * (high * high + wide * wide);  // squared half diagonal at depth 1
    const float depth = std::min(0.5f * (nearDepth + farDepth) * (1.0f + k), farDepth);
    const float radius =
        std::sqrt((farDepth - depth) * (farDepth - depth) + k * farDepth * farDepth);
    const glm::vec3 forward = glm::normalize(camera.target - camera.position());
    return {camera.position() + forward * depth, radius};
}

glm::mat4 shadowMatrix(const Sphere& area, const Sphere& casters, glm::vec3 towardsLight,
                       float texel) {
    const glm::vec3 up = std::abs(towardsLight.y) > 0.99f ? glm::vec3(0, 0, 1) : glm::vec3(0, 1, 0);
    const glm::mat4 lightFromWorld = glm::lookAt(glm::vec3(0.0f), -towardsLight, up);
    glm::vec3 center = glm::vec3(lightFromWorld * glm::vec4(area.center, 1.0f));
    center.x = std::floor(center.x / texel) * texel;
    center.y = std::floor(center.y / texel) * texel;
    // The depth range includes casters between the light and `area`. Light space looks along -z.
    const float casterZ = (lightFromWorld * glm::vec4(casters.center, 1.0f)).z;
    const float nearest = std::max(casterZ + casters.radius, center.z + area.radius);
    const float farthest = std::min(casterZ - casters.radius, center.z - area.radius);
    const glm::mat4 clipFromLight =
        glm::orthoRH_ZO(center.x - area.radius, center.x + area.radius, center.y - area.radius,
                        center.y + area.radius, -nearest, -farthest);
    glm::mat4 uvFromClip(1.0f);
    uvFromClip[0][0] = 0.5f;
    uvFromClip[1][1] = 0.5f;
    uvFromClip[3] = glm::vec4(0.5f, 0.5f, 0.0f, 1.0f);
    return uvFromClip * clipFromLight * lightFromWorld;
}

}  // namespace

Cascades fitCascades(const Camera& camera, float aspect, glm::vec3 towardsLight,
                     const Sphere& casters, uint32_t count, uint32_t resolution) {
    const glm::vec3 forward = glm::normalize(camera.target - camera.position());
    const float depth = glm::dot(casters.center - camera.position(), forward);
    const float nearDepth = std::max(depth - casters.radius, camera.nearPlane());
    const float farDepth = std::max(depth + casters.radius, nearDepth * 1.01f);

    Cascades cascades{};
    float from = nearDepth;
    for (uint32_t i = 0; i < count; ++i) {
        const float share = static_cast<float>(i + 1) / static_cast<float>(count);
        const float even = nearDepth + (farDepth - nearDepth) * share;
        const float logarithmic = nearDepth * std::pow(farDepth / nearDepth, share);
        const float to = 0.5f * (even + logarithmic);
        Sphere area = sliceSphere(camera, aspect, from, to);
        // Limits an area to a sphere around the casters with 1.25 times their radius. The last
        // cascade always has this area. The extra 25 % is for a low sun.
        if (area.radius > casters.radius * 1.25f || i + 1 == count) {
            area = {casters.center, casters.radius * 1.25f};
        }
        const float texel = 2.0f * area.radius / static_cast<float>(resolution);
        cascades.texelSize[i] = texel;
        cascades.shadowFromWorld[i] = shadowMatrix(area, casters, towardsLight, texel);
        from = to;
    }
    return cascades;
}

}  // namespace sinew
