// What a frame draws and how.
#pragma once

#include <optional>

#include "renderer/camera.h"
#include "renderer/forward_pass.h"
#include "renderer/gpu_timer.h"
#include "shaders/shared/view.h"
#include "skinning/settings.h"

namespace sinew {

/// Lines drawn over the crowd that is shown.
struct Overlays {
    bool skeleton = false;
    bool bounds = false;
    /// That instance's skeleton alone; where `skeleton` is off. Of FrameSettings::model.
    std::optional<uint32_t> skeletonOf;

    bool anySkeleton() const { return skeleton || skeletonOf; }
};

/// From the sun's usual place, which is to the right of the camera's, two thirds up.
struct SunMoved {
    float azimuthDegrees = 0;  // counter-clockwise seen from above
    float elevationDegrees = 0;
    bool operator==(const SunMoved&) const = default;
};

/// What is drawn and how; may differ from frame to frame.
struct FrameSettings {
    Method method = Method::compute;
    SkinSettings skinning;
    uint32_t instanceCount = 1;         // of all models
    uint32_t scatter = 0;               // as placeCrowd takes it
    uint32_t cascadeCount = 2;          // 0 to SINEW_MAX_CASCADES; 0: all is lit
    bool depthPrepass = false;          // the crowd's depth alone, before it is shaded
    uint32_t view = SINEW_VIEW_SHADED;  // SINEW_VIEW_*
    /// Of several models the one that `joint` and Overlays::skeletonOf name something of.
    uint32_t model = 0;
    /// Whose weights SINEW_VIEW_WEIGHTS shows; nothing: those of all, each in a colour.
    std::optional<uint32_t> joint;
    float lodPixels = 1.0f;   // that levels of detail may be off, SkinSettings::lod
    float ratePixels = 1.0f;  // that poses of a frame before may be off, SkinSettings::rate
    /// Bytes that skinned vertices share where there are levels of detail, beyond those of the
    /// coarsest level of every instance.
    uint64_t vertexBudget = uint64_t{256} << 20;
    bool wireframe = false;  // of the crowd its edges alone, without depthPrepass
    SunMoved sun;
    Overlays overlays;
    /// The camera that decides who is culled, at which level of detail the others are, and where
    /// cascades lie, where it is not the frame's own; needs a culled method. What it sees is drawn
    /// over the picture, with the boxes by which instances are judged.
    std::optional<Camera> cullCamera;
    /// A second method, drawn right of `divider`; in SINEW_VIEW_DIFFERENCE what the first is
    /// compared with. Its own steps have times of their own (FrameStatistics::compared).
    std::optional<SkinChoice> compared;
    float divider = 0.5f;  // of the target's width
    TimerMode timerMode = TimerMode::overlapped;
    bool countInvocations = false;  // FrameStatistics::vertexInvocations; costs GPU time

    SkinChoice choice() const { return {method, skinning}; }
    /// Motion vectors are wanted.
    bool motion() const { return view == SINEW_VIEW_MOTION; }
    /// Without a second method there is no difference to show.
    ForwardVariant forward() const {
        const bool shaded = view == SINEW_VIEW_DIFFERENCE && !compared;
        return {motion(), shaded ? SINEW_VIEW_SHADED : view, wireframe};
    }
};

/// Passes that draw the character: the forward pass, cascades, a depth prepass.
constexpr uint32_t passesOf(const FrameSettings& settings) {
    return 1 + settings.cascadeCount + (settings.depthPrepass ? 1 : 0);
}
inline constexpr uint32_t kMostPasses = 1 + SINEW_MAX_CASCADES + 1;

/// The way to draw in `passes`, 1 to kMostPasses, that games take: the forward pass alone, then
/// with one to four cascades, then with a depth prepass, and with more cascades last.
constexpr void setPasses(FrameSettings& settings, uint32_t passes) {
    constexpr uint32_t kMostWithoutPrepass = 5;
    settings.depthPrepass = passes > kMostWithoutPrepass;
    settings.cascadeCount = passes - 1 - (settings.depthPrepass ? 1 : 0);
}

}  // namespace sinew
