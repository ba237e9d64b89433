// Limits on the memory and time of an import, derived from the file's size on disk, and a constant
// limit for instances of its meshes.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "skinning/gltf/file/fault.h"

namespace sinew::gltf {

/// Sums the memory and the work of an import, and throws if a sum exceeds its limit. A few bytes of
/// a file can request any amount: nodes share meshes, accessors share bytes, images compress a
/// thousandfold. Import code adds amounts before it allocates memory or visits elements. Sums never
/// decrease, so they bound the import and all later uses of the model. Amounts are added in serial
/// code where possible, so that a file fails with the same message each time. Thread-safe.
class Account {
public:
    /// A file of at most kFreeBytes may use kFreeMemory and kFreeWork. Each further byte raises
    /// both limits.
    static constexpr uint64_t kFreeBytes = 1'000'000;
    static constexpr uint64_t kFreeMemory = uint64_t{256} << 20, kMemoryPerByte = 512;
    static constexpr uint64_t kFreeWork = uint64_t{1} << 28, kWorkPerByte = 1024;
    /// Memory of geometry in addition, about 2.5 million skinned vertices.
    static constexpr uint64_t kFreeGeometry = uint64_t{1} << 30;

    /// `fileBytes`: bytes on disk, without the holes of sparse files (ByteSource::storedBytes).
    explicit Account(uint64_t fileBytes = 0) : fileBytes_(fileBytes) {}
    Account(const Account&) = delete;
    Account& operator=(const Account&) = delete;

    void addFile(uint64_t fileBytes) { fileBytes_ += fileBytes; }

    /// Adds `bytes` of memory. `what`: their use, for the error message ("vertices"). `where`: a
    /// JSON path, or a function that returns one and runs only on failure. Throws if the limit is
    /// exceeded.
    template <typename Where>
    void memory(std::string_view what, const Where& where, uint64_t bytes) {
        const uint64_t drawn = memory_ += bytes;
        if (drawn > memoryLimit()) refuseMemory(what, textOf(where), bytes);
    }

    /// Adds `units` of work. A unit is the visit of one element, some nanoseconds.
    template <typename Where>
    void work(std::string_view what, const Where& where, uint64_t units) {
        const uint64_t drawn = work_ += units;
        if (drawn > workLimit()) refuseWork(what, textOf(where), units);
    }

    /// Adds the memory and work of vertices and indices, which instances and compression multiply.
    /// They raise the limits by the same amounts, up to kFreeGeometry.
    template <typename Where>
    void geometry(std::string_view what, const Where& where, uint64_t bytes, uint64_t units) {
        if ((geometry_ += bytes) <= kFreeGeometry) return grant(bytes, units);
        memory(what, where, bytes);
        work(what, where, units);
    }

    /// Adds costs that have a separate limit, such as decoded pixels, and raises both limits by the
    /// same amounts.
    void grant(uint64_t bytes, uint64_t units) {
        granted_ += bytes;
        grantedWork_ += units;
        memory_ += bytes;
        work_ += units;
    }

    uint64_t fileBytes() const { return fileBytes_; }
    uint64_t memoryDrawn() const { return memory_; }
    uint64_t workDrawn() const { return work_; }
    uint64_t memoryLimit() const {
        return kFreeMemory + kMemoryPerByte * bytesThatPay() + granted_;
    }
    uint64_t workLimit() const { return kFreeWork + kWorkPerByte * bytesThatPay() + grantedWork_; }

private:
    uint64_t bytesThatPay() const {
        const uint64_t bytes = fileBytes_;
        return bytes > kFreeBytes ? bytes - kFreeBytes : 0;
    }
    // Both functions subtract the added amount again before they throw.
    [[noreturn]] void refuseMemory(std::string_view what, const std::string& where, uint64_t bytes);
    [[noreturn]] void refuseWork(std::string_view what, const std::string& where, uint64_t units);

    std::atomic<uint64_t> fileBytes_;
    std::atomic<uint64_t> memory_{0};
    std::atomic<uint64_t> work_{0};
    std::atomic<uint64_t> geometry_{0};
    std::atomic<uint64_t> granted_{0};
    std::atomic<uint64_t> grantedWork_{0};
};

}  // namespace sinew::gltf
