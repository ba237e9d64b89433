// The look of pages: light and dark, on screens of any width and on paper.
#pragma once

#include <string>

namespace sinew {

/// A whole page. `title` is escaped, `body` is not.
std::string htmlPage(const std::string& title, const std::string& body);

}  // namespace sinew
