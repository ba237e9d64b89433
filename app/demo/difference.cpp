// Capturing both ways and comparing them.
#include "app/demo/difference.h"

#include <algorithm>

#include "skinning/animation/placement.h"

namespace sinew {
namespace {

constexpr uint32_t kMostInstances = 4;  // staggered, each at its own time

glm::vec3 worldOf(const Frame& frame, uint32_t instanceCount, uint32_t instance, glm::vec3 object) {
    std::vector<gpu::Affine> worldFromObject(instanceCount);
    placeCrowd(frame.bounds(), worldFromObject);
    const glm::vec4 p(object, 1.0f);
    const gpu::Affine& rows = worldFromObject[instance];
    return {glm::dot(rows[0], p), glm::dot(rows[1], p), glm::dot(rows[2], p)};
}

}  // namespace

MeasuredDifference measureDifference(Frame& frame, const FrameSettings& settings,
                                     const Playback& playback) {
    MeasuredDifference result{.instances = std::min(settings.instanceCount, kMostInstances)};
    const double extent = std::max(2.0f * frame.bounds().radius(), 1e-30f);
    const auto capture = [&](const SkinChoice& choice, uint32_t instance) {
        return frame.capture({.method = choice.method,
                              .skinning = choice.settings,
                              .instanceCount = result.instances},
                             playback.stepped(), instance);
    };
    try {
        // One way after the other: changing it makes the crowd anew.
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
    result.world = worldOf(frame, settings.instanceCount, result.instance, result.worst.at);
    result.place = placeOf(frame.model(), result.worst.vertex);
    return result;
}

}  // namespace sinew
