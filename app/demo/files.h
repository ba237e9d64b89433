// The folders for files that the window keeps between runs.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sinew {

/// sinew/ in $XDG_CONFIG_HOME or ~/.config, $XDG_CACHE_HOME or ~/.cache, $XDG_DATA_HOME or
/// ~/.local/share, by the XDG base directory specification (relative values are ignored). Empty
/// where there is neither: then nothing is kept. The folder need not exist.
std::filesystem::path configFolder();
std::filesystem::path cacheFolder();
std::filesystem::path dataFolder();

/// The whole file; nothing when it cannot be read, is not a regular file or is far too large.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Makes it, and the folders above it. Throws std::runtime_error.
void makeFolder(const std::filesystem::path& folder);

/// Makes the folder; then as writeFile() does (app/output.h).
void keepFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sinew
