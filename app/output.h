// Files that are written whole or not at all, and never over what was read.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

using Paths = std::vector<std::filesystem::path>;

/// The extension of the name in small letters: ".png" of "a.PNG".
std::string endingOf(const std::filesystem::path& file);

/// Throws std::runtime_error, which names `option`, unless the name ends in one of `endings`, in
/// letters of any case.
void requireEnding(std::string_view option, const std::filesystem::path& file,
                   std::initializer_list<std::string_view> endings);

/// Throws std::runtime_error when one of `files` cannot be written, or two are the same: before the
/// work is done, not after. A file that already exists must be a plain file: links, devices and
/// pipes are not replaced.
void requireWritable(const Paths& files);

/// Throws std::runtime_error when one of `files` is one of `read`, also under another name: hard
/// links, links to folders, "./".
void requireNotRead(const Paths& files, const Paths& read);

/// Writes beside `file` and renames, so that the file is never half-written. It keeps the
/// permissions of a file that it replaces. Throws std::runtime_error.
void writeFile(const std::filesystem::path& file, std::string_view bytes);

struct OutputFile {
    std::filesystem::path file;
    std::string_view bytes;
};
/// The same for files that belong together: none is renamed before all are written. They are
/// renamed in their order; the one that names the others stands last.
void writeFiles(std::span<const OutputFile> files);
void writeFiles(std::initializer_list<OutputFile> files);

/// For a program that ends now: waits for renames that have begun, removes what is unfinished, and
/// stops every later write.
void abandonFiles();

}  // namespace sinew
