// Files that are written whole or not at all.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace sinew {

/// Throws std::runtime_error when `file` could not be written: before the work is done, not after.
void requireWritable(const std::filesystem::path& file);

/// Writes beside `file` and renames, so that nobody ever sees half of it. Throws
/// std::runtime_error.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

struct OutputFile {
    std::filesystem::path file;
    std::string_view bytes;
};
/// The same for files that belong together: none is renamed before all are written. They are
/// renamed in their order; the one that names the others stands last.
void writeFiles(std::initializer_list<OutputFile> files);

}  // namespace sinew
