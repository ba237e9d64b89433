// Implements ByteSource with POSIX files. Threads share a descriptor without a lock, because
// pread() uses no file position.
#include "skinning/gltf/file/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

namespace fs = std::filesystem;

class ByteSource::File {
public:
    explicit File(int descriptor) : descriptor_(descriptor) {}
    ~File() { close(descriptor_); }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    void read(size_t offset, std::span<uint8_t> out) const {
        while (!out.empty()) {
            const ssize_t got =
                pread(descriptor_, out.data(), out.size(), static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) {
                fault("the file became shorter while it was read, or the disk failed", "",
                      "try again after all programs have finished writing it");
            }
            offset += static_cast<size_t>(got);
            out = out.subspan(static_cast<size_t>(got));
        }
    }

    // Returns the size of the file without the holes of a sparse file. If a file system does not
    // report holes, it reports one range of data.
    size_t storedBytes(size_t size) const {
        constexpr int kMaxRanges = 100000;  // further ranges are not counted
        size_t stored = 0;
        off_t at = 0;
        for (int i = 0; i < kMaxRanges && at < static_cast<off_t>(size); ++i) {
            const off_t data = lseek(descriptor_, at, SEEK_DATA);
            if (data < 0) return errno == ENXIO ? stored : size;  // ENXIO: only a hole remains
            const off_t hole = lseek(descriptor_, data, SEEK_HOLE);
            if (hole < 0) return size;
            stored += static_cast<size_t>(hole - data);
            at = hole;
        }
        return stored;
    }

    FileIdentity identity() const {
        struct stat status {};
        if (fstat(descriptor_, &status) != 0) return {};
        return {status.st_dev, status.st_ino};
    }

private:
    int descriptor_;
};

ByteSource::ByteSource(std::vector<uint8_t> bytes)
    : memory_(std::make_shared<const std::vector<uint8_t>>(std::move(bytes))),
      size_(memory_->size()) {}

ByteSource ByteSource::open(const fs::path& file, std::string_view where) {
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (!fs::exists(status)) {
        // If `where` is empty, the file is the model. Every message begins with the model's file
        // name, so this one does not repeat it.
        fault(where.empty() ? "no such file" : fmt::format("no such file: {}", file.string()),
              where, "check the path");
    }
    if (!fs::is_regular_file(status)) {
        fault(fmt::format("{} is not a file", file.string()), where, "name a .glb or .gltf file");
    }
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) {
        fault(fmt::format("{} cannot be opened", file.string()), where, "check its permissions");
    }
    ByteSource source;
    source.file_ = std::make_shared<const File>(descriptor);
    const off_t size = lseek(descriptor, 0, SEEK_END);
    if (size < 0) fault(fmt::format("{} cannot be read", file.string()), where, "check the disk");
    source.size_ = static_cast<size_t>(size);
    return source;
}

size_t ByteSource::storedBytes() const {
    return file_ ? file_->storedBytes(size_) : 0;
}

std::optional<FileIdentity> ByteSource::fileIdentity() const {
    if (!file_) return {};
    return file_->identity();
}

ByteSource ByteSource::part(size_t offset, size_t size) const {
    ByteSource result = *this;
    result.offset_ += offset;
    result.size_ = size;
    return result;
}

void ByteSource::read(size_t offset, std::span<uint8_t> out) const {
    if (out.empty()) return;
    if (file_) return file_->read(offset_ + offset, out);
    std::memcpy(out.data(), memory_->data() + offset_ + offset, out.size());
}

std::span<const uint8_t> ByteSource::view(size_t offset, size_t size,
                                          std::vector<uint8_t>& storage) const {
    if (memory_) return std::span(*memory_).subspan(offset_ + offset, size);
    storage.resize(size);
    read(offset, storage);
    return storage;
}

}  // namespace sinew::gltf
