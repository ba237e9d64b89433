// Style of HTML pages: light and dark, for screens of any width and for paper.
#pragma once

#include <string>

namespace sinew {

/// `title` is escaped, `body` is not.
std::string htmlPage(const std::string& title, const std::string& body);

}  // namespace sinew
