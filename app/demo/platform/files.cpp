// Finds folders, reads and writes files, completes paths.
#include "app/demo/platform/files.h"

#include <fmt/format.h>

#include <algorithm>
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
    // Only regular files are opened, because opening a pipe can block.
    if (!std::filesystem::is_regular_file(file, error)) return std::nullopt;
    const uintmax_t size = std::filesystem::file_size(file, error);
    if (error || size > kMost) return std::nullopt;
    std::ifstream stream(file, std::ios::binary);
    std::string content(size, 0);
    stream.read(content.data(), static_cast<std::streamsize>(size));
    if (stream.bad() || (!stream.eof() && !stream)) return std::nullopt;
    content.resize(static_cast<size_t>(
        stream.gcount()));  // the file may have been truncated after file_size()
    return content;
}

bool isModelFile(const std::filesystem::path& file) {
    const std::string ending = endingOf(file);
    return ending == ".glb" || ending == ".gltf";
}

std::filesystem::path pathOf(const std::string& text) {
    const char* home = std::getenv("HOME");
    if (home && text.starts_with("~/")) return std::filesystem::path(home) / text.substr(2);
    return text;
}

std::vector<std::string> completionsOf(const std::string& text, size_t most) {
    namespace fs = std::filesystem;
    const size_t slash = text.rfind('/');
    const std::string folder = slash == std::string::npos ? "" : text.substr(0, slash + 1);
    const std::string begun = text.substr(folder.size());
    std::vector<std::string> completions;
    std::error_code error;
    const fs::path searched = folder.empty() ? fs::path(".") : pathOf(folder);
    for (fs::directory_iterator at(searched, error), end; !error && at != end;
         at.increment(error)) {
        const std::string name = at->path().filename().string();
        const bool hidden = name.starts_with('.') && !begun.starts_with('.');
        if (hidden || !name.starts_with(begun)) continue;
        std::error_code unread;
        if (at->is_directory(unread)) {
            completions.push_back(folder + name + '/');
        } else if (isModelFile(name)) {
            completions.push_back(folder + name);
        }
    }
    std::sort(completions.begin(), completions.end());
    if (completions.size() > most) completions.resize(most);
    return completions;
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
