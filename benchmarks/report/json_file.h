// Reads untrusted JSON files (reports and scenarios) in bounded memory.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>

namespace sinew {

/// Limit of a file's size in bytes. A report of a thousand rows has 2 MB.
inline constexpr size_t kMostJsonBytes = size_t{32} << 20;
/// Limit of a text's length, bytes.
inline constexpr size_t kLongestText = 4000;
/// Limit of the length of Section::requested in bytes: it lists all methods, crowd sizes and
/// passes.
inline constexpr size_t kLongestList = 100'000;

/// Reads and parses a file. Throws std::runtime_error with the file, the JSON path, the fault and a
/// remedy.
nlohmann::json readJsonFile(const std::filesystem::path& file);

/// Returns a string value as plain text. Throws as faultAt() if `value` is not a string or is too
/// long. `jsonPath`: file and JSON path.
std::string textAt(const nlohmann::json& value, const std::string& jsonPath,
                   size_t longest = kLongestText);

}  // namespace sinew
