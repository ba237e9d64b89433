// A report as one self-contained HTML page: no external scripts, fonts or images.
#pragma once

#include <span>
#include <string>

#include "benchmarks/report.h"

namespace sinew {

/// Advice, charts, then all figures as tables. The result is also well-formed XML. All texts of the
/// report are escaped.
std::string reportHtml(const Report& report);

/// Tables of a section, each in a <details>: rows, steps, kernels, cost models. Rows that were not
/// measured are always visible, with the reason.
std::string sectionTables(const Section& section);

/// Cost models over several models of one scenario, which separate a term per vertex. Empty for one
/// model.
std::string scenarioTables(std::span<const Section> sections);

std::string methodTables(const Report& report);

}  // namespace sinew
