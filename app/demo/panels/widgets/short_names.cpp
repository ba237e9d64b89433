// Finds the beginning and the end that all names share.
#include "app/demo/panels/widgets/short_names.h"

#include <algorithm>

namespace sinew {
namespace {

constexpr std::string_view kSeparators = "|:/._- ";

bool hasLetter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char byte) {
        return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
               static_cast<unsigned char>(byte) >= 0x80;
    });
}

size_t sharedBytes(std::string_view a, std::string_view b) {
    const auto [end, _] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return static_cast<size_t>(end - a.begin());
}

size_t sharedBytesAtEnd(std::string_view a, std::string_view b) {
    const auto [end, _] = std::mismatch(a.rbegin(), a.rend(), b.rbegin(), b.rend());
    return static_cast<size_t>(end - a.rbegin());
}

}  // namespace

ShortNames::ShortNames(std::span<const std::string_view> names) {
    if (names.size() < 2) return;
    const std::string_view first = names[0];
    size_t prefix = first.size(), suffix = first.size();
    for (const std::string_view name : names.subspan(1)) {
        prefix = std::min(prefix, sharedBytes(first, name));
        suffix = std::min(suffix, sharedBytesAtEnd(first, name));
    }
    prefix = first.substr(0, prefix).find_last_of(kSeparators) + 1;  // npos + 1 is 0
    const size_t cut = first.find_first_of(kSeparators, first.size() - suffix);
    suffix = cut == std::string_view::npos ? 0 : first.size() - cut;
    const auto keepsLetters = [&](size_t before, size_t after) {
        return std::all_of(names.begin(), names.end(), [&](std::string_view name) {
            return before + after < name.size() &&
                   hasLetter(name.substr(before, name.size() - before - after));
        });
    };
    if (!keepsLetters(prefix, 0)) prefix = 0;
    if (!keepsLetters(prefix, suffix)) suffix = 0;
    prefix_ = prefix;
    suffix_ = suffix;
}

std::string_view ShortNames::of(std::string_view name) const {
    return name.substr(prefix_, name.size() - prefix_ - suffix_);
}

}  // namespace sinew
