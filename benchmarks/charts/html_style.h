// Style of the HTML pages: light and dark, for screens of any width and for paper.
#pragma once

#include <string>

namespace sinew {

/// Returns a complete page. `title` is escaped here; `body` must be valid HTML and is not escaped.
std::string htmlPage(const std::string& title, const std::string& body);

}  // namespace sinew
