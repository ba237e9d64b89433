// Captures and compares the vertices of both methods.
#include "app/demo/work/difference.h"

#include <algorithm>

#include "skinning/gpu/verify/capture.h"

namespace sinew {
namespace {

glm::vec3 worldOf(const PosedInstances& posed, uint32_t instance, const glm::vec3& object) {
    gpu::Affine there = posed.worldFromObject[instance];
    if (!posed.anchors.empty()) there = moved(there, posed.anchors[instance]);
    return glm::vec4(object, 1.0f) * there;
}

}  // namespace

MeasuredDifference measureDifference(const std::shared_ptr<Scene>& scene, ShaderLibrary shaders,
                                     const FrameSettings& settings, const PosedInstances& posed) {
    const std::span<const PoseRequest> requests = posed.requests;
    MeasuredDifference result{.instances = static_cast<uint32_t>(requests.size())};
    const double extent = std::max(2.0f * scene->bounds().radius(), 1e-30f);
    try {
        Capture capturer = Capture::create(scene->device(), std::move(shaders));
        const auto capture = [&](const SkinChoice& choice, uint32_t instance) {
            return capturer.capture(scene, {choice, instance}, requests);
        };
        // All instances are captured with one method, then with the other, because a change of
        // method recreates the crowd.
        std::vector<CapturedVertices> first;
        for (uint32_t i = 0; i < result.instances; ++i) {
            first.push_back(capture(settings.choice(), i));
        }
        for (uint32_t i = 0; i < result.instances; ++i) {
            VertexDifference difference =
                differenceOf(first[i], capture(*settings.compared, i), extent);
            if (i > 0 && difference.position.largest <= result.worst.position.largest) continue;
            result.worst = difference;
            result.instance = i;
        }
    } catch (const std::runtime_error& error) {
        result.problem = error.what();
        return result;
    }
    result.world = worldOf(posed, result.instance, result.worst.at);
    result.vertexText = vertexText(scene->model(), result.worst.vertex);
    return result;
}

}  // namespace sinew
