// Says in words which way of skinning won, and when none did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "benchmarks/runner.h"

namespace sinew {

struct Verdict {
    uint32_t instances = 1;
    uint32_t cascades = 1;
    std::string measure;               // "frame" or "gpu"
    std::optional<SkinChoice> winner;  // nothing: too close, or nothing to compare
    std::string words;
};

/// One verdict a crowd size, number of cascades and measure. The two fastest are compared
/// frame by frame, since frame n shows the same pose in both. The faster one wins when the median
/// of the differences is larger than their own standard deviation, and positive in each of at least
/// five blocks, which lie apart in time: a machine that is busy for a while spoils some of them.
std::vector<Verdict> judge(const BenchmarkRun& run);

}  // namespace sinew
