// The models of an image, and the clip or animator that each plays.
#pragma once

#include "app/cli/played.h"
#include "skinning/gpu/frame/frame.h"
#include "skinning/model/scene_file.h"

namespace sinew::cli {

struct Role {
    SceneEntry entry;
    PlayedOptions played;
    std::shared_ptr<const Model> model;
};

/// Combines `options` with the scene, whose entries take precedence, without reading a model.
/// Throws std::runtime_error for options that suit only one model, and for --vary and --in-phase if
/// they apply to no model.
std::vector<Role> castOf(const std::vector<SceneEntry>& scene, const PlayedOptions& options);

/// Calls importPlayed() for each model; `modelOptions` apply to the first. If some models lack the
/// options' clip, they play their default clip; if all lack it, playedBy() throws.
void importCast(std::vector<Role>& cast, const ModelOptions& modelOptions);

/// Throws like Played.
Played playedBy(const Role& role);

class CastPlays {
public:
    CastPlays(const std::vector<Role>& cast, const Frame& frame,
              std::span<const std::vector<gpu::Affine>> placements, float secondsLater = 0);
    void writeTo(FrameInput& input) const;
    /// World space.
    Box bounds() const { return bounds_; }

private:
    std::vector<std::vector<PoseRequest>> requests_;
    std::vector<std::vector<Anchor>> anchors_;
    std::vector<CrowdInput> inputs_;
    Box bounds_ = Box::nothing();
};

}  // namespace sinew::cli
