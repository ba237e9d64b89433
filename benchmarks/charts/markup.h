// Escapes untrusted text for HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Safe between tags and in quoted attributes. Invalid UTF-8 and characters that are not plain
/// become U+FFFD.
std::string escaped(std::string_view text);

/// Approximate width of the text in letters of average width.
size_t lettersIn(std::string_view text);

}  // namespace sinew
