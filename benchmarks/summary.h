// What a section's figures come to, in sentences.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report.h"

namespace sinew {

/// At how many points each choice is the fastest, and which are surely slower: "compute has the
/// shortest frame at 30 of 35 points; no single choice at 5. Slower than the fastest: texture at 33
/// (1.13x to 1.60x)." Nothing for the step skin where no two choices have it.
std::string leadersText(const Section& section, Measure measure);

/// The crossovers of a measure, those between the same choices along the same axis in one sentence:
/// "compute overtakes vertex at 23 instances (1 pass), 8 (2 passes)."
std::vector<std::string> crossoverTexts(const Section& section, Measure measure);

/// "24, interval", "9, seconds, 2 left out": the blocks of a measured row's figures, what ended the
/// measurement (RowEnd), and blocks that other programs disturbed.
std::string blocksText(const Row& row);

/// What a report says of a row without times: "is wrong and was not timed: off the reference by
/// ..." or "was not measured: ..."; the row's name stands before it.
std::string untimedText(RowState state, const std::string& reason);

/// With how many instances poses of the GPU surely make the shorter frame, the longer one, or
/// neither, for each choice that was measured with either: "compute: poses on the GPU win with 100,
/// 1,000 instances, lose with 1 instance (2 passes)."
std::vector<std::string> posedOnGpuTexts(const Section& section, Measure measure);

/// What was wrong, not measured, or done in another way than was asked for; each text once.
struct Exception {
    std::string text;
    RowState state = RowState::measured;  // measured: in another way
};
std::vector<Exception> exceptionsOf(const Section& section);

/// "15,172 vertices, 21,488 triangles, 212 joints, up to 4 influences, clip walk".
std::string factsText(const ModelFacts& model);

}  // namespace sinew
