// How large a crowd may become without a question to the user.
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
    double seconds = 0;      // predicted for a frame
};

/// Up to so many characters, no machine needs the question.
uint32_t quickCrowd(uint64_t verticesEach, uint64_t jointsEach);

/// Predicts from the present frame times, in proportion to the crowd. The prediction is too high
/// where a part of the cost does not depend on the crowd. So a crowd grows in steps, and each step
/// is measured, until the wanted size is reached or the measured frames are slow themselves.
class CrowdGate {
public:
    /// The way that is drawn, and the one that it is compared with.
    using Way = std::pair<SkinChoice, std::optional<SkinChoice>>;

    /// For another model: forgets what was measured and answered.
    void start(uint32_t quickCrowd);

    /// Of the models that are shown some are gone, and `instances` are left: only so many were seen
    /// to be drawn, in times that are not known.
    void shrink(uint32_t instances);

    /// Notes how long a frame of that crowd took. The frames before it were of the same kind.
    void measured(const Way& way, uint32_t instances, double seconds);

    /// How many of `wanted` are to be drawn now.
    uint32_t admit(const Way& way, uint32_t wanted);

    /// The question that admit() waits for, if there is one.
    const std::optional<CrowdQuestion>& question() const { return question_; }
    /// The answer yes. The other answer is to ask for the crowd that is shown.
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
