// Draws the charts of benchmarks/charts/charts.h in the window.
#pragma once

#include "app/demo/platform/interface.h"
#include "benchmarks/charts/charts.h"

namespace sinew {

/// Draws a chart at the cursor, `width` screen units wide, with title and legend. Advances the
/// cursor. A tooltip describes the value under the mouse.
void drawChart(const Chart& chart, const Interface& interface, float width);

}  // namespace sinew
