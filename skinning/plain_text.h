// Makes text of any source (files, arguments, drivers) safe for terminals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sinew {

/// The first character of a text; `bytes` is 0 if it is not valid UTF-8.
struct Utf8Character {
    uint32_t code = 0;
    size_t bytes = 0;
};
Utf8Character firstCharacter(std::string_view text);

/// False for control codes (C0, C1, DEL), line separators and codes of writing direction, which
/// terminals obey instead of showing them.
bool isPlain(uint32_t code);

/// One line: characters that are not plain and bytes that are not UTF-8 become '?'.
std::string plainText(std::string_view text);

/// As plainText(), but keeps line breaks.
std::string plainLines(std::string_view text);

/// Truncates UTF-8 text to `mostBytes` between two characters, with an ellipsis.
std::string shortened(std::string_view text, size_t mostBytes);

/// Longest line of a message in bytes, with its line break. Limits very long names.
inline constexpr size_t kLongestLine = 500;

/// Prefix, message and line break in plain text. Long messages keep their start, and the advice
/// after the last semicolon.
std::string messageLine(std::string_view source, std::string_view message);

}  // namespace sinew
