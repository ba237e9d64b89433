// Panels in two columns, and overlays.
#pragma once

#include "app/demo/platform/interface.h"
#include "app/demo/session/state.h"

namespace sinew {

/// Returns the widths of the columns, in screen units. A column takes at most 40 % of the window; a
/// narrow window shows one column at a time.
Columns columnsOf(const Settings& settings, float windowWidth, float scale);

/// Returns the y coordinate of the top message, for a UI scale of 1. If a column is hidden, the
/// message is below the button that shows the column.
float messagesTop(const State& state);

/// Draws all panels and overlays within an ImGui frame. Changes settings and writes
/// State::requests.
void drawInterface(State& state, const Interface& interface);

// Sections of the columns, drawn into the current window.
void modelSection(State& state);
void morphSection(State& state);
void materialsSection(State& state);
void animationSection(State& state);
void animatorSection(State& state);
void jointsSection(State& state);
void crowdSection(State& state);
void methodSection(State& state, const Interface& interface);
/// Draws the button that measures all methods, and the results.
void rankingPart(State& state, const Interface& interface);
void settingsSection(State& state);
void compareSection(State& state);
void viewSection(State& state);
void timesSection(State& state);
/// Draws one bar per frame with stacked steps, the newest frame at the right. The frames of
/// `frozen` (the baseline) are at the left.
void timeGraph(const FrameHistory& live, const FrameHistory* frozen, bool cpu);
void workSection(State& state);
void costSection(State& state);
void deviceSection(State& state);
void windowSection(State& state, float scale);

/// Marks the joint under the mouse and the selected joint, with axes, behind the panels.
void jointsOverlay(const State& state, float scale);

// Overlays, each in its own window.
void helpOverlay(State& state, const Interface& interface);
void progressOverlay(const State& state, float scale);
void dividerOverlay(State& state, float scale);
void differenceOverlay(const State& state, float scale);
void legendOverlay(const State& state, float scale);
void bakedOverlay(State& state, const Interface& interface);
void benchmarkOverlay(State& state, const Interface& interface);
void noticesOverlay(State& state, float scale);
/// Asks the user to confirm a slow crowd, or to quit.
void questionOverlay(State& state, const Interface& interface);
void shaderErrorsOverlay(State& state, const Interface& interface);

}  // namespace sinew
