// The times of a section as a grid of texts: one line per point (instances and passes), one column
// per choice.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

struct FramesGrid {
    struct Cell {
        std::string time;    // ms; "wrong", or "-" if not measured
        std::string ratio;   // to the fastest: "1.07 (1.04 to 1.11)", or empty
        bool leads = false;  // fastest, or equal to it within noise
    };
    struct Line {
        std::string point;   // "10 instances, 2 passes"
        std::string frames;  // frames and blocks per cell: "96 to 384 (16 to 64)"
        std::vector<Cell> cells;
    };
    std::vector<SkinChoice> choices;
    std::vector<Line> lines;
};
FramesGrid framesGrid(const Section& section, Measure measure = Measure::frame);

std::string pointWords(uint32_t instances, uint32_t passes);

}  // namespace sinew
