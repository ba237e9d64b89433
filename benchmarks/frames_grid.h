// A section's times as a grid of words: a line for each point, a column for each choice.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

struct FramesGrid {
    struct Cell {
        std::string time;    // ms; "wrong" or "-" where nothing was measured
        std::string ratio;   // "1.07 (1.04 to 1.11)", to the fastest; empty: none
        bool leads = false;  // it is the fastest, or not told apart from the fastest
    };
    struct Line {
        std::string point;   // "10 instances, 2 passes"
        std::string frames;  // "96 to 384 (16 to 64)": frames and blocks of each cell
        std::vector<Cell> cells;
    };
    std::vector<SkinChoice> choices;  // in the order in which they were asked for
    std::vector<Line> lines;
};
FramesGrid framesGrid(const Section& section, Measure measure = Measure::frame);

/// "10 instances, 2 passes".
std::string pointWords(uint32_t instances, uint32_t passes);

}  // namespace sinew
