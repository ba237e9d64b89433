// XDG folders.
#include "app/demo/files.h"

#include <cstdlib>
#include <fstream>
#include <iterator>

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
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    std::string content{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad()) return std::nullopt;
    return content;
}

void keepFile(const std::filesystem::path& file, std::string_view content) {
    std::error_code error;  // a folder that is missing then is told by the file
    std::filesystem::create_directories(file.parent_path(), error);
    writeFile(file, content);
}

}  // namespace sinew
