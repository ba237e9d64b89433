// Tables of the HTML page of a report.
#pragma once

#include <span>
#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

/// Returns the tables of a section in <details> elements. Rows that were not measured are listed
/// outside of them.
std::string sectionTables(const Section& section);

/// Returns the cost models over all models of one scenario. Empty if the scenario has only one
/// model.
std::string scenarioTables(std::span<const Section> sections);

std::string methodTables(const Report& report);

}  // namespace sinew
