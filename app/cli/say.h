// What the commands print.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "skinning/plain_text.h"

namespace sinew::cli {

/// To stdout, plain: names of files, models and devices stand in it, and a terminal would obey what
/// they hold.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string text = plainLines(fmt::format(format, std::forward<Arguments>(arguments)...));
    (void)!std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace sinew::cli
