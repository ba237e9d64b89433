// What the commands print.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "skinning/plain_text.h"

namespace sinew::cli {

/// Prints plain text to stdout. It holds names of files, models and devices, whose control codes a
/// terminal would obey.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string text = plainLines(fmt::format(format, std::forward<Arguments>(arguments)...));
    (void)!std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace sinew::cli
