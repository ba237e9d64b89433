// A report as Markdown, short enough to quote: what the README shows of the published results.
#pragma once

#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// Device and conditions in a sentence, a table of frame times with who won, one of kernels, and
/// the notes. Everything from the report, which is not trusted.
std::string reportMarkdown(const Report& report);

}  // namespace sinew
