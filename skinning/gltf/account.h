// What a file may ask of this machine, paid by the bytes that are really there.
#pragma once

#include <atomic>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>

namespace sinew::gltf {

/// A few bytes can ask for any amount: nodes share meshes, accessors share bytes, images compress a
/// thousandfold. Each reader draws here what it is about to allocate or to walk through, before it
/// does so, and never gives back: the sums bound what an import costs, and what everything after it
/// makes of the model. Draws stand in the serial part of a reader where they can, so that a file is
/// refused with the same words each time. May be used on several threads at once.
class Account {
public:
    /// The first so many bytes of a file pay for themselves together: whoever sends less than a
    /// megabyte gets kFreeMemory and kFreeWork, and each byte beyond pays for more.
    static constexpr uint64_t kFreeBytes = 1'000'000;
    static constexpr uint64_t kFreeMemory = uint64_t{256} << 20, kMemoryPerByte = 512;
    static constexpr uint64_t kFreeWork = uint64_t{1} << 28, kWorkPerByte = 1024;

    /// `fileBytes`: those that the disk holds, without holes (ByteSource::storedBytes).
    explicit Account(uint64_t fileBytes = 0) : fileBytes_(fileBytes) {}
    Account(const Account&) = delete;
    Account& operator=(const Account&) = delete;

    /// Another file that the model names: its bytes pay as well.
    void addFile(uint64_t fileBytes) { fileBytes_ += fileBytes; }

    /// Draws `bytes` of memory for `what` ("vertices"). `where` is a JSON path, or a function that
    /// makes one, called only for a refusal. Throws one line when the file has not paid for it.
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

    uint64_t fileBytes() const { return fileBytes_; }
    uint64_t memoryDrawn() const { return memory_; }
    uint64_t workDrawn() const { return work_; }
    uint64_t memoryLimit() const { return kFreeMemory + kMemoryPerByte * bytesThatPay(); }
    uint64_t workLimit() const { return kFreeWork + kWorkPerByte * bytesThatPay(); }

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
    // What is refused is not drawn.
    [[noreturn]] void refuseMemory(std::string_view what, const std::string& where, uint64_t bytes);
    [[noreturn]] void refuseWork(std::string_view what, const std::string& where, uint64_t units);

    std::atomic<uint64_t> fileBytes_;
    std::atomic<uint64_t> memory_{0};
    std::atomic<uint64_t> work_{0};
};

}  // namespace sinew::gltf
