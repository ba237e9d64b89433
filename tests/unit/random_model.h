// Random models with unusual skins.
#pragma once

#include <fmt/format.h>

#include <random>

#include "skinning/model.h"

namespace sinew::test {

/// Returns a chain of `joints` joints with `vertices` vertices, which have 1 to `influences`
/// influences, and two morph targets.
inline Model randomModel(uint32_t joints, uint32_t vertices, uint32_t influences, bool wildScales) {
    std::mt19937 random(joints + vertices);
    std::uniform_real_distribution<float> unit(-1.0f, 1.0f), positive(0.05f, 1.0f);
    // The order of evaluation is fixed, so that all compilers give the same model.
    const auto vector = [&] {
        const float z = unit(random), y = unit(random), x = unit(random);
        return glm::vec3(x, y, z);
    };
    Model model;
    for (uint32_t j = 0; j < joints; ++j) {
        model.skeleton.names.push_back(fmt::format("j{}", j));
        model.skeleton.parents.push_back(static_cast<int32_t>(j) - 1);
        model.skeleton.rest.push_back(
            {.translation = 0.3f * vector(),
             .rotation = glm::normalize(glm::quat(1.5f, 0.2f * vector())),
             .scale =
                 wildScales ? glm::vec3(j % 3 == 0 ? -1.2f : 0.8f, 1.1f, 1.0f) : glm::vec3(1)});
        model.binds.push_back({.joint = j});
    }
    model.restMorphWeights = {0.25f, 0.0f};
    Geometry& geometry = model.geometry;
    geometry.influenceOffsets = {0};
    geometry.morphOffsets = {0};
    for (uint32_t v = 0; v < vertices; ++v) {
        geometry.positions.push_back(vector());
        geometry.normals.push_back(glm::normalize(vector()));
        geometry.tangents.emplace_back(glm::normalize(vector()), v % 2 == 0 ? 1.0f : -1.0f);
        const uint32_t count = 1 + v % influences;
        float sum = 0;
        const auto first = static_cast<ptrdiff_t>(geometry.influences.size());
        for (uint32_t i = 0; i < count; ++i) {
            geometry.influences.push_back({.bind = (v + i) % joints, .weight = positive(random)});
            sum += geometry.influences.back().weight;
        }
        for (auto i = geometry.influences.begin() + first; i != geometry.influences.end(); ++i) {
            i->weight /= sum;
        }
        geometry.influenceOffsets.push_back(static_cast<uint32_t>(geometry.influences.size()));
        for (uint32_t d = 0; d < v % 3; ++d) {
            geometry.morphDeltas.push_back({.weight = d,
                                            .position = 0.2f * vector(),
                                            .normal = 0.2f * vector(),
                                            .tangent = 0.2f * vector()});
        }
        geometry.morphOffsets.push_back(static_cast<uint32_t>(geometry.morphDeltas.size()));
    }
    return model;
}

}  // namespace sinew::test
