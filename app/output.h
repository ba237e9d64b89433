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

/// Throws std::runtime_error with `option` unless the name has one of `endings`, in any case.
void requireEnding(std::string_view option, const std::filesystem::path& file,
                   std::initializer_list<std::string_view> endings);

/// Throws std::runtime_error if one of `files` cannot be written or two are the same. Links,
/// devices and pipes are not replaced. Call it before the work, so that errors are early.
void requireWritable(const Paths& files);

/// Throws std::runtime_error if one of `files` is one of `read`, also through links or "./".
void requireNotRead(const Paths& files, const Paths& read);

/// Writes next to `file` and renames, so that the file is never partially written. Keeps the
/// permissions of a replaced file. Throws std::runtime_error.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

struct OutputFile {
    std::filesystem::path file;
    std::string_view bytes;
};
/// Writes all files before it renames any, in their order. A file that refers to others is last.
void writeFiles(std::span<const OutputFile> files);
void writeFiles(std::initializer_list<OutputFile> files);

/// Waits for renames in progress, removes unfinished files and blocks later writes.
void abandonFiles();

}  // namespace sinew
