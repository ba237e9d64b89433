// A report as one page that needs nothing else: no scripts, fonts or pictures from elsewhere.
#pragma once

#include <span>
#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// What to ship first, then charts, then every figure in tables. Also well-formed XML; nothing of
/// the report is trusted.
std::string reportHtml(const Report& report);

/// Tables of a section, each in a <details>: rows, steps, kernels, cost models; what was not
/// measured, and why, stands open.
std::string sectionTables(const Section& section);

/// What several models of one scenario show together: cost models with a term for each vertex.
/// Empty for one model.
std::string scenarioTables(std::span<const Section> sections);

/// Conditions and environment.
std::string methodTables(const Report& report);

}  // namespace sinew
