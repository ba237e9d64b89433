// JSON text from files that nobody vouches for: bounded in depth, linear in time, own words for
// faults.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string_view>

namespace sinew {

/// What is wrong with a JSON text and where: one line, without the file's name and without advice.
struct JsonError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Arrays and objects may stand in each other this deep: glTF needs 8 levels, a report 10. What
/// walks through the result by recursion is safe.
inline constexpr int kMaxJsonDepth = 64;

/// Reads UTF-8 JSON; of a member that is there twice the last one counts. Throws JsonError.
nlohmann::json parseJsonText(std::string_view text, int maxDepth = kMaxJsonDepth);

}  // namespace sinew
