// JSON files from any source, reports and scenarios: read whole, in bounded memory, with messages
// of our own.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sinew {

/// The largest file that is read. A report of a thousand rows has 2 MB.
inline constexpr size_t kMostJsonBytes = size_t{32} << 20;
/// The longest text in such a file, bytes.
inline constexpr size_t kLongestText = 4000;
/// The longest text that stands in no table: all ways, crowds and passes of a plan.
inline constexpr size_t kLongestList = 100'000;

/// Throws std::runtime_error: the file, the place in it, what is wrong and what to try.
nlohmann::json readJsonFile(const std::filesystem::path& file);

/// Throws std::runtime_error with "place: what", plain: words of the file may stand in both.
[[noreturn]] void failAt(const std::string& place, const std::string& what);

/// The string `value`, plain. Throws as failAt() where it is none or too long; `place` is the JSON
/// path after the file's name.
std::string textAt(const nlohmann::json& value, const std::string& place,
                   size_t longest = kLongestText);

/// A value for a message: short, and of arrays and objects what they are.
std::string shownValue(const nlohmann::json& value);

}  // namespace sinew
