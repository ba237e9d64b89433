// A report as one HTML page without external scripts, fonts or images.
#pragma once

#include <span>
#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns the page: advice, charts, then all numbers as tables. It escapes all texts and is also
/// well-formed XML.
std::string reportHtml(const Report& report);

/// Returns the tables of a section in <details> elements. Rows that were not measured are listed
/// outside of them.
std::string sectionTables(const Section& section);

/// Returns the cost models over all models of one scenario. Empty if the scenario has only one
/// model.
std::string scenarioTables(std::span<const Section> sections);

std::string methodTables(const Report& report);

}  // namespace sinew
