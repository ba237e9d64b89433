// CPU time of threads, for loops that several threads share.
#pragma once

#include <atomic>
#include <cstdint>
#include <ctime>
#include <thread>

namespace sinew {

/// Milliseconds of CPU time that the calling thread has used: without what it waited for, and
/// without what other threads did meanwhile.
inline double threadMs() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// CPU time of the threads that take parts of a loop for the thread that made this.
class WorkerTime {
public:
    /// Lives as long as one part of the loop, in the thread that takes it.
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

    /// Of all parts that have ended, without those of the calling thread.
    double ms() const { return 1e-6 * static_cast<double>(ns_); }

private:
    std::thread::id caller_ = std::this_thread::get_id();
    std::atomic<int64_t> ns_{0};
};

}  // namespace sinew
