// Writing to a temporary name, then renaming.
#include "app/cli/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>

namespace sinew::cli {
namespace {

namespace fs = std::filesystem;

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

[[noreturn]] void cannotWrite(const fs::path& file, const std::string& why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), why));
}

}  // namespace

void requireWritable(const fs::path& file) {
    const fs::path folder = folderOf(file);
    std::error_code error;
    if (fs::is_directory(file, error)) cannotWrite(file, "it is a folder; name a file in it");
    if (!fs::is_directory(folder, error)) {
        cannotWrite(file, fmt::format("there is no folder {}; make it first", folder.string()));
    }
    if (access(folder.c_str(), W_OK) != 0) {
        cannotWrite(file, fmt::format("the folder {} is not writable ({}); choose another",
                                      folder.string(), std::strerror(errno)));
    }
}

void writeFile(const fs::path& file, std::string_view bytes) {
    const fs::path unfinished =
        folderOf(file) / fmt::format(".{}.{}.part", file.filename().string(), getpid());
    std::ofstream out(unfinished, std::ios::binary);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    std::error_code error;
    if (!out) {
        const std::string why = std::strerror(errno);
        fs::remove(unfinished, error);
        cannotWrite(file, fmt::format("{}; is the disk full?", why));
    }
    fs::rename(unfinished, file, error);
    if (!error) return;
    const std::string why = error.message();
    fs::remove(unfinished, error);
    cannotWrite(file, why);
}

}  // namespace sinew::cli
