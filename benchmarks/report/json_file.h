// Reads untrusted JSON files (reports and scenarios) in bounded memory.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sinew {

/// The largest file that is read, bytes. A report of a thousand rows has 2 MB.
inline constexpr size_t kMostJsonBytes = size_t{32} << 20;
/// bytes
inline constexpr size_t kLongestText = 4000;
/// The longest Section::asked: all methods, crowds and passes of a plan, bytes.
inline constexpr size_t kLongestList = 100'000;

/// Throws std::runtime_error with the file, the JSON path, the fault and a remedy.
nlohmann::json readJsonFile(const std::filesystem::path& file);

/// Throws std::runtime_error with "place: what" as plain text; both may contain text of the file.
[[noreturn]] void failAt(const std::string& jsonPath, const std::string& what);

/// Plain text. Throws as failAt() if `value` is not a string or too long. `jsonPath`: file and JSON
/// path.
std::string textAt(const nlohmann::json& value, const std::string& jsonPath,
                   size_t longest = kLongestText);

/// A value for a message: shortened; arrays and objects by their kind.
std::string shownValue(const nlohmann::json& value);

}  // namespace sinew
