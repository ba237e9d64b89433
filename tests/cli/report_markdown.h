// A report as Markdown: the tables of README.md and docs/results.md.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew::test {

/// Device and conditions in a sentence, tables of times, culling and kernels, and the notes. Every
/// text of the report is escaped.
std::string reportMarkdown(const Report& report);

}  // namespace sinew::test
