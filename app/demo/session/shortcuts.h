// The table of keys and their actions. The F1 overlay shows it.
#pragma once

#include <SDL.h>

#include <span>

#include "app/demo/session/state.h"

namespace sinew {

struct Shortcut {
    const char* group;  // heading in the list of keys
    const char* keys;   // shown text
    const char* what;
    SDL_Keycode key;
    bool control;
    void (*act)(State&);
    bool shift = false;  // needs Shift; precedes the entry of its key without Shift
};

std::span<const Shortcut> shortcuts();

/// Executes the action of a key press; repeats are ignored. Returns true if the key has an action.
bool pressKey(State& state, const SDL_KeyboardEvent& key);

}  // namespace sinew
