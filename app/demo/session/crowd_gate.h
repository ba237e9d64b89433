// Limits the crowd to a size that needs no confirmation by the user.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// Slower predicted frames need confirmation.
inline constexpr double kSlowFrameSeconds = 2.0;

struct CrowdQuestion {
    uint32_t instances = 0;
    uint32_t shown = 0;  // until the answer
    double seconds = 0;  // predicted, per frame
};

/// Returns the instance count that is fast enough on any machine.
uint32_t quickCrowd(uint64_t verticesEach, uint64_t jointsEach);

/// Predicts in proportion to the crowd from current frame times. Fixed costs make the prediction
/// too high. So a crowd grows in steps, each of which is measured, until the requested size or a
/// slow frame is reached.
class CrowdGate {
public:
    /// Method A, and method B of a comparison.
    using MethodPair = std::pair<SkinChoice, std::optional<SkinChoice>>;

    /// Forgets measurements and answers, for another model.
    void start(uint32_t quickCrowd);

    /// After models were removed: `instances` are left, and their times are unknown.
    void shrink(uint32_t instances);

    /// Records a frame time of that crowd. Preceding frames must have had equal settings.
    void measured(const MethodPair& methods, uint32_t instances, double seconds);

    /// Returns how many of `wanted` instances to draw now.
    uint32_t admit(const MethodPair& methods, uint32_t wanted);

    const std::optional<CrowdQuestion>& question() const { return question_; }
    /// Confirms the question. To decline, request the shown crowd.
    void accept();

private:
    struct Record {
        MethodPair methods;
        uint32_t instances = 0;  // 0: not measured
        double seconds = 0;
        uint32_t shown = 0;  // last admitted
        uint32_t accepted = 0;
    };
    Record& find(const MethodPair& methods);

    uint32_t quick_ = 1;
    std::vector<Record> records_;  // most recently used last
    std::optional<CrowdQuestion> question_;
};

}  // namespace sinew
