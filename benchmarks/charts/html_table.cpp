// Writes the rows and cells of HTML tables.
#include "benchmarks/charts/html_table.h"

#include <fmt/format.h>

#include <algorithm>

#include "benchmarks/charts/markup.h"

namespace sinew {

HtmlTable::HtmlTable(std::string caption, std::vector<HtmlColumn> columns)
    : caption_(std::move(caption)), columns_(std::move(columns)) {}

void HtmlTable::row(const std::vector<std::string>& cells, const std::string& swatch) {
    body_ += "<tr>";
    std::string before =
        swatch.empty() ? ""
                       : fmt::format(R"(<i class="swatch" style="background:{}"></i>)", swatch);
    for (size_t i = 0; i < cells.size(); ++i) {
        const bool number = columns_[i].number;
        body_ += fmt::format("<td{}>{}{}</td>", number ? " class=\"n\"" : "", number ? "" : before,
                             escaped(cells[i]));
        if (!number) before.clear();
    }
    body_ += "</tr>\n";
}

void HtmlTable::reason(const std::vector<std::string>& cells, const std::string& reason,
                       RowState state) {
    body_ += "<tr>";
    for (size_t i = 0; i < cells.size(); ++i) {
        body_ += fmt::format("<td{}>{}</td>", columns_[i].number ? " class=\"n\"" : "",
                             escaped(cells[i]));
    }
    body_ += fmt::format("<td class=\"{}\" colspan=\"{}\">{}</td></tr>\n",
                         state == RowState::wrong ? "bad" : "why", columns_.size() - cells.size(),
                         escaped(reason));
}

std::string HtmlTable::html() const {
    std::string out = fmt::format("<div class=\"scroll\"><table><caption>{}</caption>\n<thead><tr>",
                                  escaped(caption_));
    for (const HtmlColumn& column : columns_) {
        const std::string tip =
            column.tip.empty() ? "" : fmt::format(" title=\"{}\"", escaped(column.tip));
        out += fmt::format("<th scope=\"col\"{}{}>{}</th>", column.number ? " class=\"n\"" : "",
                           tip, escaped(column.title));
    }
    return out + "</tr></thead>\n<tbody>\n" + body_ + "</tbody></table></div>\n";
}

}  // namespace sinew
