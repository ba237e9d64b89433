// Folders and files that the window keeps between runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// The folder sinew/ in $XDG_CONFIG_HOME or ~/.config, $XDG_CACHE_HOME or ~/.cache, $XDG_DATA_HOME
/// or ~/.local/share (XDG base directory specification; relative values are ignored). Empty without
/// these variables and HOME: nothing is stored then. The folder may not exist.
std::filesystem::path configFolder();
std::filesystem::path cacheFolder();
std::filesystem::path dataFolder();

/// Returns the content; nothing if the file is unreadable, not regular or larger than 256 MiB.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Returns up to `most` completions of a typed path in alphabetical order: folders, which end in
/// '/', and models. "~/" is the home folder.
std::vector<std::string> completionsOf(const std::string& text, size_t most);
/// Expands such a text to a path.
std::filesystem::path pathOf(const std::string& text);
bool isModelFile(const std::filesystem::path& file);

/// Creates it with its parents. Throws std::runtime_error.
void makeFolder(const std::filesystem::path& folder);

/// Creates the folder, then calls writeFile() (app/output.h).
void keepFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sinew
