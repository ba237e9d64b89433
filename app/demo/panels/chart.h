// Charts in the window: the descriptions that the page is drawn from too (benchmarks/charts.h).
#pragma once

#include "app/demo/platform/interface.h"
#include "benchmarks/charts.h"

namespace sinew {

/// At the cursor, `width` wide in screen units and as high as it needs to be, title and legend
/// included; the cursor stands below it then. A tooltip describes what the mouse points at.
void drawChart(const Chart& chart, const Interface& interface, float width);

}  // namespace sinew
