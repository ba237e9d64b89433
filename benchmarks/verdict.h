// Finds which way of skinning won, or that none did.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Milliseconds frame by frame, of each block. Frame n of a block shows the same pose in every
/// choice.
using Blocks = std::vector<std::vector<double>>;

struct Contender {
    SkinChoice choice;
    const Blocks* ms = nullptr;
};

/// The two fastest are compared frame by frame. The faster one wins when the median of the
/// differences is larger than their own standard deviation, and positive in each of at least five
/// blocks. The blocks are measured at different times, because other work on the machine may spoil
/// some of them. `contenders` were measured, and in turns.
Verdict judge(uint32_t instances, uint32_t passes, Measure measure,
              std::vector<Contender> contenders);

/// Over all blocks; nothing when they are empty.
std::optional<Timing> timingOf(const Blocks& blocks);

}  // namespace sinew
