// A section's times as a grid of words: a line for each point, a column for each choice.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

struct FramesGrid {
    struct Cell {
        std::string time;  // ms; "wrong" or "-" where nothing was measured
        bool won = false;  // beyond the noise
    };
    struct Line {
        std::string point;  // "10 instances, 2 passes"
        std::vector<Cell> cells;
    };
    std::vector<SkinChoice> choices;  // in the order in which they were asked for
    std::vector<Line> lines;
};
FramesGrid framesGrid(const Section& section, Measure measure = Measure::frame);

/// "10 instances, 2 passes".
std::string pointWords(uint32_t instances, uint32_t passes);

}  // namespace sinew
