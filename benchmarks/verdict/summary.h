// Summarizes the results of a section in sentences.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns, for example, "compute has the shortest frame time at 30 of 35 points; no single choice
/// at 5. Slower than the fastest: texture at 33 (1.13x to 1.60x)."
std::string leadersText(const Section& section, Measure measure);

/// Returns one sentence per pair of choices and axis: "compute overtakes vertex at 23 instances (1
/// pass)."
std::vector<std::string> crossoverTexts(const Section& section, Measure measure);

/// Returns the number of blocks, the RowEnd and the excluded blocks: "24, interval", "9, seconds, 2
/// left out".
std::string blocksText(const Row& row);

/// Returns why a row has no times: "is wrong and was not timed: ...", "was not measured: ...".
std::string untimedText(RowState state, const std::string& reason);

/// Returns sentences that compare GPU posing with CPU posing: "compute: poses on the GPU win with
/// 100, 1,000 instances, lose with 1 instance (2 passes)."
std::vector<std::string> posedOnGpuTexts(const Section& section, Measure measure);

/// A row that was wrong, not measured, or measured with a replacement of its choice. Equal texts
/// are listed once.
struct Exception {
    std::string text;
    RowState state = RowState::measured;  // measured: with a replacement
};
std::vector<Exception> exceptionsOf(const Section& section);

/// Returns, for example, "15,172 vertices, 21,488 triangles, 212 joints, up to 4 influences, clip
/// walk".
std::string factsText(const ModelFacts& model);

}  // namespace sinew
