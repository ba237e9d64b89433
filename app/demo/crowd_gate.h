// How large a crowd may become unasked.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Frames that take longer than this are asked about.
inline constexpr double kSlowFrameSeconds = 2.0;

struct CrowdQuestion {
    uint32_t instances = 0;  // that are wanted
    uint32_t shown = 0;      // meanwhile
    double seconds = 0;      // that a frame would take
};

/// So many characters need no question on any machine.
uint32_t quickCrowd(uint64_t verticesEach, uint64_t jointsEach);

/// Predicts from what frames cost now, in proportion to the crowd. That is too much where a part of
/// the cost is the same for any crowd, so a crowd grows over smaller ones that are measured as
/// well, until it is there or the prediction rests on frames that take long themselves.
class CrowdGate {
public:
    /// The way that is drawn, and the one that it is compared with.
    using Way = std::pair<SkinChoice, std::optional<SkinChoice>>;

    /// For another model: forgets what was measured and answered.
    void start(uint32_t quickCrowd);

    /// A frame of that crowd, which followed others of its kind, took so long.
    void measured(const Way& way, uint32_t instances, double seconds);

    /// How many of `wanted` are to be drawn now.
    uint32_t admit(const Way& way, uint32_t wanted);

    /// Whether admit() waits for an answer, and to what.
    const std::optional<CrowdQuestion>& question() const { return question_; }
    /// Yes. The other answer is to want what is shown.
    void accept();

private:
    struct Known {
        Way way;
        uint32_t instances = 0;  // that were measured; 0: nothing yet
        double seconds = 0;
        uint32_t shown = 0;     // that was admitted
        uint32_t accepted = 0;  // by the user
    };
    Known& find(const Way& way);

    uint32_t quick_ = 1;
    std::vector<Known> known_;  // the way that was asked for last stands last
    std::optional<CrowdQuestion> question_;
};

}  // namespace sinew
