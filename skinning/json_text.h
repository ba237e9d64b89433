// JSON text from any source: bounded in depth, linear in time, with messages of our own.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string_view>

namespace sinew {

/// What is wrong with a JSON text and where: one line, without the file's name and without advice.
struct JsonError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The deepest nesting of arrays and objects: glTF needs 8 levels, a report 10. So recursion over
/// the result is safe.
inline constexpr int kMaxJsonDepth = 64;

/// Reads UTF-8 JSON; where a member stands twice, the last one counts. Throws JsonError.
nlohmann::json parseJsonText(std::string_view text, int maxDepth = kMaxJsonDepth);

}  // namespace sinew
