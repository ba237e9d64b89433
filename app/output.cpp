// Writing to a temporary name, then renaming.
#include "app/output.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace sinew {
namespace {

namespace fs = std::filesystem;

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

[[noreturn]] void cannotWrite(const fs::path& file, const std::string& why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), why));
}

/// A file under its temporary name; removed unless it was renamed.
class Unfinished {
public:
    explicit Unfinished(const fs::path& file)
        : file_(file),
          temporary_(folderOf(file) /
                     fmt::format(".{}.{}.part", file.filename().string(), getpid())) {}
    ~Unfinished() {
        std::error_code ignored;
        if (!temporary_.empty()) fs::remove(temporary_, ignored);
    }
    Unfinished(Unfinished&& other) noexcept
        : file_(std::move(other.file_)), temporary_(std::exchange(other.temporary_, {})) {}
    Unfinished& operator=(Unfinished&&) = delete;

    void write(std::string_view bytes) const {
        std::ofstream out(temporary_, std::ios::binary);
        out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        out.close();
        if (!out) {
            cannotWrite(file_, fmt::format("{}; is the disk full?", std::strerror(errno)));
        }
    }

    void rename() {
        std::error_code error;
        fs::rename(temporary_, file_, error);
        if (error) cannotWrite(file_, error.message());
        temporary_.clear();
    }

private:
    fs::path file_;
    fs::path temporary_;  // empty once renamed
};

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
    writeFiles({{file, bytes}});
}

void writeFiles(std::initializer_list<OutputFile> files) {
    std::vector<Unfinished> unfinished;
    for (const OutputFile& output : files) {
        unfinished.emplace_back(output.file).write(output.bytes);
    }
    for (Unfinished& file : unfinished) file.rename();
}

}  // namespace sinew
