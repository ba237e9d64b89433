// Constants of a view.
#include "skinning/gpu/frame_view.h"

#include "renderer/cascades.h"
#include "renderer/shadow_pass.h"

namespace sinew {
namespace {

/// Where the sun stands: to the right of the camera's usual place, two thirds up.
const glm::vec3 kTowardsLight = glm::normalize(glm::vec3(0.62f, 0.95f, 0.42f));
constexpr float kExposure = 0.80f;

}  // namespace

gpu::ViewConstants viewConstants(const Camera& camera, VkExtent2D extent, const Box& character,
                                 const Box& crowd, uint32_t cascadeCount) {
    const float aspect = static_cast<float>(extent.width) / static_cast<float>(extent.height);
    const Cascades cascades =
        fitCascades(camera, aspect, kTowardsLight, {crowd.center(), crowd.radius()}, cascadeCount,
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
    view.lightDirection = kTowardsLight;
    view.groundCenter = {crowd.center().x, 0.0f, crowd.center().z};
    view.groundRadius = 2.0f * crowd.radius() + 6.0f * character.radius();
    view.targetSize = {extent.width, extent.height};
    view.exposure = kExposure;
    view.extent = 2.0f * character.radius();
    return view;
}

}  // namespace sinew
