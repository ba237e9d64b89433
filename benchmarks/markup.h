// Puts text of any source into a page.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Safe between tags and in quoted attributes, of HTML and XML alike: & < > " ' are escaped, bytes
/// that are no UTF-8 and characters that are not plain (skinning/plain_text.h) become U+FFFD.
std::string escaped(std::string_view text);

/// About how wide text is in the page's font: 1 is a letter of middling width.
size_t lettersIn(std::string_view text);

}  // namespace sinew
