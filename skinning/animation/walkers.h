// Crowds that walk about: who turns where, and who waits, so that nobody leaves the ground or runs
// into another.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "skinning/animation/animator.h"

namespace sinew {

/// A model's instances among those that share the ground.
struct GroundCrowd {
    Animators* animators = nullptr;       // null: they stand where they are placed
    uint32_t first = 0;                   // of the animators' instances: the one on the first place
    std::span<const gpu::Affine> places;  // without root motion
    Box standing;                         // standingBounds()
};

/// Steers all whose description says that they walk about around all others. They look around
/// twenty times a second, whatever the frames are. Nothing is allocated but by place().
class Walkers {
public:
    /// How near the middles of two come at the least, of the sum of their widths to either side
    /// (widthOf): from where they are placed, on any ground and at any time.
    static constexpr float kApart = 0.6f;
    /// Radians a second; each has a rate of its own, up to a quarter less.
    static constexpr float kTurnsFastest = 1.6f;
    /// To either side of its middle, that a character takes up.
    static float widthOf(const Box& standing);

    /// Everybody is where he was placed. The crowds are the same in all calls until the next one.
    void place(std::span<const GroundCrowd> crowds);
    bool placed() const { return !members_.empty(); }

    /// World space: the middles of those that walk about stay on it, and their bodies within.
    const Box& ground() const { return ground_; }
    const Box& around() const { return around_; }

    /// Lets `seconds` go by: calls `advanceBy` with one part of them after the other, in which all
    /// animators are to be advanced.
    template <typename AdvanceBy>
    void advance(std::span<const GroundCrowd> crowds, float seconds, const AdvanceBy& advanceBy) {
        do {
            if (untilLook_ <= 0) look(crowds);
            const float part = std::min(seconds, untilLook_);
            advanceBy(part);
            seconds -= part;
            untilLook_ -= part;
        } while (seconds > 0);
    }

private:
    struct Member {
        glm::vec2 at{0.0f};        // world, x and z
        glm::vec2 velocity{0.0f};  // at its own speed
        float width = 0;
        float haste = 1;
        glm::vec2 foot{0.0f};  // what it turns about, from its middle
        bool feetApart = false;
        int side = 0;  // where it turns while its way is blocked
    };
    /// What stands in a member's way.
    struct Way {
        float free = 0;  // metres ahead
        float turn = 0;  // away from others, -1 to 1
        // Whether a turn to that side would swing its middle into somebody.
        bool swings[2] = {false, false};
    };

    void look(std::span<const GroundCrowd> crowds);
    void steer(const GroundCrowd& crowd, uint32_t instance, uint32_t index);
    void see(std::span<const GroundCrowd> crowds);
    void sortIntoCells();
    glm::ivec2 cellAt(const glm::vec2& at) const;
    Way wayOf(uint32_t member, const glm::vec2& ahead, float speed) const;
    static void swing(const Member& self, const glm::vec2& offset, Way& way);
    static void meet(const Member& self, const Member& other, const glm::vec2& ahead, Way& way);
    float wander(const GroundCrowd& crowd, uint32_t instance) const;

    std::vector<Member> members_;  // crowd by crowd
    Box ground_, around_;
    float widest_ = 0;
    float untilLook_ = 0;
    uint32_t looks_ = 0;
    // A grid over the ground. Those of cell c are order_[firstOf_[c]] and on.
    float cell_ = 1;
    glm::ivec2 cells_{1};
    std::vector<uint32_t> cellOf_, firstOf_, order_;
};

}  // namespace sinew
