// SIGINT and SIGTERM, also while the program is busy.
#pragma once

#include <signal.h>

#include <atomic>
#include <functional>
#include <thread>

namespace sinew {

/// Waits for the signals on a thread of its own. The loop sees asked() and leaves. Where it does
/// not see that in time (a frame, an import or a compilation of pipelines takes long), this thread
/// writes what is to be kept and ends the program, within two seconds of the signal. A signal that
/// was ignored when the program started stays ignored.
class Ending {
public:
    /// Made before any other thread, because those inherit which signals are blocked. `keep` is
    /// called on other threads.
    explicit Ending(std::function<void()> keep);
    /// Restores what the signals did before.
    ~Ending();
    Ending(const Ending&) = delete;
    Ending& operator=(const Ending&) = delete;

    bool asked() const { return asked_; }

private:
    void wait();
    [[noreturn]] void endNow() const;

    std::function<void()> keep_;
    std::atomic<bool> asked_ = false;
    sigset_t before_{};
    int signals_ = -1;  // file descriptors
    int over_ = -1;
    std::thread thread_;
};

}  // namespace sinew
