// What tests see of the window, and what they order. SINEW_TEST_FOLDER names a folder for both, in
// checked builds only; in other builds none of it is compiled.
#pragma once

union SDL_Event;

namespace sinew {
class Device;
struct State;
}  // namespace sinew

namespace sinew::for_tests {

#ifdef SINEW_CHECKED

/// What the panels draw, from beginFrame on. A widget is the last item of ImGui, under the label
/// that is seen; a label that begins with ## stands for the caption before it. `value` is what
/// stands in its row. Widgets that cannot be clicked are left out.
void beginFrame();
void section(const char* name);  // of the next widgets; empty: named after their window
void caption(const char* text);
void widget(const char* label, const char* value = "");
void text(const char* text, const char* value = "");

/// Counts keys that go down.
void handled(const SDL_Event& event);

/// Writes the file `window`: state, settings, widgets and texts, a line each. The file `keys` has
/// the keys, once.
void write(const State& state);

/// Does what stands in the file `orders`, and removes it. A line each: `drop FILE`, `lose the
/// device`, `no more memory` than is in use, `memory` again.
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
