// Makes models with extreme but valid numbers: replaced matrix entries, transforms and keys, and
// scaled models. The models are the same in every run.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>

#include "skinning/model.h"

namespace sinew::test {

/// Values that replace a number of a model.
inline constexpr float kExtremes[] = {100.0f, 1e-8f, 3.4e38f, -3.4e38f, 0.0f, 1e-40f, 1e12f};
inline constexpr float kFullScales[] = {1e-8f, 1e8f};

/// Scales all lengths, as if the file were in another unit.
inline void scaleLengths(Model& model, float by) {
    for (glm::vec3& p : model.geometry.positions) p *= by;
    for (MorphDelta& delta : model.geometry.morphDeltas) delta.position *= by;
    for (Transform& rest : model.skeleton.rest) rest.translation *= by;
    for (Bind& bind : model.binds) bind.jointFromBind[3] *= glm::vec4(by, by, by, 1.0f);
    for (Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Channel::Path::translation) continue;
            // Values that channels share are scaled twice; the model is still valid.
            for (size_t i = 0; i < channel.valueCount(); ++i) {
                clip.values[channel.firstValue + i] *= by;
            }
        }
    }
}

/// Scales all roots, as a scaled parent node does.
inline void scaleRoots(Model& model, float by) {
    for (size_t j = 0; j < model.skeleton.parents.size(); ++j) {
        if (model.skeleton.parents[j] != kNoParent) continue;
        model.skeleton.rest[j].scale *= by;
        model.skeleton.rest[j].translation *= by;
    }
}

/// Replaces one number of a key and keeps the invariants of import: rotations have unit length, and
/// rotation keys of a spline are not zero. Returns false if this is impossible.
inline bool replaceKey(Clip& clip, std::mt19937& random, float value) {
    if (clip.channels.empty()) return false;
    const Channel& channel = clip.channels[random() % clip.channels.size()];
    const bool cubic = channel.cubic();
    const uint32_t row = random() % static_cast<uint32_t>(channel.rows());
    float* first = clip.values.data() + channel.firstValue + size_t{row} * channel.width;
    first[random() % channel.width] = value;
    if (channel.path != Channel::Path::rotation || (cubic && row % 3 != 1)) return true;
    double length = 0;
    for (int c = 0; c < 4; ++c) length = std::hypot(length, double{first[c]});
    if (!(length > 1e-12)) return false;
    for (int c = 0; c < 4 && !cubic; ++c) first[c] = static_cast<float>(first[c] / length);
    return true;
}

/// Calls `check(name, mutant)` for mutants with one replaced number and for scaled models. Each of
/// kExtremes replaces `count` numbers of each kind.
inline void forEachMutant(const Model& model, uint32_t count,
                          const std::function<void(const std::string&, const Model&)>& check) {
    std::mt19937 random(7);
    for (const float value : kExtremes) {
        for (uint32_t i = 0; i < count; ++i) {
            if (!model.binds.empty()) {
                Model mutant = model;
                const size_t bind = random() % mutant.binds.size();
                const int column = static_cast<int>(random() % 4);
                mutant.binds[bind].jointFromBind[column][static_cast<int>(random() % 3)] = value;
                check(
                    fmt::format("inverse bind matrix {} column {} holds {:g}", bind, column, value),
                    mutant);
            }
            Model mutant = model;
            Transform& rest = mutant.skeleton.rest[random() % mutant.skeleton.rest.size()];
            const int axis = static_cast<int>(random() % 3);
            (random() % 2 == 0 ? rest.scale : rest.translation)[axis] = value;
            check(fmt::format("a node's scale or translation {} is {:g}", axis, value), mutant);
            if (model.clips.empty()) continue;
            mutant = model;
            if (!replaceKey(mutant.clips[random() % mutant.clips.size()], random, value)) continue;
            check(fmt::format("a key holds {:g}", value), mutant);
        }
    }
    for (const float scale : kFullScales) {
        Model mutant = model;
        scaleLengths(mutant, scale);
        check(fmt::format("lengths scaled by {:g}", scale), mutant);
        mutant = model;
        scaleRoots(mutant, scale);
        check(fmt::format("roots scaled by {:g}", scale), mutant);
    }
}

}  // namespace sinew::test
