// Playback options of the command line: one clip, or an animator per instance.
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
    bool inPhase = false;                 // equal phase of all instances
    std::vector<std::string> variations;  // values of --vary
    uint32_t level = 0;                   // LOD; 0: full detail

    /// Returns the animator description and the clip files that it names, without loading the
    /// model.
    Paths filesRead(const std::filesystem::path& model) const;
};
void addAnimatorOptions(Command& command, PlayedOptions& options);
/// Adds the playback options. `without` describes, in --help, the clip that plays without --clip.
void addPlayedOptions(Command& command, PlayedOptions& options, const char* without);

/// Adds the options that vary the instances of a crowd.
void addVariationOptions(Command& command, PlayedOptions& options);

void addLevelOption(Command& command, PlayedOptions& options);

/// Imports a model with a progress bar, adds the clips and masks of its animator, and reduces the
/// mesh to LOD `options.level`. Throws like importWithProgress(), the constructor of Played, and
/// atLevel().
std::shared_ptr<const Model> importPlayed(const std::filesystem::path& file,
                                          const ModelOptions& modelOptions,
                                          const PlayedOptions& options);

class Played {
public:
    /// `clip` plays if --clip is not set. Throws std::runtime_error for an unknown clip, an
    /// unreadable description, an invalid range, or --root-motion without root motion in the model.
    Played(const PlayedOptions& options, const Model& model, uint32_t clip);

    /// Returns the requests of `count` instances from PlayedOptions::instance on, at the time of
    /// --time plus `secondsLater`.
    std::vector<PoseRequest> requests(uint32_t count, float secondsLater = 0) const;
    /// Returns the root motion offsets for FrameInput; empty without root motion.
    std::vector<Anchor> anchors(uint32_t count, float secondsLater = 0) const;

    /// Simulates 20 seconds of the animator. Returns the requests of `count` instances at each time
    /// when the first or the last instance plays a new combination of clips, fades and layers.
    /// Requires an animator.
    std::vector<std::vector<PoseRequest>> everythingDone(uint32_t count) const;

    /// Returns the clip of all instances; kRestPose with an animator.
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
    std::shared_ptr<const RootMotion> rootMotion_;  // null with an animator
    AnimatorSettings settings_;
    uint32_t first_ = 0;
};

}  // namespace sinew::cli
