// Tables of an HTML page.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report/report_words.h"

namespace sinew {

struct HtmlColumn {
    std::string title;
    std::string tip;     // tooltip; may be empty
    bool number = true;  // right-aligned
};

class HtmlTable {
public:
    HtmlTable(std::string caption, std::vector<HtmlColumn> columns);

    /// Escapes all texts. `swatch`: a trusted CSS colour or empty, before the first text that is
    /// not a number.
    void row(const std::vector<std::string>& cells, const std::string& swatch = {});
    /// Adds leading cells, then one cell with `reason` across the other columns.
    void reason(const std::vector<std::string>& cells, const std::string& reason, RowState state);

    std::string html() const;

private:
    std::string caption_;
    std::vector<HtmlColumn> columns_;
    std::string body_;
};

}  // namespace sinew
