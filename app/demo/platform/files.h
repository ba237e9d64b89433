// Folders and files that the window keeps between runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// Return the folder sinew/ in $XDG_CONFIG_HOME or ~/.config, $XDG_CACHE_HOME or ~/.cache,
/// $XDG_DATA_HOME or ~/.local/share (XDG base directory specification; relative values are
/// ignored). The path is empty if these variables and HOME are not set; then nothing is stored. The
/// folder need not exist.
std::filesystem::path configFolder();
std::filesystem::path cacheFolder();
std::filesystem::path dataFolder();

/// Returns the content; nothing if the file is unreadable, not regular or larger than 256 MiB.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Returns up to `most` completions of a typed path in alphabetical order: folders, which end in
/// '/', and models. "~/" is the home folder.
std::vector<std::string> completionsOf(const std::string& text, size_t most);
/// Returns the path of a typed text, with the home folder in place of a leading "~/".
std::filesystem::path pathOf(const std::string& text);
bool isModelFile(const std::filesystem::path& file);

/// Creates the folder and its parents. Throws std::runtime_error.
void makeFolder(const std::filesystem::path& folder);

/// Creates the folder, then calls writeFile() (app/output.h).
void keepFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sinew
