// Decodes UTF-8, and replaces characters that terminals do not show.
#include "skinning/plain_text.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr std::string_view kEllipsis = "\xe2\x80\xa6";

struct CodeRange {
    uint32_t first;
    uint32_t last;
};
constexpr CodeRange kNotPlain[] = {
    {0x00, 0x1f},       {0x7f, 0x9f},  // C0; DEL and C1
    {0x061c, 0x061c},                  // Arabic letter mark
    {0x200e, 0x200f},                  // left-to-right and right-to-left mark
    {0x2028, 0x202e},                  // line and paragraph separator, embeddings, overrides
    {0x2066, 0x2069},                  // isolates
    {0xfff9, 0xfffb},                  // interlinear annotation
    {0xfffe, 0xffff},                  // not characters
    {0xe0000, 0xe007f},                // invisible tags
};

bool continues(char byte) {
    return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

std::string plain(std::string_view text, bool (*keep)(uint32_t)) {
    std::string out;
    out.reserve(text.size());
    while (!text.empty()) {
        const Utf8Character character = firstCharacter(text);
        const size_t bytes = std::max<size_t>(character.bytes, 1);
        if (character.bytes > 0 && keep(character.code)) {
            out += text.substr(0, bytes);
        } else {
            out += '?';
        }
        text.remove_prefix(bytes);
    }
    return out;
}

std::string_view startOf(std::string_view text, size_t mostBytes) {
    if (text.size() <= mostBytes) return text;
    while (mostBytes > 0 && continues(text[mostBytes])) --mostBytes;
    return text.substr(0, mostBytes);
}

}  // namespace

Utf8Character firstCharacter(std::string_view text) {
    const auto byte = [&](size_t i) { return static_cast<unsigned char>(text[i]); };
    if (text.empty()) return {};
    const unsigned first = byte(0);
    if (first < 0x80) return {first, 1};
    const size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
    if (length == 0 || first > 0xf4 || text.size() < length) return {};
    uint32_t code = first & (0x7fu >> length);
    for (size_t i = 1; i < length; ++i) {
        if (!continues(text[i])) return {};
        code = code << 6 | (byte(i) & 0x3f);
    }
    constexpr uint32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (code < kLeast[length] || surrogate || code > 0x10ffff) return {};
    return {code, length};
}

bool isPlain(uint32_t code) {
    return std::none_of(std::begin(kNotPlain), std::end(kNotPlain), [&](const CodeRange& range) {
        return code >= range.first && code <= range.last;
    });
}

std::string plainText(std::string_view text) {
    return plain(text, isPlain);
}

std::string plainLines(std::string_view text) {
    return plain(text, [](uint32_t code) { return code == '\n' || isPlain(code); });
}

std::string shortened(std::string_view text, size_t mostBytes) {
    if (text.size() <= mostBytes) return std::string(text);
    const size_t left = mostBytes - std::min(mostBytes, kEllipsis.size());
    return std::string(startOf(text, left)).append(kEllipsis);
}

std::string messageLine(std::string_view source, std::string_view message) {
    std::string text = std::string(source).append(": ").append(message);
    std::replace(text.begin(), text.end(), '\n', ' ');
    text = plainText(text);
    constexpr size_t kMost = kLongestLine - 1;  // without the line break
    if (text.size() > kMost) {
        const size_t advice = std::min(text.rfind("; "), text.size());
        const std::string end = text.size() - advice <= kMost / 2 ? text.substr(advice) : "";
        text = shortened(text, kMost - end.size()) + end;
    }
    return text + '\n';
}

}  // namespace sinew
