// Makes text of any source (files, arguments, drivers) safe for a terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace sinew {

/// The character that a text starts with. `bytes` is 0 where the text does not start with UTF-8.
struct Utf8Character {
    uint32_t code = 0;
    size_t bytes = 0;
};
Utf8Character firstCharacter(std::string_view text);

/// True for characters that may be shown. Not for control codes (C0, C1, DEL), line separators and
/// codes that change the direction of writing: terminals obey those, and show something else than
/// the text.
bool isPlain(uint32_t code);

/// One line: each character that is not plain, and each byte that is not UTF-8, becomes '?'.
std::string plainText(std::string_view text);

/// The same for text of several lines, such as a table: line breaks stay.
std::string plainLines(std::string_view text);

/// At most `mostBytes` bytes: the start and an ellipsis. Characters stay whole. The text is UTF-8.
std::string shortened(std::string_view text, size_t mostBytes);

/// The longest line of a message, with its line break, in bytes. A very long name cannot fill the
/// screen.
inline constexpr size_t kLongestLine = 500;

/// "who: message\n", plain. A message that is too long keeps its start, and the advice after its
/// last semicolon.
std::string messageLine(std::string_view who, std::string_view message);

}  // namespace sinew
