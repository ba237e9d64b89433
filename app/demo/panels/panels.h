// What stands over the picture: two columns of panels, and overlays.
#pragma once

#include "app/demo/platform/interface.h"
#include "app/demo/session/state.h"

namespace sinew {

/// In a window of that width, screen units. No column takes more than 40 % of it, and where it is
/// narrow there is one at a time.
Columns columnsOf(const Settings& settings, float windowWidth, float scale);

/// Everything, within an ImGui frame. Changes settings and writes requests.
void drawInterface(State& state, const Interface& interface);

// The sections of the columns, each drawn into the window that is open.
void modelSection(State& state);
void morphSection(State& state);
void animationSection(State& state);
/// The part of it for a crowd that is animated.
void animatorSection(State& state);
void crowdSection(State& state);
void methodSection(State& state);
void settingsSection(State& state);
void compareSection(State& state);
void viewSection(State& state);
void timesSection(State& state);
/// A bar a frame, newest at the right, its steps on top of each other; frozen ones at the left.
void timeGraph(const FrameHistory& live, const FrameHistory* frozen, bool cpu);
void workSection(State& state);
void costSection(State& state);
void deviceSection(State& state);
void windowSection(State& state, float scale);

// Overlays, each a window of its own.
void helpOverlay(State& state, const Interface& interface);
void workOverlay(const State& state, float scale);
/// The line between the two ways, which can be dragged, and their names.
void dividerOverlay(State& state, float scale);
/// The difference view's colours, the largest difference, and a ring around where it is.
void differenceOverlay(const State& state, float scale);
/// What the colours of the view mean; the name of the joint under the mouse.
void legendOverlay(const State& state, float scale);
/// The baked texture, to zoom into.
void bakedOverlay(State& state, const Interface& interface);
/// What to measure, the progress, and the report.
void benchmarkOverlay(State& state, const Interface& interface);
void noticesOverlay(State& state, float scale);
/// Whether a crowd that would be slow is to be shown.
void questionOverlay(State& state, const Interface& interface);
void shaderErrorsOverlay(State& state, const Interface& interface);

}  // namespace sinew
