// Writes to a temporary file and renames it. Temporary files are new, have random names, and stay
// inside the opened folder, so another user with write access cannot redirect them through a link.
#include "app/output.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <list>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

namespace sinew {
namespace {

namespace fs = std::filesystem;

constexpr mode_t kPermissions = 0777;
constexpr mode_t kUsual = 0666;  // reduced by the umask

fs::path folderOf(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

[[noreturn]] void cannotWrite(const fs::path& file, const std::string& why) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", file.string(), why));
}

const char* adviceFor(int error) {
    switch (error) {
        case ENOSPC:
        case EDQUOT:
            return "free disk space, or choose another disk";
        case ENOENT:
        case ENOTDIR:
            return "check that its folder exists";
        case ENAMETOOLONG:
            return "choose a shorter name";
        case EFBIG:
            return "choose a disk that supports files of this size";
        case EIO:
            return "check the disk";
        case ENFILE:
        case EMFILE:
            return "close other programs";
        default:
            return "choose another folder";
    }
}

[[noreturn]] void cannotWrite(const fs::path& file, int error) {
    cannotWrite(file, fmt::format("{}; {}", std::strerror(error), adviceFor(error)));
}

/// Throws unless `status` is of a regular file. Replacing a link would lose the link.
void requirePlain(const fs::path& file, const struct stat& status) {
    if (S_ISREG(status.st_mode)) return;
    if (S_ISDIR(status.st_mode)) cannotWrite(file, "it is a folder; name a file in it");
    if (S_ISLNK(status.st_mode)) {
        std::error_code ignored;
        cannotWrite(file, fmt::format("it is a link to {}; name that file itself",
                                      fs::read_symlink(file, ignored).string()));
    }
    cannotWrite(file, "it is a device, a pipe or a socket; name a plain file");
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) {}
    ~Descriptor() { (void)close(); }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    int get() const { return number_; }
    bool isOpen() const { return number_ >= 0; }
    /// Returns false if the file system reports a delayed write error.
    bool close() {
        const int number = std::exchange(number_, -1);
        return number < 0 || ::close(number) == 0;
    }

private:
    int number_;
};

class Unfinished;
std::mutex renaming;                // guards `unfinished`, and all renames of one writeFiles()
std::list<Unfinished*> unfinished;  // files of all threads

/// A file under its temporary name, removed unless it is renamed.
class Unfinished {
public:
    explicit Unfinished(const fs::path& file)
        : file_(file),
          name_(file.filename()),
          folder_(open(folderOf(file).c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC)) {
        if (!folder_.isOpen()) cannotWrite(file_, errno);
        const std::optional<struct stat> before = statusBefore();
        if (before) requireOwn(*before);
        const std::lock_guard lock(renaming);
        create(before ? before->st_mode & kPermissions : kUsual);
        if (before) takeOver(*before);
        unfinished.push_back(this);
    }
    ~Unfinished() {
        const std::lock_guard lock(renaming);
        unfinished.remove(this);
        remove();
    }
    Unfinished(const Unfinished&) = delete;
    Unfinished& operator=(const Unfinished&) = delete;

    void write(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(out_->get(), bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) cannotWrite(file_, errno);
            bytes.remove_prefix(static_cast<size_t>(written));
        }
        if (!out_->close()) cannotWrite(file_, errno);
    }

