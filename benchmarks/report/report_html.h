// A report as one self-contained HTML page: no external scripts, fonts or images.
#pragma once

#include <span>
#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Advice, charts, then all figures as tables. Escapes all texts. Also well-formed XML.
std::string reportHtml(const Report& report);

/// Tables of a section in <details> elements; rows that were not measured are always visible.
std::string sectionTables(const Section& section);

/// Cost models over several models of one scenario. Empty for one model.
std::string scenarioTables(std::span<const Section> sections);

std::string methodTables(const Report& report);

}  // namespace sinew
