// Imports and poses the models of an image.
#include "app/cli/cast.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/cli/arguments.h"
#include "skinning/gpu/pose/bounds.h"

namespace sinew::cli {
namespace {

bool has(const Model& model, const std::string& clip) {
    return clip.empty() || hasClip(model, clip);
}

/// Throws if --vary is set but no model has an animator, or if --in-phase is set but all models
/// have an animator.
void requireVaried(const std::vector<Role>& cast, const PlayedOptions& options) {
    const auto animated = [](const Role& role) { return !role.played.animator.empty(); };
    if (!options.variations.empty() && std::ranges::none_of(cast, animated)) {
        throw std::runtime_error(
            fmt::format("--vary {}: no model is driven by an animator; add --animator model",
                        options.variations.front()));
    }
    if (options.inPhase && std::ranges::all_of(cast, animated)) {
        throw std::runtime_error(
            "--in-phase applies to clips, and all models are driven by animators; remove one of "
            "--in-phase and --animator");
    }
}

}  // namespace

std::vector<Role> castOf(const std::vector<SceneEntry>& scene, const PlayedOptions& options) {
    if (scene.size() > 1 && !options.animator.empty() && options.animator != kModelsOwn) {
        throw std::runtime_error(fmt::format(
            "--animator {}: one description cannot drive several models; use --animator "
            "model, or a scene file with one for each model (docs/scene.md)",
            options.animator));
    }
    std::vector<Role> cast;
    for (const SceneEntry& entry : scene) {
        PlayedOptions played = options;
        if (!entry.animator.empty() || !entry.clip.empty()) {
            played.animator = entry.animator;
            played.clip = entry.clip;
        }
        played.time += double{entry.seconds};
        cast.push_back({entry, std::move(played), nullptr});
    }
    requireVaried(cast, options);
    return cast;
}

void importCast(std::vector<Role>& cast, const ModelOptions& modelOptions) {
    for (Role& role : cast) {
        const bool first = &role == cast.data();
        const auto same = std::find_if(cast.data(), &role, [&](const Role& before) {
            return before.entry.model == role.entry.model &&
                   before.played.animator == role.played.animator &&
                   (modelOptions.empty() || &before != cast.data());
        });
        role.model = same != &role
                         ? same->model
                         : importPlayed(role.entry.model, first ? modelOptions : ModelOptions{},
                                        role.played);
    }
    if (cast.size() == 1) return;
    const auto hasNoClip = [](const Role& role) { return role.entry.clip.empty(); };
    const bool found = std::any_of(cast.begin(), cast.end(), [&](const Role& role) {
        return !hasNoClip(role) || has(*role.model, role.played.clip);
    });
    if (!found) return;  // the constructor of Played throws
    for (Role& role : cast) {
        if (hasNoClip(role) && !has(*role.model, role.played.clip)) role.played.clip.clear();
    }
}

Played playedBy(const Role& role) {
    return {role.played, *role.model, clipToShow(*role.model)};
}

CastPlays::CastPlays(const std::vector<Role>& cast, const Frame& frame,
                     std::span<const std::vector<gpu::Affine>> placements, float secondsLater) {
    for (size_t i = 0; i < cast.size(); ++i) {
        const auto count = static_cast<uint32_t>(placements[i].size());
        const Played played = playedBy(cast[i]);
        requests_.push_back(played.requests(count, secondsLater));
        anchors_.push_back(played.anchors(count, secondsLater));
        if (count == 0) continue;
        bounds_.include(crowdBoundsAt(*frame.scene(i), requests_[i], anchors_[i], placements[i]));
    }
    for (size_t i = 0; i < cast.size(); ++i) inputs_.push_back({{}, requests_[i], anchors_[i]});
}

void CastPlays::writeTo(FrameInput& input) const {
    input.requests = inputs_.front().requests;
    input.anchors = inputs_.front().anchors;
    input.others = std::span(inputs_).subspan(1);
}

}  // namespace sinew::cli
