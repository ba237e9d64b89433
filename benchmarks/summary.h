// Summarizes a section's figures in sentences.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// Counts the points at which each choice is the fastest or significantly slower: "compute has the
/// shortest frame time at 30 of 35 points; no single choice at 5. Slower than the fastest: texture
/// at 33 (1.13x to 1.60x)." A sentence says so if fewer than two choices are ranked.
std::string leadersText(const Section& section, Measure measure);

/// The crossovers of a measure, one sentence per pair of choices and axis: "compute overtakes
/// vertex at 23 instances (1 pass), 8 (2 passes)."
std::vector<std::string> crossoverTexts(const Section& section, Measure measure);

/// "24, interval", "9, seconds, 2 left out": number of blocks in the figures, RowEnd, and blocks
/// that other programs disturbed.
std::string blocksText(const Row& row);

/// The predicate for a row without times, to follow its name: "is wrong and was not timed: off the
/// reference by ..." or "was not measured: ...".
std::string untimedText(RowState state, const std::string& reason);

/// Crowd sizes at which GPU posing makes the frame significantly shorter, longer, or neither, per
/// choice: "compute: poses on the GPU win with 100, 1,000 instances, lose with 1 instance (2
/// passes)."
std::vector<std::string> posedOnGpuTexts(const Section& section, Measure measure);

/// A row that was wrong, not measured, or measured with a replacement; each text occurs once.
struct Exception {
    std::string text;
    RowState state = RowState::measured;  // measured: with a replacement
};
std::vector<Exception> exceptionsOf(const Section& section);

/// "15,172 vertices, 21,488 triangles, 212 joints, up to 4 influences, clip walk".
std::string factsText(const ModelFacts& model);

}  // namespace sinew
