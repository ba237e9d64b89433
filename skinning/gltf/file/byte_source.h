// Bytes in memory or in a file, read on demand.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sinew::gltf {

using FileIdentity = std::pair<uint64_t, uint64_t>;  // device, inode

/// A range of bytes in memory or in an open file. Bytes of a file are read on demand. The file is
/// not memory-mapped, because truncation of a mapped file would end the program. Copies of a
/// ByteSource share the bytes.
class ByteSource {
public:
    ByteSource() = default;
    explicit ByteSource(std::vector<uint8_t> bytes);
    /// Opens a regular file. Throws if it does not exist or cannot be opened.
    static ByteSource open(const std::filesystem::path& file, std::string_view where);

    size_t size() const { return size_; }
    /// Returns the number of bytes that the entire file has on disk, without holes (sparse files).
    /// Returns 0 for bytes in memory.
    size_t storedBytes() const;
    /// Returns the identity of the open file. Empty for bytes in memory.
    std::optional<FileIdentity> fileIdentity() const;
    /// Returns bytes [offset, offset + size), which must exist.
    ByteSource part(size_t offset, size_t size) const;

    /// Copies out.size() bytes from `offset` on. Throws if the file was truncated. Thread-safe.
    void read(size_t offset, std::span<uint8_t> out) const;
    /// Returns `size` bytes from `offset` on. Bytes in memory are not copied. Bytes of a file are
    /// read to `storage`.
    std::span<const uint8_t> view(size_t offset, size_t size, std::vector<uint8_t>& storage) const;
    std::span<const uint8_t> all(std::vector<uint8_t>& storage) const {
        return view(0, size_, storage);
    }

private:
    class File;
    std::shared_ptr<const std::vector<uint8_t>> memory_;
    std::shared_ptr<const File> file_;
    size_t offset_ = 0;
    size_t size_ = 0;
};

}  // namespace sinew::gltf
