// Escapes text for HTML and XML.
#include "benchmarks/charts/markup.h"

#include <algorithm>

#include "skinning/plain_text.h"

namespace sinew {
namespace {

constexpr std::string_view kReplacement = "\xef\xbf\xbd";

/// Returns the byte length of the first character of `text`, or 0 if a page must not contain it.
size_t shownLength(std::string_view text) {
    const Utf8Character first = firstCharacter(text);
    const bool space = first.code == '\t' || first.code == '\n' || first.code == '\r';
    return space || isPlain(first.code) ? first.bytes : 0;
}

}  // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const size_t length = shownLength(text);
        switch (text[0]) {
            case '&':
                out += "&amp;";
                break;
            case '<':
                out += "&lt;";
                break;
            case '>':
                out += "&gt;";
                break;
            case '"':
                out += "&quot;";
                break;
            case '\'':
                out += "&#39;";
                break;
            default:
                out += length > 0 ? text.substr(0, length) : kReplacement;
        }
        text.remove_prefix(std::max<size_t>(length, 1));
    }
    return out;
}

size_t lettersIn(std::string_view text) {
    return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
    }));
}

}  // namespace sinew
