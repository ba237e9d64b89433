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

/// Returns one Role per entry of the scene. The clip or animator of an entry takes precedence over
/// `options`. Reads no model. Throws std::runtime_error for --animator FILE with several models,
/// and for --vary and --in-phase if they apply to no model.
std::vector<Role> castOf(const std::vector<SceneEntry>& scene, const PlayedOptions& options);

/// Calls importPlayed() for each model; `modelOptions` apply to the first model. If only some
/// models have the clip of --clip, the other models play their default clip. If no model has the
/// clip, playedBy() throws.
void importCast(std::vector<Role>& cast, const ModelOptions& modelOptions);

/// Returns the playback of a model. Throws like the constructor of Played.
Played playedBy(const Role& role);

class CastPlays {
public:
    CastPlays(const std::vector<Role>& cast, const Frame& frame,
              std::span<const std::vector<gpu::Affine>> placements, float secondsLater = 0);
    void writeTo(FrameInput& input) const;
    /// Returns the bounds of all crowds in world space.
    Box bounds() const { return bounds_; }

private:
    std::vector<std::vector<PoseRequest>> requests_;
    std::vector<std::vector<Anchor>> anchors_;
    std::vector<CrowdInput> inputs_;
    Box bounds_ = Box::nothing();
};

}  // namespace sinew::cli
