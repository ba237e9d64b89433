// Computes view constants from camera, light and crowd.
#include "skinning/gpu/frame/frame_view.h"

#include <algorithm>
#include <cmath>

#include "renderer/passes/cascades.h"
#include "renderer/passes/shadow_pass.h"
#include "shaders/shared/view.h"

namespace sinew {
namespace {

constexpr float kExposure = 0.80f;

}  // namespace

glm::vec3 towardsSun(const SunMoved& moved) {
    const glm::vec3 usual = glm::normalize(glm::vec3(0.62f, 0.95f, 0.42f));
    if (moved == SunMoved()) return usual;
    const float yaw = std::atan2(usual.x, usual.z) + glm::radians(moved.azimuthDegrees);
    const float pitch = glm::clamp(std::asin(usual.y) + glm::radians(moved.elevationDegrees),
                                   glm::radians(5.0f), glm::radians(90.0f));
    return {std::cos(pitch) * std::sin(yaw), std::sin(pitch), std::cos(pitch) * std::cos(yaw)};
}

gpu::ViewConstants viewConstants(const Camera& camera, VkExtent2D extent, const Box& character,
                                 const Box& crowd, uint32_t cascadeCount,
                                 const glm::vec3& towardsLight) {
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    const Cascades cascades =
        fitCascades(camera, aspect, towardsLight, {crowd.center(), crowd.radius()}, cascadeCount,
                    ShadowPass::kResolution);
    gpu::ViewConstants view{};
    view.clipFromWorld = view.previousClipFromWorld = camera.clipFromWorld(aspect);
    view.worldFromClip = glm::inverse(view.clipFromWorld);
    for (uint32_t i = 0; i < cascadeCount; ++i) {
        view.cascadeFromWorld[i] = cascades.shadowFromWorld[i];
        view.cascadeTexel[i / 4][static_cast<int>(i % 4)] = cascades.texelSize[i];
    }
    view.cameraPosition = camera.position();
    view.cascadeCount = cascadeCount;
    view.lightDirection = towardsLight;
    view.groundCenter = {crowd.center().x, 0.0f, crowd.center().z};
    view.groundRadius = 2.0f * crowd.radius() + 6.0f * character.radius();
    view.targetSize = {extent.width, extent.height};
    view.exposure = kExposure;
    view.extent = 2.0f * character.radius();
    return view;
}

gpu::ViewConstants outsideView(gpu::ViewConstants view, const gpu::ViewConstants& frozen,
                               const Box& crowd) {
    std::ranges::copy(frozen.cascadeFromWorld, view.cascadeFromWorld);
    std::ranges::copy(frozen.cascadeTexel, view.cascadeTexel);
    // `end` is the depth behind the crowd. Depth is z / w in clip space, and z is the distance of
    // the near plane.
    const glm::vec4 center = frozen.clipFromWorld * glm::vec4(crowd.center(), 1.0f);
    const float end = center.z / std::max(center.w + crowd.radius(), 2.0f * crowd.radius());
    glm::mat4 clipFromEnded(1.0f);
    clipFromEnded[2][2] = 1.0f - end;
    clipFromEnded[3][2] = end;
    view.worldFromFrozen = frozen.worldFromClip * clipFromEnded;
    return view;
}

}  // namespace sinew
