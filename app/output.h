// Writes files atomically, and never over input files.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

using Paths = std::vector<std::filesystem::path>;

/// Returns the extension in lower case: ".png" for "a.PNG".
std::string endingOf(const std::filesystem::path& file);

/// Throws std::runtime_error unless the name has one of `endings`, in any case. `option` is the
/// command-line option in the message.
void requireEnding(std::string_view option, const std::filesystem::path& file,
                   std::initializer_list<std::string_view> endings);

/// Throws std::runtime_error if one of `files` cannot be written, is a link, a device or a pipe, or
/// is named twice. Call it before long work, so that the error comes early.
void requireWritable(const Paths& files);

/// Throws std::runtime_error if one of `files` is also one of `read`, even by another path or a
/// link.
void requireNotRead(const Paths& files, const Paths& read);

/// Writes a temporary file next to `file` and renames it, so that `file` is never partially
/// written. Keeps the permissions of a replaced file. Throws std::runtime_error.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

struct OutputFile {
    std::filesystem::path file;
    std::string_view bytes;
};
/// Writes temporary files, then renames all in order. A file that refers to others must be last.
void writeFiles(std::span<const OutputFile> files);
void writeFiles(std::initializer_list<OutputFile> files);

/// Waits for renames in progress, removes unfinished files and blocks later writes.
void abandonFiles();

}  // namespace sinew
