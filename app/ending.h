// On SIGINT (Ctrl-C) and SIGTERM the program ends within two seconds, saves its results, and leaves
// no partially written file.
#pragma once

#include <functional>
#include <string>

namespace sinew {

/// Starts a thread that waits for the signals. After a signal, the thread passes a message to
/// `complain`, removes unfinished files and ends the program by that signal. Call it before other
/// threads start, because only such threads inherit the mask that blocks the signals. A signal that
/// is ignored at the start, such as SIGINT after a shell's `&`, ends the program too.
void endOnSignals(std::function<void(const std::string&)> complain);

bool endingRequested();

/// While a LastAct exists, the program has one second after a signal to stop by itself. Then `act`
/// runs in the signal thread and returns the message; the program ends without destructor calls. A
/// second signal ends the program immediately.
class LastAct {
public:
    explicit LastAct(std::function<std::string()> act);
    ~LastAct();
    LastAct(const LastAct&) = delete;
    LastAct& operator=(const LastAct&) = delete;
};

/// Ends the program by the default action of the received signal. Requires endingRequested().
[[noreturn]] void endBySignal();

}  // namespace sinew
