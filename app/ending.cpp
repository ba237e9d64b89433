// One thread waits for SIGINT and SIGTERM. It is not a signal handler, so it may lock mutexes,
// write files and print.
#include "app/ending.h"

#include <sys/time.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <ctime>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

#include "app/output.h"

namespace sinew {
namespace {

/// After a signal, the work has kPatience to stop by itself. After kMost the program ends even if
/// output blocks. Both are below the promised two seconds, because the machine may be busy.
constexpr timespec kPatience{.tv_sec = 1, .tv_nsec = 0};
constexpr itimerval kMost{.it_interval = {}, .it_value = {.tv_sec = 1, .tv_usec = 600'000}};

std::atomic<int> received{0};  // the received signal; 0: none
std::mutex acting;
std::function<std::string()> lastAct;  // guarded by `acting`

sigset_t endings() {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

std::string act() {
    const std::lock_guard lock(acting);
    if (!lastAct) return "interrupted";
    try {
        return lastAct();
    } catch (const std::exception& error) {
        return error.what();
    }
}

bool hasLastAct() {
    const std::lock_guard lock(acting);
    return lastAct != nullptr;
}

[[noreturn]] void waitForSignals(const std::function<void(const std::string&)>& complain) {
    const sigset_t set = endings();
    int signal = 0;
    while (sigwait(&set, &signal) != 0) {
    }
    received = signal;
    std::signal(SIGALRM, [](int) { endBySignal(); });
    setitimer(ITIMER_REAL, &kMost, nullptr);
    const bool inOrder = hasLastAct() && sigtimedwait(&set, nullptr, &kPatience) < 0;
    complain(inOrder ? act() : "interrupted");
    abandonFiles();
    endBySignal();
}

}  // namespace

void endOnSignals(std::function<void(const std::string&)> complain) {
    const sigset_t set = endings();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    std::thread(waitForSignals, std::move(complain)).detach();
}

bool endingRequested() {
    return received != 0;
}

LastAct::LastAct(std::function<std::string()> act) {
    const std::lock_guard lock(acting);
    lastAct = std::move(act);
}

LastAct::~LastAct() {
    const std::lock_guard lock(acting);
    lastAct = nullptr;
}

void endBySignal() {
    const int signal = received;
    struct sigaction usual {};
    usual.sa_handler = SIG_DFL;
    sigaction(signal, &usual, nullptr);
    const sigset_t set = endings();
    pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
    raise(signal);
    _exit(128 + signal);
}

}  // namespace sinew
