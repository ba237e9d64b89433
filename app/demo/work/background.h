// A task on its own thread, whose result the window polls.
#pragma once

#include <chrono>
#include <future>
#include <optional>

namespace sinew {

/// Runs one task at a time. The destructor waits for it.
template <typename T>
class Background {
public:
    using Result = T;

    bool busy() const { return running_.valid(); }
    /// Returns the finished result once.
    std::optional<T> poll() {
        if (!isThereWithin(0)) return std::nullopt;
        return wait();
    }
    /// Waits up to `most` seconds. Returns true if the result is ready.
    bool isThereWithin(double most) const {
        return busy() &&
               running_.wait_for(std::chrono::duration<double>(most)) == std::future_status::ready;
    }
    /// Waits for the result. Requires a started task.
    T wait() { return running_.get(); }
    /// Returns the time since the start of the task.
    double seconds() const {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - since_).count();
    }

protected:
    template <typename Task>
    void run(Task task) {
        since_ = std::chrono::steady_clock::now();
        running_ = std::async(std::launch::async, std::move(task));
    }

private:
    std::chrono::steady_clock::time_point since_;
    std::future<T> running_;
};

}  // namespace sinew
