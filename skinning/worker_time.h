// Measures the CPU time of threads in parallel loops.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>

namespace sinew {

/// Returns the CPU time of the calling thread in milliseconds. It excludes waiting and other
/// threads.
inline double threadMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// Sums the CPU time that other threads spend in a parallel loop of the thread that created this
/// object.
class WorkerTime {
public:
    /// Measures one part of the loop in the thread that executes it, from construction to
    /// destruction.
    class Part {
    public:
        explicit Part(WorkerTime& workers)
            : workers_(std::this_thread::get_id() == workers.caller_ ? nullptr : &workers),
              before_(workers_ ? threadMs() : 0.0) {}
        ~Part() {
            if (workers_) workers_->ns_ += static_cast<int64_t>(1e6 * (threadMs() - before_));
        }
        Part(const Part&) = delete;
        Part& operator=(const Part&) = delete;

    private:
        WorkerTime* workers_;
        double before_;
    };

    /// Returns the milliseconds of the finished parts, without those of the creating thread.
    double ms() const { return 1e-6 * static_cast<double>(ns_); }

private:
    std::thread::id caller_ = std::this_thread::get_id();
    std::atomic<int64_t> ns_{0};
};

}  // namespace sinew
