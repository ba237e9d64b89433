// Makes texts of any source (files, arguments, drivers) safe for terminals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sinew {

/// The first character of a text. `bytes` is 0 if the text does not begin with valid UTF-8.
struct Utf8Character {
    uint32_t code = 0;
    size_t bytes = 0;
};
Utf8Character firstCharacter(std::string_view text);

/// False for control codes (C0, C1, DEL), line separators and codes for the writing direction:
/// terminals execute them instead of showing them.
bool isPlain(uint32_t code);

/// Returns the text in one line. Characters for which isPlain() is false, and bytes that are not
/// UTF-8, become '?'.
std::string plainText(std::string_view text);

/// Does the same as plainText(), but keeps line breaks.
std::string plainLines(std::string_view text);

/// Truncates UTF-8 text to at most `mostBytes` bytes at a character boundary, and adds an ellipsis.
std::string shortened(std::string_view text, size_t mostBytes);

/// Limit of a message line in bytes, with its line break. Very long names are shortened.
inline constexpr size_t kLongestLine = 500;

/// Returns "source: message" and a line break, as plain text. If it is too long, its middle is
/// removed: the start and the advice after the last semicolon stay.
std::string messageLine(std::string_view source, std::string_view message);

}  // namespace sinew
