// Limits what a file may use of memory and time, by the number of bytes that it really has.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace sinew::gltf {

/// A few bytes can ask for any amount: nodes share meshes, accessors share bytes, images compress a
/// thousandfold. Each reader draws from the account before it allocates memory or visits elements,
/// and returns nothing to it. So the sums limit the cost of an import, and of everything that is
/// made of the model later. Where possible, readers draw in their serial part, so that a file is
/// refused with the same message each time. May be used on several threads at once.
class Account {
public:
    /// A file of up to a megabyte may use kFreeMemory and kFreeWork. Each further byte allows more.
    static constexpr uint64_t kFreeBytes = 1'000'000;
    static constexpr uint64_t kFreeMemory = uint64_t{256} << 20, kMemoryPerByte = 512;
    static constexpr uint64_t kFreeWork = uint64_t{1} << 28, kWorkPerByte = 1024;

    /// `fileBytes`: those that the disk holds, without holes (ByteSource::storedBytes).
    explicit Account(uint64_t fileBytes = 0) : fileBytes_(fileBytes) {}
    Account(const Account&) = delete;
    Account& operator=(const Account&) = delete;

    /// Adds the bytes of another file that the model names.
    void addFile(uint64_t fileBytes) { fileBytes_ += fileBytes; }

    /// Draws `bytes` of memory for `what` ("vertices"). `where` is a JSON path, or a function that
    /// makes one, called only for a refusal. Throws a message of one line when the account does not
    /// hold as much.
    template <typename Where>
    void memory(std::string_view what, const Where& where, uint64_t bytes) {
        const uint64_t drawn = memory_ += bytes;
        if (drawn > memoryLimit()) refuseMemory(what, textOf(where), bytes);
    }

    /// Draws `units` of work, one for each element that is visited: some nanoseconds.
    template <typename Where>
    void work(std::string_view what, const Where& where, uint64_t units) {
        const uint64_t drawn = work_ += units;
        if (drawn > workLimit()) refuseWork(what, textOf(where), units);
    }

    /// Draws what has a limit of its own, such as decoded pixels, and allows as much.
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
    template <typename Where>
    static std::string textOf(const Where& where) {
        if constexpr (std::invocable<const Where&>) {
            return where();
        } else {
            return std::string(where);
        }
    }
    uint64_t bytesThatPay() const {
        const uint64_t bytes = fileBytes_;
        return bytes > kFreeBytes ? bytes - kFreeBytes : 0;
    }
    // A refused amount is not drawn.
    [[noreturn]] void refuseMemory(std::string_view what, const std::string& where, uint64_t bytes);
    [[noreturn]] void refuseWork(std::string_view what, const std::string& where, uint64_t units);

    std::atomic<uint64_t> fileBytes_;
    std::atomic<uint64_t> memory_{0};
    std::atomic<uint64_t> work_{0};
    std::atomic<uint64_t> granted_{0};
    std::atomic<uint64_t> grantedWork_{0};
};

}  // namespace sinew::gltf
