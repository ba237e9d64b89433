// Prints the output of commands.
#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>
#include <utility>

#include "skinning/plain_text.h"

namespace sinew::cli {

/// Prints to stdout. Removes control codes, which names of files, models and devices can contain.
template <typename... Arguments>
void say(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    const std::string text = plainLines(fmt::format(format, std::forward<Arguments>(arguments)...));
    (void)!std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace sinew::cli
