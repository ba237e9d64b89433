// On SIGINT (Ctrl-C) and SIGTERM the program ends within two seconds, saves its results, and leaves
// no partially written file.
#pragma once

#include <functional>
#include <string>

namespace sinew {

/// Starts a thread that waits for signals. After a signal it removes unfinished files, passes a
/// message to `complain` and ends the program by that signal. Call it before any other thread
/// starts, because it blocks the signals in all other threads. Ignored signals, such as SIGINT
/// after a shell's `&`, count too.
void endOnSignals(std::function<void(const std::string&)> complain);

bool endingRequested();

/// During its lifetime a signal sets endingRequested(), and the work has one second to stop by
/// itself. Then `act` runs in another thread and returns the message, and the program ends without
/// destroying anything. A second signal ends the program immediately.
class LastAct {
public:
    explicit LastAct(std::function<std::string()> act);
    ~LastAct();
    LastAct(const LastAct&) = delete;
    LastAct& operator=(const LastAct&) = delete;
};

/// Ends the program by the received signal. Requires endingRequested().
[[noreturn]] void endBySignal();

}  // namespace sinew
