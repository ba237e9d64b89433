// Text that comes from anywhere (files, arguments, drivers), made fit for a terminal.
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

/// True for what may be shown. Control codes (C0, C1, DEL), line separators and the codes that turn
/// the direction of writing are no text: terminals obey them, and show other words than there are.
bool isPlain(uint32_t code);

/// One line: each character that is not plain, and each byte that is not UTF-8, becomes '?'.
std::string plainText(std::string_view text);

/// The same for text of several lines, such as a table: line breaks stay.
std::string plainLines(std::string_view text);

/// At most `mostBytes` bytes: the start and an ellipsis. Characters stay whole. The text is UTF-8.
std::string shortened(std::string_view text, size_t mostBytes);

/// What a program says in one line, line break included; no more bytes, so that a hostile name
/// cannot fill a screen.
inline constexpr size_t kLongestLine = 500;

/// "who: message\n", plain. Of a message that is too long the start stays, and what stands behind
/// its last semicolon: what to try.
std::string messageLine(std::string_view who, std::string_view message);

}  // namespace sinew
