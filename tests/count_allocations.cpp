#include "tests/count_allocations.h"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<uint64_t> ofAllThreads = 0;
thread_local uint64_t ofThisThread = 0;
}  // namespace

// Inlining is disabled. Otherwise g++ 12 pairs an inlined malloc() with operator delete, and warns.
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
    ++ofAllThreads;
    ++ofThisThread;
    return std::malloc(size > 0 ? size : 1);
}
[[gnu::noinline]] void* operator new(std::size_t size) {
    if (void* memory = operator new(size, std::nothrow)) return memory;
    throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
    std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}

namespace sinew::test {

uint64_t allocationsOfAllThreads() {
    return ofAllThreads;
}

uint64_t allocationsOfThisThread() {
    return ofThisThread;
}

}  // namespace sinew::test
