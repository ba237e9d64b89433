// Parses untrusted JSON: limited depth, linear time, and error messages of this project.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string_view>

namespace sinew {

/// An error with its position, in one line. The text has no file name and no advice.
struct JsonError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Limit of nesting, so that recursion over the result is safe. glTF needs 8 levels, a report 10.
inline constexpr int kMaxJsonDepth = 64;

/// Parses UTF-8 JSON. If a member occurs twice, the last one is used. Throws JsonError.
nlohmann::json parseJsonText(std::string_view text, int maxDepth = kMaxJsonDepth);

}  // namespace sinew
