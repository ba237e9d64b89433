// Derives winding from the rest pose's palette and the signs of scale keys.
#include "skinning/gpu/crowd/winding.h"

#include <algorithm>
#include <optional>
#include <span>

#include "skinning/animation/palette.h"
#include "skinning/animation/sample.h"

namespace sinew {
namespace {

bool hasNegative(const Clip& clip, const Channel& channel) {
    const auto first = clip.values.begin() + channel.firstValue;
    // Tangents are tested too: a spline may overshoot 0 although its keys do not.
    return std::any_of(first, first + static_cast<std::ptrdiff_t>(channel.valueCount()),
                       [](float value) { return value < 0; });
}

/// Returns for each joint if a clip can mirror it, directly or through a parent.
std::vector<bool> turningJoints(const Model& model) {
    std::vector<bool> turning(model.skeleton.size(), false);
    for (const Clip& clip : model.clips) {
        for (const Channel& channel : clip.channels) {
            if (channel.path != Channel::Path::scale || !hasNegative(clip, channel)) continue;
            turning[channel.target] = true;
        }
    }
    for (uint32_t joint = 0; joint < model.skeleton.size(); ++joint) {
        const int32_t parent = model.skeleton.parents[joint];
        if (parent != kNoParent && turning[static_cast<size_t>(parent)]) turning[joint] = true;
    }
    return turning;
}

Winding windingOf(const gpu::Affine& m) {
    const glm::mat3 linear{glm::vec3(m[0]), glm::vec3(m[1]), glm::vec3(m[2])};
    return glm::determinant(linear) < 0 ? Winding::clockwise : Winding::counterClockwise;
}

}  // namespace

std::vector<Winding> primitiveWindings(const Model& model) {
    const std::vector<gpu::Affine> palette = paletteOf(model, restPose(model));
    const std::vector<bool> turning = turningJoints(model);
    std::vector<Winding> ofBind;
    for (size_t b = 0; b < palette.size(); ++b) {
        ofBind.push_back(turning[model.binds[b].joint] ? Winding::changing : windingOf(palette[b]));
    }
    std::vector<Winding> windings;
    const Geometry& geometry = model.geometry;
    for (const Primitive& primitive : model.primitives) {
        std::optional<Winding> winding;
        for (const uint32_t v :
             std::span(geometry.indices).subspan(primitive.firstIndex, primitive.indexCount)) {
            for (uint32_t i = geometry.influenceOffsets[v]; i < geometry.influenceOffsets[v + 1];
                 ++i) {
                const Winding here = ofBind[geometry.influences[i].bind];
                winding = winding.value_or(here) == here ? here : Winding::changing;
            }
        }
        windings.push_back(winding.value_or(Winding::counterClockwise));
    }
    return windings;
}

}  // namespace sinew
