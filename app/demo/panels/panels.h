// What stands over the picture: two columns of panels, and overlays.
#pragma once

#include "app/demo/interface.h"
#include "app/demo/state.h"

namespace sinew {

/// Width of the two columns together with their margins, screen units; 0 while they are hidden.
float columnsWidth(const State& state, float scale);

/// Everything, within an ImGui frame. Changes settings and writes requests.
void drawInterface(State& state, const Interface& interface);

// The sections of the columns, each drawn into the window that is open.
void modelSection(State& state);
void animationSection(State& state);
void crowdSection(State& state);
void skinningSection(State& state);
void viewSection(State& state);
void timesSection(State& state);
void workSection(State& state);
void deviceSection(State& state);
void windowSection(State& state, float scale);

// Overlays, each a window of its own.
void helpOverlay(State& state, const Interface& interface);
void importOverlay(const State& state, float scale);
void noticesOverlay(State& state, float scale);
void shaderErrorsOverlay(State& state, const Interface& interface);

}  // namespace sinew
