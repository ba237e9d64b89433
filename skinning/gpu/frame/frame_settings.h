// The settings of a frame.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "renderer/gpu_timer.h"
#include "renderer/passes/batch.h"
#include "renderer/passes/camera.h"
#include "shaders/shared/view.h"
#include "skinning/gpu/frame/shadows.h"
#include "skinning/settings.h"

namespace sinew {

/// Lines over the shown crowd.
struct Overlays {
    bool skeleton = false;
    bool bounds = false;
    /// If `skeleton` is false: shows the skeleton of only this instance of FrameSettings::model.
    std::optional<uint32_t> skeletonOf;

    bool anySkeleton() const { return skeleton || skeletonOf; }
};

/// The sun's offset from its default direction.
struct SunMoved {
    float azimuthDegrees = 0;  // counter-clockwise seen from above
    float elevationDegrees = 0;
    bool operator==(const SunMoved&) const = default;
};

/// Names of SINEW_VIEW_* on the command line and in panels.
inline constexpr std::array<const char*, SINEW_VIEW_COUNT> kViewNames{
    "shaded",     "normals",   "weights",  "cascades",  "levels", "rates",     "motion",
    "base-color", "roughness", "metallic", "occlusion", "uv",     "difference"};

/// The largest magnitude of FrameSettings::exposure.
inline constexpr float kMostExposure = 4.0f;

struct FrameSettings {
    Method method = Method::compute;
    SkinSettings skinning;
    uint32_t instanceCount = 1;         // sum over all models
    uint32_t scatter = 0;               // seed of layOutCrowd()
    uint32_t cascadeCount = 2;          // 0 to SINEW_MAX_CASCADES; 0: no shadows
    bool depthPrepass = false;          // a depth pass of the crowd before shading
    uint32_t view = SINEW_VIEW_SHADED;  // SINEW_VIEW_*
    /// The model to which `joint` and Overlays::skeletonOf refer.
    uint32_t model = 0;
    /// The joint whose weights SINEW_VIEW_WEIGHTS shows; none: all joints, each in a colour.
    std::optional<uint32_t> joint;
    float lodPixels = 1.0f;   // error limit of levels of detail (SkinSettings::lod)
    float ratePixels = 1.0f;  // error limit of reused poses (SkinSettings::rate)
    /// LOD budget in bytes: memory for skinned vertices that all instances share, in addition to
    /// the coarsest level of each instance.
    uint64_t vertexBudget = uint64_t{256} << 20;
    bool wireframe = false;  // draws the triangle edges of the crowd over its dimmed surfaces
    SunMoved sun;
    /// With traced shadows there is no shadow pass: rays search the skinned vertices of the shown
    /// method.
    Shadows shadows;
    float exposure = 0.0f;  // exposure compensation, EV (stops)
    Overlays overlays;
    /// A second camera for culling, levels of detail and shadow cascades; needs a culled method.
    /// Its frustum and the tested boxes are drawn.
    std::optional<Camera> cullCamera;
    /// A second method, which is drawn right of `divider`. SINEW_VIEW_DIFFERENCE shows the distance
    /// to its vertices instead. FrameStatistics::compared has its times.
    std::optional<SkinChoice> compared;
    float divider = 0.5f;  // [0, 1], share of the target's width
    TimerMode timerMode = TimerMode::overlapped;
    bool countInvocations = false;  // FrameStatistics::vertexInvocations; costs GPU time

    SkinChoice choice() const { return {method, skinning}; }
    constexpr bool motion() const { return view == SINEW_VIEW_MOTION; }
    constexpr bool traced() const { return shadows.mode == ShadowMode::traced && !motion(); }
    /// Returns the number of cascades that the shadow pass draws.
    constexpr uint32_t mapCascades() const {
        return shadows.mode == ShadowMode::traced ? 0 : cascadeCount;
    }
    /// Returns the number of light volumes by which crowds are culled. Rays need the casters of at
    /// least one.
    constexpr uint32_t cullCascades() const {
        return traced() ? std::max(cascadeCount, 1u) : mapCascades();
    }
    ForwardVariant forward() const {
        const bool shaded = view == SINEW_VIEW_DIFFERENCE && !compared;
        const ForwardShadows drawn = traced()            ? ForwardShadows::traced
                                     : mapCascades() > 0 ? ForwardShadows::map
                                                         : ForwardShadows::none;
        return {motion(), drawn, shaded ? SINEW_VIEW_SHADED : view, wireframe};
    }
};

/// Returns the number of passes that draw the character: forward pass, cascades, depth prepass.
constexpr uint32_t passesOf(const FrameSettings& settings) {
    return 1 + settings.mapCascades() + (settings.depthPrepass ? 1 : 0);
}
inline constexpr uint32_t kMostPasses = 1 + SINEW_MAX_CASCADES + 1;

/// Sets cascades and depth prepass so that `passes` passes, in [1, kMostPasses], draw the
/// character. They are added in this order: forward pass, four cascades, depth prepass, other
/// cascades.
constexpr void setPasses(FrameSettings& settings, uint32_t passes) {
    constexpr uint32_t kMostWithoutPrepass = 5;
    settings.depthPrepass = passes > kMostWithoutPrepass;
    settings.cascadeCount = passes - 1 - (settings.depthPrepass ? 1 : 0);
}

}  // namespace sinew
