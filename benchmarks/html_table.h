// Tables of a page.
#pragma once

#include <string>
#include <vector>

#include "benchmarks/report_words.h"

namespace sinew {

struct HtmlColumn {
    std::string title;
    std::string tip;     // shown under the pointer; may be empty
    bool number = true;  // set to the right
};

/// Every text is escaped, so cells may come from anywhere.
class HtmlTable {
public:
    HtmlTable(std::string caption, std::vector<HtmlColumn> columns);

    /// One a column; `swatch` (a trusted CSS colour, may be empty) stands before the first text
    /// that is no number.
    void row(const std::vector<std::string>& cells, const std::string& swatch = {});
    /// As many leading cells as given, then `reason` through all that are left.
    void reason(const std::vector<std::string>& cells, const std::string& reason, RowState state);

    std::string html() const;

private:
    std::string caption_;
    std::vector<HtmlColumn> columns_;
    std::string body_;
};

}  // namespace sinew
