// Where the demo keeps what survives a restart, and how files get there whole.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace sinew {

/// $XDG_CONFIG_HOME/sinew or ~/.config/sinew, and $XDG_CACHE_HOME/sinew or ~/.cache/sinew, by the
/// XDG base directory specification (relative values are ignored). Empty where there is neither:
/// then nothing is kept. The folder need not exist.
std::filesystem::path configFolder();
std::filesystem::path cacheFolder();

/// The whole file, or nothing when it cannot be read.
std::optional<std::string> readFile(const std::filesystem::path& file);

/// Writes beside `file` and renames: readers see the old content or the new, never a part. Makes
/// the folder. Throws std::runtime_error naming the file and the system's reason.
void writeFileWhole(const std::filesystem::path& file, std::string_view content);

}  // namespace sinew
