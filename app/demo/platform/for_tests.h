// Reports the window's state to tests and runs their commands, through files in SINEW_TEST_FOLDER.
// Compiled in checked builds only.
#pragma once

union SDL_Event;

namespace sinew {
class Device;
struct State;
}  // namespace sinew

namespace sinew::for_tests {

#ifdef SINEW_CHECKED

/// The following functions record the widgets that are drawn after beginFrame(). widget() records
/// ImGui's last item by its visible label or, if the label begins with ##, by the preceding
/// caption. `value` is the text of the widget's row. Widgets that cannot be clicked are skipped.
void beginFrame();
void section(const char* name);  // group of the next widgets; empty: the window's name
void caption(const char* text);
void widget(const char* label, const char* value = "");
void text(const char* text, const char* value = "");

void handled(const SDL_Event& event);

/// Writes state, settings, widgets and texts to the file `window`, one per line. Also writes the
/// shortcuts to the file `keys`, once. Then pauses until the next event, at most 50 ms, except
/// while frames or errors are measured.
void write(const State& state);

/// Executes the commands in the file `orders`, one per line, and removes the file. `drop FILE`:
/// drops a file on the window. `no more memory`: further allocations fail; `memory`: they succeed
/// again. `lose the device`: later submits return VK_ERROR_DEVICE_LOST.
void carryOutOrders(const Device& device);

#else

inline void beginFrame() {}
inline void section(const char*) {}
inline void caption(const char*) {}
inline void widget(const char*, const char* = "") {}
inline void text(const char*, const char* = "") {}
inline void handled(const SDL_Event&) {}
inline void write(const State&) {}
inline void carryOutOrders(const Device&) {}

#endif

}  // namespace sinew::for_tests
