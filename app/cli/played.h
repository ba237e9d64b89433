// Playback of a command: one clip, or an animator per instance.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "app/model_options.h"
#include "app/output.h"
#include "skinning/animation/playback.h"
#include "skinning/animator/animator.h"

namespace sinew::cli {

/// The value of --animator that selects the description next to the model.
inline constexpr const char* kModelsOwn = "model";

struct PlayedOptions {
    std::string clip;
    double time = 0.0;
    std::string animator;
    uint32_t seed = 1;
    uint32_t instance = 0;
    bool rootMotion = false;
    bool inPhase = false;                 // all instances of a clip
    std::vector<std::string> variations;  // texts for vary()
    uint32_t level = 0;                   // LOD; 0: full detail

    /// Returns the files that the options need, without loading the model.
    Paths filesRead(const std::filesystem::path& model) const;
};
void addAnimatorOptions(Command& command, PlayedOptions& options);
/// `without` describes the clip that plays without --clip, for the help.
void addPlayedOptions(Command& command, PlayedOptions& options, const char* without);

/// Options for the variation between the instances of a crowd.
void addVariationOptions(Command& command, PlayedOptions& options);

void addLevelOption(Command& command, PlayedOptions& options);

/// Imports with a progress bar, adds the animator's clips and masks, and keeps only the triangles
/// of the options' LOD. Throws like importWithProgress(), Played and atLevel().
std::shared_ptr<const Model> importPlayed(const std::filesystem::path& file,
                                          const ModelOptions& modelOptions,
                                          const PlayedOptions& options);

class Played {
public:
    /// `clip` plays without --clip. Throws std::runtime_error for an unknown clip, an unreadable
    /// description, an invalid range, or missing root motion.
    Played(const PlayedOptions& options, const Model& model, uint32_t clip);

    /// Starts with instance PlayedOptions::instance, at the options' time plus `secondsLater`.
    std::vector<PoseRequest> requests(uint32_t count, float secondsLater = 0) const;
    /// Root motion offsets for FrameInput; empty without root motion.
    std::vector<Anchor> anchors(uint32_t count, float secondsLater = 0) const;

    /// Crowds of `count` that cover all clips, fades and layers that the first and last instance
    /// play within twenty seconds. Requires an animator.
    std::vector<std::vector<PoseRequest>> everythingDone(uint32_t count) const;

    /// The clip of all instances; kRestPose with an animator.
    uint32_t clip() const { return playback_.clip; }
    bool animated() const { return spec_ != nullptr; }
    double timeSeconds() const { return timeSeconds_; }
    uint32_t seed() const { return settings_.seed; }
    uint32_t instance() const { return first_; }
    /// Returns text such as "clip walk at 0.4 s".
    std::string text() const;

private:
    Playback playback(float secondsLater) const;

    const Model& model_;
    double timeSeconds_;
    Playback playback_;
    std::shared_ptr<const AnimatorSpec> spec_;
    std::shared_ptr<const RootMotion> rootMotion_;  // the clip's; animators have their own
    AnimatorSettings settings_;
    uint32_t first_ = 0;
};

}  // namespace sinew::cli
