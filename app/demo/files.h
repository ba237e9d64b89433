// Where the demo keeps what survives a restart.
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

/// The whole file, or nothing when it cannot be read: it is no regular file, or far too large.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// With the folders that it lies in. Throws std::runtime_error.
void makeFolder(const std::filesystem::path& folder);

/// Makes the folder; then as writeFile() does (app/output.h).
void keepFile(const std::filesystem::path& file, std::string_view content);

}  // namespace sinew
