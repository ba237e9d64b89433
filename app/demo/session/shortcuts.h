// The keys: one table for what they do and for the F1 overlay.
#pragma once

#include <SDL.h>

#include <span>

#include "app/demo/session/state.h"

namespace sinew {

struct Shortcut {
    const char* keys;  // as shown
    const char* what;
    SDL_Keycode key;
    bool control;
    void (*act)(State&);
};

std::span<const Shortcut> shortcuts();

/// Acts on a key that goes down, and not on its repeats while it is held. Returns whether it means
/// anything here.
bool pressKey(State& state, const SDL_KeyboardEvent& key);

}  // namespace sinew
