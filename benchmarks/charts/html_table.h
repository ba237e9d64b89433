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

    /// Adds a row and escapes its texts. `swatch` is a trusted CSS colour or empty; it is drawn in
    /// front of the first cell that is not a number.
    void row(const std::vector<std::string>& cells, const std::string& swatch = {});
    /// Adds a row that starts with `cells`. One wide cell with `reason` takes the place of the
    /// other columns.
    void reason(const std::vector<std::string>& cells, const std::string& reason, RowState state);

    std::string html() const;

private:
    std::string caption_;
    std::vector<HtmlColumn> columns_;
    std::string body_;
};

}  // namespace sinew
