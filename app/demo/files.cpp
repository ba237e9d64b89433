// XDG folders.
#include "app/demo/files.h"

#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <stdexcept>

#include "app/output.h"

namespace sinew {
namespace {

std::filesystem::path xdgFolder(const char* variable, const char* underHome) {
    const char* value = std::getenv(variable);
    if (value && value[0] == '/') return std::filesystem::path(value) / "sinew";
    const char* home = std::getenv("HOME");
    if (home && home[0] == '/') return std::filesystem::path(home) / underHome / "sinew";
    return {};
}

}  // namespace

std::filesystem::path configFolder() {
    return xdgFolder("XDG_CONFIG_HOME", ".config");
}
std::filesystem::path cacheFolder() {
    return xdgFolder("XDG_CACHE_HOME", ".cache");
}
std::filesystem::path dataFolder() {
    return xdgFolder("XDG_DATA_HOME", ".local/share");
}

std::optional<std::string> readFile(const std::filesystem::path& file) {
    constexpr uintmax_t kMost = uintmax_t{256} << 20;
    std::error_code error;
    // Opening a pipe may wait for ever.
    if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
    const uintmax_t size = std::filesystem::file_size(file, error);
    if (error || size > kMost) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    std::string content(size, 0);
    stream.read(content.data(), static_cast<std::streamsize>(size));
    if (stream.bad() || (!stream.eof() && !stream)) return std::nullopt;
    content.resize(static_cast<size_t>(stream.gcount()));  // it may have been cut short meanwhile
    return content;
}

void makeFolder(const std::filesystem::path& folder) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (!error) return;
    throw std::runtime_error(
        fmt::format("cannot make the folder {}: {}", folder.string(), error.message()));
}

void keepFile(const std::filesystem::path& file, std::string_view content) {
    makeFolder(file.parent_path());
    writeFile(file, content);
}

}  // namespace sinew
