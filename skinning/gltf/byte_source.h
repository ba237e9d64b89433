// Bytes in memory or in a file, read when they are needed.
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

/// A range of bytes that stands in memory, or in an open file from which each part is read when it
/// is asked for: so an import does not hold the file in memory as well. A mapped file would not
/// either, but if it is cut short while it is mapped, the program ends. Copies share the bytes.
class ByteSource {
public:
    ByteSource() = default;
    explicit ByteSource(std::vector<uint8_t> bytes);
    /// All of a regular file. Throws when there is none or it cannot be opened.
    static ByteSource open(const std::filesystem::path& file, std::string_view where);

    size_t size() const { return size_; }
    /// Of the whole file: the bytes that the disk holds; holes of a sparse file are not counted. 0
    /// for bytes in memory.
    size_t storedBytes() const;
    /// Nothing for bytes in memory.
    std::optional<FileIdentity> fileIdentity() const;
    /// Bytes [offset, offset + size), which must lie within.
    ByteSource part(size_t offset, size_t size) const;

    /// Copies bytes from `offset` on, as many as `out` holds. Throws when the file has become
    /// shorter since it was opened. May run on several threads at once.
    void read(size_t offset, std::span<uint8_t> out) const;
    /// The same without the copy where the bytes are in memory; otherwise they go to `storage`.
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
