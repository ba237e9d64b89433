// The formats of a report: JSON is in report_json.h.
#pragma once

#include <string>

#include "benchmarks/report/report.h"

namespace sinew {

// report_file.cpp: the extension of the file name selects the format.
/// Throws std::runtime_error unless the name ends in .json, .csv or .html.
void requireReportName(const std::string& file);
bool isReportJson(const std::string& file);
std::string reportFile(const Report& report, const std::string& file);

// report_csv.cpp: rows for spreadsheets and data frames.
/// Returns a line of column names, then one line per row (RFC 4180). Columns of a time end in
/// _median_ms, _p5_ms, _p95_ms, _mad_ms, _outliers and _frames. Columns max_error_* are errors
/// against the file, own_reference_error_* against the choice's own reference; "inf" if a component
/// is not a number. A cell without a measurement is empty.
std::string reportCsv(const Report& report);

// report_html.cpp
/// Returns one HTML page without external scripts, fonts or images: advice, charts, then all
/// numbers as tables. It escapes all texts and is also well-formed XML.
std::string reportHtml(const Report& report);

// report_screen.cpp: a short text for the terminal.
/// Returns caveats, a table per point with one line per choice, and advice. Lines have at most 100
/// columns. In a section with many points, a point has only one line.
std::string reportScreen(const Report& report);

// report_table.cpp: detailed tables for the terminal.
/// Returns the tables of all sections. A section with few points (instances and passes) has one
/// table per point: lines are steps, columns are choices, and verdicts follow. A section with many
/// points has framesGridText() instead. Kernels, crossovers and cost models follow.
std::string reportTable(const Report& report);
/// Returns one line per point, with a column per choice. Choices that do not fit into 100 columns
/// follow in further tables.
std::string framesGridText(const Section& section);
std::string costModelWords(const CostModel& model);

}  // namespace sinew
