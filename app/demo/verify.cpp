// Comparing captured vertices.
#include "app/demo/verify.h"

#include <algorithm>
#include <cmath>

#include "skinning/gpu/verify.h"

namespace sinew {
namespace {

constexpr uint32_t kInstances = 4;  // staggered, each at its own time: enough to show a mix-up

/// From both the sine and the cosine: acos alone loses half the digits near 0.
double degreesBetween(const glm::dvec3& a, const glm::dvec3& b) {
    return glm::degrees(std::atan2(glm::length(glm::cross(a, b)), glm::dot(a, b)));
}

void compare(const CapturedVertices& a, const CapturedVertices& b, double extent,
             Agreement::Pair& pair) {
    for (size_t i = 0; i < a.positions.size(); ++i) {
        const double distance =
            glm::distance(glm::dvec3(a.positions[i]), glm::dvec3(b.positions[i]));
        const double degrees = degreesBetween(a.normals[i], b.normals[i]);
        // Written so that a NaN counts as the worst.
        if (!(distance / extent <= pair.positionError)) pair.positionError = distance / extent;
        if (!(degrees <= pair.normalErrorDegrees)) pair.normalErrorDegrees = degrees;
    }
}

}  // namespace

bool Agreement::good() const {
    return problem.empty() && std::all_of(pairs.begin(), pairs.end(), [](const Pair& pair) {
               return pair.positionError <= kPositionTolerance &&
                      pair.normalErrorDegrees <= kAngleTolerance;
           });
}

Agreement verifyMethods(Frame& frame, FrameSettings settings, const Playback& playback) {
    Agreement agreement;
    settings.instanceCount = std::min(settings.instanceCount, kInstances);
    const double extent = std::max(2.0f * frame.bounds().radius(), 1e-30f);
    try {
        std::vector<std::vector<CapturedVertices>> captured(kMethodCount);
        for (size_t method = 0; method < kMethodCount; ++method) {
            settings.method = static_cast<Method>(method);
            for (uint32_t i = 0; i < settings.instanceCount; ++i) {
                captured[method].push_back(frame.capture(settings, playback, i));
            }
        }
        for (size_t a = 0; a < captured.size(); ++a) {
            for (size_t b = a + 1; b < captured.size(); ++b) {
                Agreement::Pair pair{static_cast<Method>(a), static_cast<Method>(b)};
                for (uint32_t i = 0; i < settings.instanceCount; ++i) {
                    compare(captured[a][i], captured[b][i], extent, pair);
                }
                agreement.pairs.push_back(pair);
            }
        }
    } catch (const VulkanError& error) {
        if (error.result == VK_ERROR_DEVICE_LOST) throw;
        agreement.problem = error.what();
    } catch (const std::runtime_error& error) {
        agreement.problem = error.what();
    }
    agreement.instances = settings.instanceCount;
    agreement.vertices = uint64_t{frame.model().geometry.vertexCount()} * settings.instanceCount;
    return agreement;
}

}  // namespace sinew