    /// The caller locks `renaming`.
    void rename() {
        (void)statusBefore();
        if (renameat(folder_.get(), temporary_.c_str(), folder_.get(), name_.c_str()) != 0) {
            cannotWrite(file_, errno);
        }
        temporary_.clear();
    }
    /// The caller locks `renaming`.
    void remove() {
        if (!temporary_.empty()) (void)unlinkat(folder_.get(), temporary_.c_str(), 0);
        temporary_.clear();
    }

private:
    std::optional<struct stat> statusBefore() const {
        struct stat status {};
        if (fstatat(folder_.get(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
            if (errno != ENOENT) cannotWrite(file_, errno);
            return std::nullopt;
        }
        requirePlain(file_, status);
        return status;
    }

    /// Throws if the file belongs to another user in a sticky folder such as /tmp, where only the
    /// owner may replace it.
    void requireOwn(const struct stat& before) const {
        struct stat folder {};
        const uid_t user = geteuid();
        if (user == 0 || user == before.st_uid || fstat(folder_.get(), &folder) != 0) return;
        if ((folder.st_mode & S_ISVTX) == 0 || folder.st_uid == user) return;
        cannotWrite(file_, "it belongs to another user; choose another name");
    }

    /// Creates the temporary file. The temporary name is short, so that it is valid wherever the
    /// name of the file is valid.
    void create(mode_t mode) {
        constexpr int kTries = 100;
        for (int i = 0; i < kTries; ++i) {
            uint64_t number = 0;
            if (getrandom(&number, sizeof(number), 0) != sizeof(number)) continue;
            temporary_ = fmt::format(".sinew-{:016x}", number);
            out_.emplace(openat(folder_.get(), temporary_.c_str(),
                                O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
            if (out_->isOpen()) return;
            if (errno != EEXIST) break;
        }
        const int error = errno;
        temporary_.clear();
        cannotWrite(file_, error);
    }

    /// Copies the permissions and, if permitted, the owner of the replaced file.
    void takeOver(const struct stat& before) {
        struct stat now {};
        const bool same = fstat(out_->get(), &now) == 0 && now.st_uid == before.st_uid &&
                          now.st_gid == before.st_gid;
        if (!same && fchown(out_->get(), before.st_uid, before.st_gid) != 0) {
            // Without permission for fchown, the file belongs to the current user, like a new file.
        }
        if (fchmod(out_->get(), before.st_mode & kPermissions) != 0) {
            const int error = errno;
            remove();
            cannotWrite(file_, error);
        }
    }

    fs::path file_;
    fs::path name_;
    Descriptor folder_;
    std::optional<Descriptor> out_;
    std::string temporary_;  // in `folder_`; empty after the renaming
};

/// Identifies a file. All paths of one file give equal identities. A file that does not exist is
/// identified by its folder and name.
struct Identity {
    dev_t device = 0;
    ino_t number = 0;
    std::string name;

    bool operator==(const Identity&) const = default;
};
std::optional<Identity> identityOf(const fs::path& file) {
    struct stat status {};
    if (stat(file.c_str(), &status) == 0) return Identity{status.st_dev, status.st_ino, {}};
    if (stat(folderOf(file).c_str(), &status) != 0) return std::nullopt;
    return Identity{status.st_dev, status.st_ino, file.filename().string()};
}

}  // namespace

std::string endingOf(const fs::path& file) {
    std::string ending = file.extension().string();
    for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return ending;
}

void requireEnding(std::string_view option, const fs::path& file,
                   std::initializer_list<std::string_view> endings) {
    const std::string ending = endingOf(file);
    if (std::find(endings.begin(), endings.end(), ending) != endings.end()) return;
    struct stat status {};  // folders and devices have their own message
    if (lstat(file.c_str(), &status) == 0) requirePlain(file, status);
    throw std::runtime_error(fmt::format("{}: '{}' does not end in {}", option, file.string(),
                                         fmt::join(endings, " or ")));
}

void requireWritable(const Paths& files) {
    std::vector<Identity> identities;
    for (const fs::path& file : files) {
        if (!file.has_filename()) cannotWrite(file, "it has no file name; add one");
        const fs::path folder = folderOf(file);
        std::error_code error;
        if (!fs::is_directory(folder, error)) {
            cannotWrite(file,
                        fmt::format("there is no folder {}; create it first", folder.string()));
        }
        { const Unfinished probe(file); }  // the destructor removes the file
        const std::optional<Identity> identity = identityOf(file);
        if (!identity) cannotWrite(file, ENOENT);
        if (std::find(identities.begin(), identities.end(), *identity) != identities.end()) {
            cannotWrite(file, "another output has that name; choose two names");
        }
        identities.push_back(*identity);
    }
}

void requireNotRead(const Paths& files, const Paths& read) {
    for (const fs::path& file : files) {
        const std::optional<Identity> identity = identityOf(file);
        for (const fs::path& input : read) {
            if (!identity || identity != identityOf(input)) continue;
            cannotWrite(file,
                        fmt::format("{} is read; choose another name for the output",
                                    input == file ? "it" : "it is " + input.string() + ", which"));
        }
    }
}

void writeFile(const fs::path& file, std::string_view bytes) {
    writeFiles({{file, bytes}});
}

void writeFiles(std::initializer_list<OutputFile> files) {
    writeFiles(std::span(files.begin(), files.size()));
}

void writeFiles(std::span<const OutputFile> files) {
    std::list<Unfinished> written;
    for (const OutputFile& output : files) {
        written.emplace_back(output.file).write(output.bytes);
    }
    const std::lock_guard lock(renaming);
    for (Unfinished& file : written) file.rename();
}

void abandonFiles() {
    renaming.lock();  // locked until the program ends
    for (Unfinished* file : unfinished) file->remove();
}

}  // namespace sinew
