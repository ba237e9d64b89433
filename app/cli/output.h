// Files that are written whole or not at all.
#pragma once

#include <filesystem>
#include <string_view>

namespace sinew::cli {

/// Throws std::runtime_error when `file` could not be written: before the work is done, not after.
void requireWritable(const std::filesystem::path& file);

/// Writes beside `file` and renames, so that nobody ever sees half of it. Throws
/// std::runtime_error.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

}  // namespace sinew::cli
