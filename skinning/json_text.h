// Parses untrusted JSON: bounded depth, linear time, own messages.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string_view>

namespace sinew {

/// The error and its position in one line, without file name and advice.
struct JsonError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The deepest nesting, so recursion over the result is safe. glTF needs 8 levels, a report 10.
inline constexpr int kMaxJsonDepth = 64;

/// Parses UTF-8 JSON; the last of duplicate members counts. Throws JsonError.
nlohmann::json parseJsonText(std::string_view text, int maxDepth = kMaxJsonDepth);

}  // namespace sinew
