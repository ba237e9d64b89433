// SIGINT (Ctrl-C) and SIGTERM: a program ends within two seconds, writes what it must keep, and
// leaves no half-written file.
#pragma once

#include <functional>
#include <string>

namespace sinew {

/// From now on a signal ends the program: files that are unfinished are removed, `complain` gets a
/// message, and the program ends by that signal, which shells show as exit code 130 or 143. To be
/// called before the first thread starts: all others leave these signals to one that waits for
/// them. It waits also for those that were ignored before, as SIGINT is behind a shell's `&`.
void endOnSignals(std::function<void(const std::string&)> complain);

/// True once a signal asked the program to end.
bool endingAsked();

/// While one of these lives, a signal first gives the work a second to stop by itself:
/// endingAsked() is true then. After that time `act` runs in another thread and returns the
/// message, and the program ends; other threads may be at any point, so nothing is destroyed. A
/// second signal ends the program at once.
class LastAct {
public:
    explicit LastAct(std::function<std::string()> act);
    ~LastAct();
    LastAct(const LastAct&) = delete;
    LastAct& operator=(const LastAct&) = delete;
};

/// Ends the program by the signal that asked for it, once endingAsked().
[[noreturn]] void endBySignal();

}  // namespace sinew
