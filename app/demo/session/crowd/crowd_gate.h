// Limits the crowd to a size that needs no confirmation by the user.
#pragma once

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "skinning/settings.h"

namespace sinew {

/// If the predicted time of a frame is longer, the user must confirm the crowd.
inline constexpr double kSlowFrameSeconds = 2.0;

struct CrowdQuestion {
    uint32_t instances = 0;
    uint32_t shown = 0;  // drawn until the user answers
    double seconds = 0;  // predicted, per frame
};

/// Returns an instance count that is fast enough on any machine.
uint32_t quickCrowd(uint64_t verticesEach, uint64_t jointsEach);

/// Predicts the frame time of a crowd in proportion to its size. Fixed costs make the prediction
/// too high. So a crowd grows in steps, each of which is measured, until the requested size or a
/// slow frame is reached.
class CrowdGate {
public:
    /// Method A, and method B of a comparison.
    using MethodPair = std::pair<SkinChoice, std::optional<SkinChoice>>;

    /// Clears measurements and answers, for another model.
    void start(uint32_t quickCrowd);

    /// Call it after models were removed. `instances` remain, and their frame times are unknown.
    void shrink(uint32_t instances);

    /// Records the time of a frame with `instances`. The preceding frames must have had the same
    /// settings.
    void measured(const MethodPair& methods, uint32_t instances, double seconds);

    /// Returns how many of `wanted` instances to draw now.
    uint32_t admit(const MethodPair& methods, uint32_t wanted);

    const std::optional<CrowdQuestion>& question() const { return question_; }
    /// Accepts the crowd of the question. To decline it, request question()->shown instances.
    void accept();

private:
    struct Record {
        MethodPair methods;
        uint32_t instances = 0;  // 0: not measured
        double seconds = 0;
        uint32_t shown = 0;  // instances of the last admit()
        uint32_t accepted = 0;
    };
    Record& find(const MethodPair& methods);

    uint32_t quick_ = 1;
    std::vector<Record> records_;  // most recently used last
    std::optional<CrowdQuestion> question_;
};

}  // namespace sinew
