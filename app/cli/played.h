// What the characters of a command play: a clip, or each what its animator says.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "app/command_line.h"
#include "app/model_options.h"
#include "app/output.h"
#include "skinning/animation/animator.h"
#include "skinning/animation/playback.h"

namespace sinew::cli {

/// --animator of the description beside the model.
inline constexpr const char* kModelsOwn = "model";

struct PlayedOptions {
    std::string clip;
    double time = 0.0;
    std::string animator;
    uint32_t seed = 1;
    uint32_t instance = 0;
    bool rootMotion = false;
    uint32_t level = 0;  // LOD; 0: full detail

    /// Which file is read for it, where the options tell without the model.
    Paths filesRead(const std::filesystem::path& model) const;
};
/// Adds --animator, --seed and --first-instance.
void addAnimatorOptions(Command& command, PlayedOptions& options);
/// `without`: the clip that plays without --clip, for the help.
void addPlayedOptions(Command& command, PlayedOptions& options, const char* without);

/// Adds --level.
void addLevelOption(Command& command, PlayedOptions& options);

/// importWithProgress, with the masks of the animator that the options name, and the triangles of
/// their level of detail alone. Throws as it, Played and atLevel do.
std::shared_ptr<const Model> importPlayed(const std::filesystem::path& file,
                                          const ModelOptions& modelOptions,
                                          const PlayedOptions& options);

class Played {
public:
    /// `clip`: what plays without --clip. Throws std::runtime_error for a clip that the model
    /// lacks, a description that cannot be read, and root motion that there is not.
    Played(const PlayedOptions& options, const Model& model, uint32_t clip);

    /// Of `count` characters from PlayedOptions::instance on, at the time of the options and
    /// `secondsLater`.
    std::vector<PoseRequest> requests(uint32_t count, float secondsLater = 0) const;
    /// Where root motion has brought them, as FrameInput has it; empty where it is left in.
    std::vector<Anchor> anchors(uint32_t count, float secondsLater = 0) const;

    /// Crowds of `count` that tell of all that their first and last instance do in twenty seconds:
    /// each clip alone, and in fades with each other one. Only where animators decide.
    std::vector<std::vector<PoseRequest>> everythingDone(uint32_t count) const;

    /// The clip that all play; kRestPose where animators decide.
    uint32_t clip() const { return playback_.clip; }
    bool animated() const { return spec_ != nullptr; }
    double timeSeconds() const { return timeSeconds_; }
    uint32_t seed() const { return seed_; }
    uint32_t instance() const { return first_; }
    /// "clip walk at 0.4 s"
    std::string text() const;

private:
    AnimatorSettings settings() const;
    Playback playback(float secondsLater) const;

    const Model& model_;
    double timeSeconds_;
    Playback playback_;
    std::shared_ptr<const AnimatorSpec> spec_;
    std::shared_ptr<const RootMotion> rootMotion_;  // of a clip; animators have their own
    uint32_t seed_ = 0;
    uint32_t first_ = 0;  // instance
};

}  // namespace sinew::cli
