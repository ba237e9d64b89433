// The waiting thread.
#include "app/demo/ending.h"

#include <fmt/format.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <future>
#include <stdexcept>
#include <utility>

#include "app/output.h"

namespace sinew {
namespace {

// Together below the two seconds that are promised.
constexpr int kLoopMs = 1200;
constexpr std::chrono::milliseconds kSaving{400};

sigset_t heededSignals() {
    sigset_t heeded;
    sigemptyset(&heeded);
    for (const int number : {SIGINT, SIGTERM}) {
        struct sigaction action {};
        sigaction(number, nullptr, &action);
        if (action.sa_handler != SIG_IGN) sigaddset(&heeded, number);
    }
    return heeded;
}

int opened(int descriptor) {
    if (descriptor >= 0) return descriptor;
    throw std::runtime_error(fmt::format("cannot wait for signals: {}", std::strerror(errno)));
}

}  // namespace

Ending::Ending(std::function<void()> keep) : keep_(std::move(keep)) {
    const sigset_t heeded = heededSignals();
    signals_ = opened(signalfd(-1, &heeded, SFD_CLOEXEC));
    over_ = opened(eventfd(0, EFD_CLOEXEC));
    pthread_sigmask(SIG_BLOCK, &heeded, &before_);
    thread_ = std::thread([this] { wait(); });
}

Ending::~Ending() {
    eventfd_write(over_, 1);
    thread_.join();
    close(signals_);
    close(over_);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
}

void Ending::wait() {
    pollfd both[] = {{over_, POLLIN, 0}, {signals_, POLLIN, 0}};
    while (poll(both, 2, -1) < 0 && errno == EINTR) {
    }
    if (both[0].revents != 0) return;
    signalfd_siginfo taken{};  // so that it does not arrive when the signals are unblocked again
    if (read(signals_, &taken, sizeof(taken)) < 0) return;
    asked_ = true;
    if (poll(both, 1, kLoopMs) == 0) endNow();
}

/// The other threads may be at any point. So nothing is destroyed, and nothing waits for them.
void Ending::endNow() const {
    const std::future<void> saving = std::async(std::launch::async, [this] {
        keep_();
        std::fputs("sinew: ended during its work; the settings are kept\n", stderr);
    });
    saving.wait_for(kSaving);
    abandonFiles();
    _exit(0);
}

}  // namespace sinew
