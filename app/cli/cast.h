// The models that a picture shows, and what each plays.
#pragma once

#include "app/cli/played.h"
#include "skinning/gpu/frame.h"
#include "skinning/scene_file.h"

namespace sinew::cli {

/// A model of the picture.
struct Role {
    SceneEntry entry;
    PlayedOptions played;
    std::shared_ptr<const Model> model;
};

/// What `options` and the scene say of each model, before any is read. What the scene says of a
/// model goes before the options. Throws std::runtime_error for options that suit one model alone.
std::vector<Role> castOf(const std::vector<SceneEntry>& scene, const PlayedOptions& options);

/// importPlayed() of each; `modelOptions` are those of the first one. Where there are several,
/// models that lack the clip of the options play what they play without it, unless all do: that is
/// a fault.
void importCast(std::vector<Role>& cast, const ModelOptions& modelOptions);

/// Throws as importPlayed() and Played do.
Played playedBy(const Role& role);

/// What all of a frame play, as FrameInput has it.
class CastPlays {
public:
    /// `places`: Frame::places().
    CastPlays(const std::vector<Role>& cast, const Frame& frame,
              std::span<const std::vector<gpu::Affine>> places, float secondsLater = 0);
    void putInto(FrameInput& input) const;
    /// World space.
    Box bounds() const { return bounds_; }

private:
    std::vector<std::vector<PoseRequest>> requests_;
    std::vector<std::vector<Anchor>> anchors_;
    std::vector<CrowdInput> inputs_;
    Box bounds_ = Box::nothing();
};

}  // namespace sinew::cli
