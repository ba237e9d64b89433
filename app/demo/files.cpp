// XDG folders and atomic writes.
#include "app/demo/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <stdexcept>

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

std::optional<std::string> readFile(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return std::nullopt;
    std::string content{std::istreambuf_iterator<char>(stream), {}};
    if (stream.bad()) return std::nullopt;
    return content;
}

void writeFileWhole(const std::filesystem::path& file, std::string_view content) {
    std::error_code error;
    std::filesystem::create_directories(file.parent_path(), error);
    // The process id keeps two running programs from writing into one temporary file.
    const std::filesystem::path temporary = fmt::format("{}.{}.tmp", file.string(), getpid());
    std::ofstream stream(temporary, std::ios::binary | std::ios::trunc);
    stream.write(content.data(), static_cast<std::streamsize>(content.size()));
    stream.close();
    if (!stream) {
        const int reason = errno;
        std::filesystem::remove(temporary, error);
        throw std::runtime_error(
            fmt::format("cannot write {}: {}", file.string(), std::strerror(reason)));
    }
    std::filesystem::rename(temporary, file, error);
    if (error) {
        const std::string reason = error.message();
        std::filesystem::remove(temporary, error);
        throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), reason));
    }
}

}  // namespace sinew
