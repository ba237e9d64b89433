// Escapes untrusted text for HTML and XML.
#pragma once

#include <string>
#include <string_view>

namespace sinew {

/// Returns text that is safe between tags and in quoted attributes. Invalid UTF-8, and characters
/// for which isPlain() is false, become U+FFFD.
std::string escaped(std::string_view text);

/// Returns the number of characters, an approximation of the text's width.
size_t lettersIn(std::string_view text);

}  // namespace sinew
