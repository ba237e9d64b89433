// The folders for files that the window keeps between runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

/// sinew/ in $XDG_CONFIG_HOME or ~/.config, $XDG_CACHE_HOME or ~/.cache, $XDG_DATA_HOME or
/// ~/.local/share, by the XDG base directory specification (relative values are ignored). Empty
/// where there is neither: then nothing is kept. The folder need not exist.
std::filesystem::path configFolder();
std::filesystem::path cacheFolder();
std::filesystem::path dataFolder();

/// The whole file; nothing when it cannot be read, is not a regular file or is far too large.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// What may follow a path that is being typed: folders, which end in '/', and models, in
/// alphabetical order and at most `most`. "~/" stands for the user's folder.
std::vector<std::string> completionsOf(const std::string& text, size_t most);
/// The path that is meant by such a text.
std::filesystem::path pathOf(const std::string& text);
bool isModelFile(const std::filesystem::path& file);

/// Makes it, and the folders above it. Throws std::runtime_error.
void makeFolder(const std::filesystem::path& folder);

/// Makes the folder; then as writeFile() does (app/output.h).
void keepFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sinew
