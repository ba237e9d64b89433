// Steps 3 and 4 for many instances: one playback state, staggered phases, all cores.
#pragma once

#include <memory>
#include <span>

#include "shaders/shared/layout.h"
#include "skinning/animation/bounds.h"
#include "skinning/animation/range.h"
#include "skinning/model.h"

namespace sinew {

inline constexpr uint32_t kRestPose = ~0u;  // in place of a clip index

/// What every instance plays. A change of clip crossfades from the one before.
struct Playback {
    uint32_t clip = kRestPose;
    float timeSeconds = 0.0f;  // of instance 0; not wrapped
    uint32_t previousClip = kRestPose;
    float previousTimeSeconds = 0.0f;
    float fade = 1.0f;          // weight of `clip`; 1: only `clip` counts
    bool staggered = true;      // instances start at spread phases; false: all alike
    float posesASecond = 0.0f;  // poses step at this rate and stand still between; 0: every frame
    uint32_t cuts = 0;          // counts jumps: across one, nothing moves from where it was

    /// Moves both times on by `deltaSeconds` and the fade on by deltaSeconds / fadeSeconds.
    void advance(float deltaSeconds, float fadeSeconds);
    /// Starts `newClip` at its beginning, fading from what plays now; without a fade it is a cut.
    void play(uint32_t newClip, float fadeSeconds);
    /// Goes to another time of the clip: a cut.
    void seek(float seconds);
    /// What is posed now: the same, or as it was when poses stepped last.
    Playback stepped() const;
};

/// Where instance `i` is in a clip: timeSeconds plus its share of the clip, the fractional part of
/// i times the golden ratio, so that any number of instances is spread evenly. Wrapped.
float instanceTime(const Clip& clip, const Playback& playback, float timeSeconds,
                   uint32_t instance);

/// Samples, blends and poses instances; keeps one scratch pose a thread, so that a frame allocates
/// nothing.
class Crowd {
public:
    explicit Crowd(const Model& model);  // the model outlives the crowd
    ~Crowd();
    Crowd(Crowd&&) noexcept;
    Crowd& operator=(Crowd&&) noexcept;

    struct Timing {
        double sampleMs = 0;  // CPU time of steps 3 and 4, summed over threads and divided by
        double poseMs = 0;    // their number: the share of the wall time that each step took
        /// Of all matrices, column by column: for requireFormat.
        glm::vec4 largest{0.0f};
    };

    /// Poses instances [firstInstance, firstInstance + count): objectFromJoint has count x joints
    /// entries, morphWeights count x weights or none, instance-major; both may be upload memory.
    /// objectBoxes: count boxes, as bounds() gives them, or none. Throws OutOfRange where a pose
    /// leaves PoseRange.
    Timing pose(const Playback& playback, uint32_t firstInstance, uint32_t count,
                std::span<gpu::Affine> objectFromJoint, std::span<float> morphWeights,
                std::span<Box> objectBoxes = {});

    /// Throws OutOfRange where a palette entry of these instances holds more than `largestEntry`.
    /// `largest` is what pose() said of them; seldom is more than that to be looked at.
    void requireFormat(const Playback& playback, uint32_t firstInstance, uint32_t count,
                       const glm::vec4& largest, float largestEntry);

    /// The object-space posedBounds of instances [firstInstance, firstInstance +
    /// objectBoxes.size()) as pose() poses them.
    void bounds(const Playback& playback, uint32_t firstInstance, std::span<Box> objectBoxes);

    const Model& model() const { return *model_; }
    const BindBoxes& bindBoxes() const { return bindBoxes_; }

private:
    struct Scratch;
    void requireRange(const Playback& playback, uint32_t instance, float largestEntry);

    const Model* model_;
    BindBoxes bindBoxes_;
    PoseRange range_;
    std::unique_ptr<Scratch> scratch_;
};

}  // namespace sinew
